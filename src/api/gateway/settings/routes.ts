/** Routes of /settings. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { uncheckedBody } from '../../../http/read-fields.ts';
import type { AllAccountSettings } from '../../../instances/account-settings.ts';
import { showPresence } from '../../../instances/automatic.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs, type Security } from '../../../instances/scopes.ts';
import type { Sessions } from '../../../instances/sessions.ts';
import type { Audit } from '../audit/operations.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { parseSettings, SettingsChange, ShownSettings, toShownSettings } from './model.ts';

interface SettingsDeps {
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
  readonly accountSettings: AllAccountSettings;
  readonly audit: Audit;
}

const tagged = (security: Security) => ({ tags: ['Settings'], security });

export const settingsRoutes = (deps: SettingsDeps) =>
  new Elysia({ name: 'settings' }).use(setSettings(deps)).use(findSettings(deps));

const setSettings = ({ directory, sessions, accountSettings, audit }: SettingsDeps) =>
  new Elysia().post(
    '/settings/set/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      return audit.run(context, { action: 'settings.set', instance }, async (note) => {
        const change = parseSettings(context.body);
        note({ details: change });
        const settings = await accountSettings.update(instance.id, change);
        const { alwaysOnline } = change;
        if (alwaysOnline !== undefined && instance.state === 'open')
          await showPresence(sessions.sessionOf(instance), alwaysOnline);
        context.set.status = 201;
        const { name: instanceName } = instance;
        return { settings: { instanceName, settings: toShownSettings(settings) } };
      });
    },
    {
      params: instanceParams,
      body: uncheckedBody(SettingsChange),
      response: {
        201: Type.Object({
          settings: Type.Object({ instanceName: Type.String(), settings: ShownSettings }),
        }),
        ...instanceFailures,
      },
      detail: {
        ...tagged(needs('settings')),
        summary: 'Set what an account does by itself',
        description:
          'What is absent stays. It counts from the next event on; whether the account is shown as online, at once.',
      },
    },
  );

const findSettings = ({ directory, accountSettings }: SettingsDeps) =>
  new Elysia().get(
    '/settings/find/:instanceName',
    (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      return toShownSettings(accountSettings.get(id));
    },
    {
      params: instanceParams,
      response: { 200: ShownSettings, ...instanceFailures },
      detail: { ...tagged(needs('read')), summary: 'What an account does by itself' },
    },
  );
