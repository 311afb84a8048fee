/** An operation of each zone: these literals, and their places among the others. */
import { Type } from '@sinclair/typebox';
import { operation } from '../../src/modules/crm/operation.ts';
import { instanceOperation } from '../../src/modules/gateway/operation.ts';

const Weather = Type.Object({ sky: Type.String({ description: 'What the sky looks like' }) });

export const setWeather = instanceOperation('POST /weather/set/:instanceName', {
  tag: 'Weather',
  scope: 'settings',
  summary: 'Set the weather of an instance',
  body: Weather,
  answer: Weather,
  status: 201,
  idempotency: 'undecided',
  audit: 'weather.set',
  aliases: ['POST /weather/put/:instanceName'],
  agent: { tool: 'set_weather', effect: 'changes' },
  example: { body: { sky: 'clear' } },
  run: (_parts, { body, note }) => {
    note({ details: body });
    return body;
  },
});

export const getWeather = operation('GET /api/v1/weather', {
  permission: 'inboxes.read',
  summary: 'Get the weather of the account',
  agent: { tool: 'get_account_weather', effect: 'reads' },
  answer: Weather,
  run: async () => ({ sky: 'clear' }),
});
