/** What doctor repeats of a service that runs here. */
import { afterAll, expect, test } from 'bun:test';
import { readSettings } from '../../../../src/core/config/config.ts';
import { systemClock } from '../../../../src/core/shared/clock.ts';
import { RUNNING_CHECK } from '../../../../src/modules/cli/doctor/running.ts';

let answer: unknown = null;
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) =>
    new URL(url).pathname === '/ready' && answer !== null
      ? Response.json(answer)
      : new Response('?', { status: 404 }),
});
afterAll(() => server.stop(true));

function look(ready: unknown) {
  answer = ready;
  const variables = { HOST: '127.0.0.1', PORT: `${server.port}` };
  const reading = readSettings(variables, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  return RUNNING_CHECK.look({ settings: reading.settings, clock: systemClock() });
}

const up = { state: 'up', since: '2026-01-05T10:00:00.000Z', error: null };

test('a running service whose queue refuses is a warning with the cure, one with a broker that is down a failure', async () => {
  const warnings = ['amqp: events of one instance wait (full). Raise the limit.'];
  expect(await look({ status: 'ok', channels: { amqp: up }, warnings })).toMatchObject({
    result: 'warning',
    found: warnings[0],
    cure: expect.stringContaining('GET /channels'),
  });
  const amqp = { ...up, state: 'down', error: 'no_vhost: vhost nowhere not found' };
  expect(await look({ status: 'unavailable', channels: { amqp } })).toMatchObject({
    result: 'failed',
    found: 'amqp is down: no_vhost: vhost nowhere not found',
  });
});

test('a running service without troubles is well, and another program is none', async () => {
  expect((await look({ status: 'ok', channels: { amqp: up } }))?.result).toBe('ok');
  expect(await look(null)).toBeNull();
  expect(await look(['ok'])).toBeNull();
});
