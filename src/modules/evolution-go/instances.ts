/** Paths of /instance, as Evolution Go has them: of the instance of the key, of one named by its id, and of all. */

import { type Static, Type } from '@sinclair/typebox';
import { INSTANCE } from '../../core/http/example-values.ts';
import { FieldError, type Fields } from '../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import type { AccountSettings } from '../../core/providers/chats.ts';
import { iso } from '../../core/shared/clock.ts';
import { failure, invalid, invalidFields } from '../../core/shared/errors.ts';
import {
  ADVANCED_SETTINGS,
  type GatewayParts,
  type Operation,
  operation,
  readPairingNumber,
} from '../gateway/api.ts';
import { flag, mapObject, optional, text, texts, word, yesNo } from './fields.ts';
import {
  connect,
  failuresInWords,
  type GoCall,
  type GoRow,
  type GoRows,
  read,
  settings,
  success,
} from './operation.ts';

const StatusData = mapObject<InstanceRecord>({
  Connected: [yesNo, ({ state }) => state === 'open'],
  LoggedIn: [
    Type.Boolean({ description: 'Whether the instance is paired' }),
    ({ ownerJid }) => ownerJid !== null,
  ],
  Name: [
    text('Value of the paired account; empty before pairing'),
    ({ profileName }) => profileName ?? '',
  ],
  myJid: [
    text('Value of the paired account; empty before pairing'),
    ({ ownerJid }) => ownerJid ?? '',
  ],
});

interface Code {
  readonly pairingCode: string | null;
  readonly code: string;
  readonly base64: string;
  readonly passkey?: {
    readonly stage: string;
    readonly openUrl: string;
    readonly code: string | null;
  };
}

/** Throws 400 when there is nothing left to pair. */
function requirePairing({ pairingCode, code, passkey }: Code, { instance }: GoCall): void {
  if (pairingCode === null && code === '' && passkey === undefined)
    throw invalid(`instance ${instance.name} is logged in already`);
}

const connectAgain: GoRow['operation'] = (_, { instance }) =>
  instance.state === 'close'
    ? 'GET /instance/connect/:instanceName'
    : 'POST /instance/restart/:instanceName';

const params = {
  instanceId: Type.String({
    description: 'The id or the name of the instance',
    examples: [INSTANCE],
  }),
};

const Settings = Type.Object({
  alwaysOnline: Type.Boolean(),
  rejectCall: Type.Boolean(),
  msgRejectCall: Type.String(),
  readMessages: Type.Boolean(),
  ignoreGroups: Type.Boolean(),
  ignoreStatus: Type.Literal(false, { description: 'EVENT_IGNORE_STATUS is for all instances' }),
});

const toSettings = (settings: AccountSettings) => ({
  ...Object.fromEntries(ADVANCED_SETTINGS.map(([there, here]) => [there, settings[here]])),
  ignoreStatus: false,
});

/** Empty texts too, since they remove what was set. */
function settingsIn(_: Fields, { written }: GoCall): Fields {
  const found = ADVANCED_SETTINGS.map(([there]) => [there, written[there] ?? undefined] as const);
  if (found.some(([, value]) => value !== undefined)) return Object.fromEntries(found);
  throw failure('nothing_to_change', {
    fields: ADVANCED_SETTINGS.map(([there]) => there).join(', '),
  });
}

