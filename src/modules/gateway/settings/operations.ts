/** Sets and returns what an account does automatically. */
import { Type } from '@sinclair/typebox';
import { showPresence } from '../../../core/instances/automatic.ts';
import { readBody } from '../body.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import { parseSettings, SettingsChange, ShownSettings, toShownSettings } from './model.ts';

const setSettings = instanceOperation('POST /settings/set/:instanceName', {
  tag: 'Settings',
  scope: 'settings',
  summary: 'Update automatic behaviour (reject calls, mark as read, …)',
  description:
    'Changes what the account does by itself, from the next event on; absent fields keep their values. Whether the account is shown as online changes at once.',
  body: readBody(SettingsChange, parseSettings),
  answer: Type.Object({
    settings: Type.Object({ instanceName: Type.String(), settings: ShownSettings }),
    ignored: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Settings of other gateways that were sent and have no effect here',
      }),
    ),
  }),
  status: 201,
  audit: 'settings.set',
  example: { body: { rejectCall: true, msgCall: 'Please write instead.' } },
  async run({ accountSettings, sessions }, { instance, body: { change, ignored }, note }) {
    note({ details: change });
    const settings = await accountSettings.update(instance.id, change);
    const { alwaysOnline } = change;
    if (alwaysOnline !== undefined && instance.state === 'open')
      await showPresence(sessions.sessionOf(instance), alwaysOnline);
    return {
      settings: { instanceName: instance.name, settings: toShownSettings(settings) },
      ...(ignored.length > 0 && { ignored: [...ignored] }),
    };
  },
});

const findSettings = instanceOperation('GET /settings/find/:instanceName', {
  tag: 'Settings',
  scope: 'read',
  summary: 'Get the automatic behaviour of an account',
  answer: ShownSettings,
  run: ({ accountSettings }, { instance }) => toShownSettings(accountSettings.get(instance.id)),
});

export const SETTINGS_OPERATIONS: readonly Operation[] = [setSettings, findSettings];
