/** Paths of /instance that name the instance by its id, as Evolution Go has them. */
import { type Static, Type } from '@sinclair/typebox';
import type { Fields } from '../../http/read-fields.ts';
import { needs } from '../../instances/scopes.ts';
import type { AccountSettings } from '../../providers/account-settings.ts';
import { invalid } from '../../shared/errors.ts';
import { INSTANCE } from '../gateway/examples/known.ts';
import { ADVANCED_SETTINGS } from '../gateway/instance/evolution-go-fields.ts';
import { body, flag, optional, text, texts } from './fields.ts';
import { connectAnew } from './instance.ts';
import type { GoOperation } from './operation.ts';
import { withoutAbsent } from './sent.ts';

const params = Type.Object({
  instanceId: Type.String({
    description: 'The id or the name of the instance',
    examples: [INSTANCE],
  }),
});

const Settings = Type.Object({
  alwaysOnline: Type.Boolean(),
  rejectCall: Type.Boolean(),
  msgRejectCall: Type.String(),
  readMessages: Type.Boolean(),
  ignoreGroups: Type.Boolean(),
  ignoreStatus: Type.Literal(false, { description: 'EVENT_IGNORE_STATUS is for all instances' }),
});

const toSettings = (settings: AccountSettings): Static<typeof Settings> => ({
  alwaysOnline: settings.alwaysOnline,
  rejectCall: settings.rejectCall,
  msgRejectCall: settings.msgCall,
  readMessages: settings.readMessages,
  ignoreGroups: settings.groupsIgnore,
  ignoreStatus: false,
});

const PATH = '/instance/:instanceId/advanced-settings';

const advancedSettings: GoOperation = {
  method: 'GET',
  path: PATH,
  security: needs('read'),
  summary: 'What the account does by itself',
  isUnlisted: true,
  params,
  data: null,
  whole: Settings,
  run: async (_, { ask }) => toSettings(await ask<AccountSettings>('GET', '/settings/find')),
};

interface Changed {
  readonly settings: { readonly settings: AccountSettings };
}

const SETTABLE = ADVANCED_SETTINGS.map(([there]) => there).join(', ');

const setAdvancedSettings: GoOperation = {
  method: 'PUT',
  path: PATH,
  security: needs('settings'),
  summary: 'Set what the account does by itself',
  isUnlisted: true,
  description:
    'What is absent stays. `ignoreStatus` cannot be set for one instance: `ignored` names it.',
  params,
  body: body({
    alwaysOnline: flag('Whether the account is shown as online while it is connected'),
    rejectCall: flag('Whether calls that come in are rejected'),
    readMessages: flag('Whether messages are confirmed as read once their events are on disk'),
    ignoreGroups: flag('Whether events of groups are left out everywhere'),
    msgRejectCall: optional('The text that callers get when their call is rejected; empty: none'),
    ignoreStatus: flag('Makes no difference: EVENT_IGNORE_STATUS is for all instances'),
  }),
  data: null,
  whole: Type.Object({
    message: Type.Literal('Advanced settings updated successfully'),
    settings: Settings,
    ignored: Type.Optional(texts('Fields that make no difference here')),
  }),
  names: Object.fromEntries(ADVANCED_SETTINGS.map(([there, here]) => [here, there])),
  async run({ ignoreStatus }, { ask, written }) {
    const change = changeIn(written);
    if (Object.keys(change).length === 0) throw invalid(`name at least one of ${SETTABLE}`);
    const { settings } = await ask<Changed>('POST', '/settings/set', { body: change });
    return {
      message: 'Advanced settings updated successfully',
      settings: toSettings(settings.settings),
      ...(ignoreStatus === true && { ignored: ['ignoreStatus'] }),
    };
  },
};

const changeIn = (written: Fields): Fields =>
  Object.fromEntries(
    ADVANCED_SETTINGS.map(([there, here]) => [here, written[there]]).filter(
      ([, value]) => (value ?? null) !== null,
    ),
  );

const forceReconnect: GoOperation = {
  path: '/instance/forcereconnect/:instanceId',
  security: needs('connect'),
  summary: 'Connect an instance anew',
  description: 'As `/instance/reconnect`. The account is the one it is paired with.',
  params,
  body: body({ number: optional('Makes no difference: the account is the one that is paired') }),
  data: null,
  run: (_, calling) => connectAnew(calling),
};

const PROXY_FIELDS = ['host', 'port', 'username', 'password', 'protocol'];

const setProxy: GoOperation = {
  path: '/instance/proxy/:instanceId',
  security: needs('settings'),
  summary: 'Set the proxy of an instance',
  params,
  body: body({
    host: text('Host name or IP address of the proxy'),
    port: text('Port of the proxy, 1 to 65535'),
    username: optional('Name that the proxy asks for; absent: it asks for none'),
    password: optional('Password that the proxy asks for, beside a username'),
    protocol: text('How the proxy is spoken to: http, https or socks5'),
  }),
  data: null,
  run: (fields, { ask }) => {
    const proxy = Object.fromEntries(PROXY_FIELDS.map((name) => [name, fields[name]]));
    return ask('POST', '/proxy/set', { body: withoutAbsent({ ...proxy, enabled: true }) });
  },
};

const removeProxy: GoOperation = {
  method: 'DELETE',
  path: '/instance/proxy/:instanceId',
  security: needs('settings'),
  summary: 'Connect an instance without a proxy',
  params,
  data: null,
  run: (_, { ask }) => ask('POST', '/proxy/set', { body: { enabled: false } }),
};

export const INSTANCES_BY_ID: readonly GoOperation[] = [
  advancedSettings,
  setAdvancedSettings,
  forceReconnect,
  setProxy,
  removeProxy,
];