export const INSTANCES: GoRows = {
  'GET /instance/status': read('Get whether the instance is connected and paired', {
    data: StatusData.schema,
    run: async (_, { instance }) => StatusData.from(instance),
  }),
  'GET /instance/qr': connect('Connect and get the QR code to pair with', {
    description: 'Connects the instance and waits up to 10 seconds for the first QR code.',
    operation: 'GET /instance/connect/:instanceName',
    data: Type.Object({
      qrcode: Type.String({ description: 'QR code as a picture, in a data: URL' }),
      code: Type.String({ description: 'Content of the QR code' }),
      Qrcode: Type.String({ description: 'Another name of `qrcode`, for older clients' }),
      Code: Type.String({ description: 'Another name of `code`, for older clients' }),
      passkeyStage: Type.Optional(Type.String()),
      passkeyOpenUrl: Type.Optional(Type.String()),
      passkeyCode: Type.Optional(Type.String()),
    }),
    answer(found: Code, call) {
      requirePairing(found, call);
      const { base64, code, passkey } = found;
      const ceremony = passkey && {
        passkeyStage: passkey.stage,
        passkeyOpenUrl: passkey.openUrl,
        passkeyCode: passkey.code ?? '',
      };
      return { qrcode: base64, code, Qrcode: base64, Code: code, ...ceremony };
    },
  }),
  'POST /instance/pair': connect('Connect and get a code to type on the phone', {
    description:
      'Connects the instance and returns a pairing code. Events are chosen at `/instance/connect`; a `subscribe` here is ignored.',
    body: { phone: text('Phone number of the account with its country code', '5511999990000') },
    operation: 'GET /instance/connect/:instanceName?number=:phone',
    refusals: { number: 'phone' },
    mapBody({ phone }) {
      const found = readPairingNumber(phone ?? '');
      if (found === undefined) throw invalid('phone is required');
      if (found instanceof FieldError) throw invalidFields(found.problemsOf('phone'));
      return { phone: found };
    },
    data: Type.Object({ PairingCode: Type.String() }),
    answer(found: Code, call) {
      requirePairing(found, call);
      return { PairingCode: found.pairingCode ?? '' };
    },
  }),
  'POST /instance/reconnect': connect('Connect again', {
    description: 'Connects a closed instance; one that never was paired then waits for its code.',
    operation: connectAgain,
  }),
  'POST /instance/disconnect': connect('Close the connection and stay paired', {
    description: 'Closes the connection until it is connected by request.',
    operation: 'POST /instance/disconnect/:instanceName',
  }),
  'DELETE /instance/logout': connect('Unpair the instance', {
    operation: 'DELETE /instance/logout/:instanceName',
  }),
  'GET /instance/:instanceId/advanced-settings': read('What the account does by itself', {
    isUnlisted: true,
    params,
    operation: 'GET /settings/find/:instanceName',
    whole: Settings,
    answer: toSettings,
  }),
  'PUT /instance/:instanceId/advanced-settings': settings('Set what the account does by itself', {
    isUnlisted: true,
    description:
      'What is absent stays. `ignoreStatus` cannot be set for one instance: `ignored` names it.',
    params,
    body: {
      alwaysOnline: flag('Whether the account is shown as online while it is connected'),
      rejectCall: flag('Whether calls that come in are rejected'),
      readMessages: flag('Whether messages are confirmed as read once their events are on disk'),
      ignoreGroups: flag('Whether events of groups are left out everywhere'),
      msgRejectCall: optional(
        'Text sent to callers whose call is rejected; empty sends nothing',
        'Please write instead.',
      ),
      ignoreStatus: flag('Makes no difference: EVENT_IGNORE_STATUS is for all instances'),
    },
    operation: 'POST /settings/set/:instanceName',
    names: { ...Object.fromEntries(ADVANCED_SETTINGS), ignoreStatus: null },
    mapBody: settingsIn,
    whole: Type.Object({
      message: Type.Literal('Advanced settings updated successfully'),
      settings: Settings,
      ignored: Type.Optional(texts('Fields that have no effect here')),
    }),
    answer: (set: { settings: { settings: AccountSettings } }, _, { ignoreStatus }) => ({
      message: 'Advanced settings updated successfully',
      settings: toSettings(set.settings.settings),
      ...(ignoreStatus === true && { ignored: ['ignoreStatus'] }),
    }),
  }),
  'POST /instance/forcereconnect/:instanceId': connect('Connect an instance again', {
    description: 'Connects the paired account again, as `/instance/reconnect` does.',
    params,
    body: { number: optional('No effect: the account is the one that is paired', '5511999990000') },
    operation: connectAgain,
    names: { number: null },
  }),
  'POST /instance/proxy/:instanceId': settings('Set the proxy of an instance', {
    params,
    body: {
      host: text('Host name or IP address of the proxy', 'proxy.example.com'),
      port: text('Port of the proxy, 1 to 65535', '1080'),
      username: optional('Username for the proxy, if the proxy requires one', 'shop'),
      password: optional('Password for the proxy, used with the username', 'a-password'),
      protocol: text('Protocol of the proxy: http, https or socks5', 'socks5'),
    },
    operation: 'POST /proxy/set/:instanceName',
    defaults: { enabled: true },
  }),
  'DELETE /instance/proxy/:instanceId': settings('Remove the proxy of an instance', {
    params,
    operation: 'POST /proxy/set/:instanceName',
    defaults: { enabled: false },
  }),
};

const InstanceData = mapObject<InstanceRecord>({
  id: [Type.String({ format: 'uuid' }), ({ id }) => id],
  name: [word, ({ name }) => name],
  jid: [text('JID of the paired account; empty before pairing'), ({ ownerJid }) => ownerJid ?? ''],
  connected: [yesNo, ({ state }) => state === 'open'],
  disconnect_reason: [
    text('Why the instance is in its phase, if known'),
    ({ state, reason }) => (state === 'open' ? '' : (reason ?? '')),
  ],
  createdAt: [Type.String({ format: 'date-time' }), ({ createdAt }) => iso(createdAt)],
});

const ShownInstance = Type.Object(
  { ...InstanceData.schema.properties, token: Type.Optional(Type.String()) },
  { $id: 'EvolutionGoInstance' },
);

const toShownInstance = (
  { keyCopies }: Pick<GatewayParts, 'keyCopies'>,
  record: InstanceRecord,
): Static<typeof ShownInstance> => ({
  ...InstanceData.from(record),
  ...(keyCopies.isOn && { token: keyCopies.of(record.id) ?? '' }),
});

const forOperators = {
  tag: 'Evolution Go',
  scope: 'global',
  description:
    'Returns all instances. With EVOLUTION_SHOW_KEYS each has its key as `token`, empty if no copy is stored. Otherwise no key is shown, since only hashes are stored.',
  answers: failuresInWords(
    ...(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'] as const),
    ...(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'] as const),
  ),
} as const;

export const ALL_INSTANCES: readonly Operation[] = [
  operation('GET /instance/all', {
    ...forOperators,
    detail: { operationId: 'evolutionGoGetInstanceAll' },
    summary: 'List all instances',
    isForAnyNode: true,
    answer: success(Type.Array(ShownInstance)),
    run: (parts) => ({
      message: 'success' as const,
      data: parts.directory.all().map((record) => toShownInstance(parts, record)),
    }),
  }),
  operation('GET /instance/info/:instanceId', {
    ...forOperators,
    detail: { operationId: 'evolutionGoGetInstanceInfo' },
    // For a path with a malformed escape.
    answers: { ...forOperators.answers, ...failuresInWords('BAD_REQUEST') },
    summary: 'Get an instance',
    params: { instanceId: text('Id of the instance, a UUID') },
    answer: success(ShownInstance),
    run(parts, { params }) {
      const found = parts.directory.byId(params.instanceId.toLowerCase());
      if (found === null) throw failure('instance_not_found');
      return { message: 'success' as const, data: toShownInstance(parts, found) };
    },
  }),
];
