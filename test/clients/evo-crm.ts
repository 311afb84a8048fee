/** Requests as Evo CRM makes them of Evolution API and of Evolution Go, and what it reads of the answers. */
import { expect } from 'bun:test';
import { type Client, type ClientCall, callsOf } from './call.ts';
import { ANA, ANA_JID, PICTURE, type Stage } from './stage.ts';

interface CrmRequest {
  /** Method and path; `{group}` stands for that of the stage. */
  readonly sends: string;
  readonly body?: (stage: Stage) => object;
  readonly status: number;
  /** What it reads of the answer; of a failure, its sentence. */
  readonly reads: unknown;
  /** The system that it is made for refuses it too: why. */
  readonly wrong?: string;
  /** Default: the global key. */
  readonly by?: 'instance' | 'nobody' | 'global';
}

const text = expect.any(String);
const fixed = (body: object) => () => body;
const PDF = Buffer.from('%PDF-1.4').toString('base64');
const GO_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const GO_TOKEN = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const EVENTS = [
  ...['CONNECTION_UPDATE', 'CONTACTS_SET', 'CONTACTS_UPDATE', 'CONTACTS_UPSERT'],
  ...['LABELS_ASSOCIATION', 'LABELS_EDIT', 'LOGOUT_INSTANCE', 'MESSAGES_DELETE'],
  ...['MESSAGES_UPDATE', 'MESSAGES_UPSERT', 'SEND_MESSAGE'],
];
const PRIVACY = {
  ...{ readreceipts: 'all', profile: 'all', status: 'contacts' },
  ...{ online: 'all', last: 'contacts', groupadd: 'all' },
};
const PROXY = {
  host: 'proxy.example.com',
  port: 3128,
  protocol: 'http',
  username: '',
  password: '',
};
const SWITCHES = {
  groupsIgnore: true,
  alwaysOnline: false,
  readMessages: false,
  readStatus: false,
};

const SETTING_UP: readonly CrmRequest[] = [
  { sends: 'GET /', status: 200, reads: { status: 200, version: text } },
  { sends: 'GET /instance/fetchInstances?instanceName=crm', status: 200, reads: [] },
  {
    sends: 'POST /instance/create',
    body: fixed({
      ...{ instanceName: 'crm', number: '5511999990002', integration: 'WHATSAPP-BAILEYS' },
      ...{ provider: 'sandbox', qrcode: false },
      webhook: {
        url: 'http://127.0.0.1:9/evolution',
        byEvents: false,
        base64: true,
        events: EVENTS,
      },
    }),
    status: 201,
    reads: {
      instance: { instanceName: 'crm', instanceId: text, ignored: expect.any(Array) },
      hash: text,
      webhook: { webhookUrl: 'http://127.0.0.1:9/evolution', webhookBase64: true },
    },
  },
  {
    sends: 'POST /proxy/set/crm',
    body: fixed({ proxy: PROXY }),
    status: 201,
    reads: { enabled: true, host: 'proxy.example.com', port: 3128 },
  },
  {
    sends: 'POST /settings/set/crm',
    body: fixed({ rejectCall: true, msgCall: 'Please write', ...SWITCHES }),
    status: 201,
    reads: { settings: { settings: { rejectCall: true, groupsIgnore: true } } },
  },
  {
    sends: 'POST /settings/set/crm',
    body: fixed({ rejectCall: false, msgCall: null, syncFullHistory: null, readStatus: null }),
    status: 201,
    reads: { settings: { settings: { rejectCall: false, groupsIgnore: true } } },
  },
  {
    sends: 'POST /settings/set/crm',
    body: fixed({ rejectCall: true, ...SWITCHES, syncFullHistory: true }),
    status: 201,
    reads: { settings: { settings: { rejectCall: true } }, ignored: ['syncFullHistory'] },
  },
  {
    sends: 'POST /settings/set/crm',
    body: fixed({ proxy: { enabled: true, ...PROXY } }),
    ...{ status: 400, wrong: 'Evolution API requires the settings themselves' },
    reads: 'name at least one of rejectCall',
  },
  { sends: 'GET /settings/find/crm', status: 200, reads: { rejectCall: true } },
  { sends: 'DELETE /instance/delete/crm', status: 200, reads: { status: 'SUCCESS' } },
  {
    sends: 'GET /instance/connectionState/shop',
    status: 200,
    reads: { instance: { instanceName: 'shop', state: 'open' } },
  },
  {
    sends: 'GET /instance/connect/shop',
    status: 200,
    reads: { instance: { instanceName: 'shop', state: 'open' } },
  },
];

const ACCOUNT: readonly CrmRequest[] = [
  { sends: 'GET /chat/fetchPrivacySettings/shop', status: 200, reads: { groupadd: text } },
  {
    sends: 'POST /chat/updatePrivacySettings/shop',
    body: fixed(PRIVACY),
    status: 201,
    reads: { data: PRIVACY },
  },
  {
    sends: 'POST /chat/fetchProfile/shop',
    body: fixed({ number: `+${ANA}` }),
    status: 200,
    reads: { wuid: ANA_JID, picture: null, status: null },
  },
  ...[
    ['updateProfileName', { name: 'Shop' }],
    ['updateProfileStatus', { status: 'Open' }],
    ['updateProfilePicture', { picture: PICTURE }],
  ].map(([verb, body]) => ({
    sends: `POST /chat/${verb}/shop`,
    body: fixed(Object(body)),
    status: 200,
    reads: { update: 'success' },
  })),
  { sends: 'DELETE /chat/removeProfilePicture/shop', status: 200, reads: { update: 'success' } },
  {
    sends: 'POST /chat/fetchProfilePictureUrl/shop',
    body: fixed({ number: ANA }),
    status: 200,
    reads: { profilePictureUrl: null },
  },
];

const TALKING: readonly CrmRequest[] = [
  {
    sends: 'GET /group/findGroupInfos/shop?groupJid={group}',
    status: 200,
    reads: { subject: 'Family' },
  },
  {
    sends: 'POST /message/sendText/shop',
    body: fixed({ number: ANA, text: 'Hello' }),
    status: 201,
    reads: { key: { id: text } },
  },
  {
    sends: 'POST /message/sendMedia/shop',
    body: fixed({
      number: ANA,
      mediatype: 'image',
      media: PICTURE,
      caption: '',
      fileName: 'a.png',
    }),
    status: 201,
    reads: { key: { id: text } },
  },
  {
    sends: 'POST /message/sendMedia/shop',
    body: fixed({ number: ANA, mediatype: 'file', media: PDF, caption: '', fileName: 'a.pdf' }),
    ...{ status: 400, wrong: 'Evolution API knows no such `mediatype`' },
    reads: 'mediatype must be one of image, video, audio, document',
  },
];

const GO: readonly CrmRequest[] = [
  { sends: 'GET /server/ok', by: 'nobody', status: 200, reads: { status: 'ok' } },
  {
    sends: 'POST /instance/create',
    body: fixed({
      ...{ instanceId: GO_ID, name: 'branch', token: GO_TOKEN },
      advancedSettings: {
        ...{ alwaysOnline: true, rejectCall: true, readMessages: true },
        ...{ ignoreGroups: false, ignoreStatus: true },
      },
    }),
    status: 201,
    reads: { message: 'success', data: { id: GO_ID, token: GO_TOKEN } },
  },
  {
    sends: `GET /instance/info/${GO_ID}`,
    status: 200,
    reads: { data: { name: 'branch', jid: '' } },
  },
  { sends: `DELETE /instance/logout/${GO_ID}`, status: 200, reads: { success: true } },
  { sends: `DELETE /instance/delete/${GO_ID}`, status: 200, reads: { success: true } },
];

const goSend = (kind: string, fields: object) => ({
  sends: `POST /send/${kind}`,
  by: 'instance' as const,
  body: ({ received: messageId }: Stage) => ({
    ...{ number: ANA, delay: 0, ...fields },
    quoted: { messageId, participant: ANA_JID },
  }),
});

const GO_TALKING: readonly CrmRequest[] = [
  {
    sends: 'POST /instance/connect',
    by: 'instance',
    body: fixed({
      subscribe: ['MESSAGE', 'READ_RECEIPT', 'CONNECTION'],
      webhookUrl: 'http://127.0.0.1:9/evolution_go',
    }),
    status: 200,
    reads: { message: 'success' },
  },
  { ...goSend('text', { text: 'Hello' }), status: 200, reads: { data: { Info: { ID: text } } } },
  {
    ...goSend('media', { url: PDF, caption: '', filename: 'a.pdf', type: 'document' }),
    status: 200,
    reads: { data: { Info: { ID: text } } },
  },
  {
    ...goSend('button', {
      ...{ title: '', description: 'Pick one' },
      buttons: [{ type: 'reply', reply: { id: '1', title: 'One' } }],
    }),
    ...{ status: 400, reads: 'displayText is required' },
    wrong: 'its buttons have no `displayText`, which Evolution Go shows',
  },
  {
    ...goSend('list', {
      ...{ title: '', description: 'Pick one', buttonText: 'Menu', footerText: '' },
      sections: [{ title: 'Options', rows: [{ id: '1', title: 'One', description: '' }] }],
    }),
    ...{ status: 200, reads: { data: { Info: { ID: text } } } },
  },
];

const asInstance = (sends: string, body: object | null, reads: object): CrmRequest => ({
  ...{ sends, by: 'instance', status: 200, reads },
  ...(body && { body: fixed(body) }),
});
const done = { message: 'success' };
const all = { lastSeen: 'all', status: 'all', profile: 'all', readReceipts: 'all', callAdd: 'all' };

const NEEDS_GLOBAL = 'Evolution Go wants the global key for this too';

const GO_ACCOUNT: readonly CrmRequest[] = [
  asInstance('GET /user/privacy', null, { data: { GroupAdd: text } }),
  asInstance('POST /user/privacy', { groupAdd: 'all', online: 'all', ...all }, done),
  asInstance('POST /user/info', { number: [ANA] }, { data: { Users: { [ANA_JID]: {} } } }),
  asInstance('POST /user/profileName', { name: 'Shop' }, done),
  asInstance('POST /user/profileStatus', { status: 'Open' }, done),
  asInstance('POST /user/profilePicture', { image: PICTURE }, done),
  asInstance('DELETE /user/profilePicture', null, done),
  {
    ...asInstance('POST /user/avatar', { number: ANA, preview: false }, {}),
    ...{ status: 404, reads: 'profile picture not found' },
    wrong: 'it asks for the picture of somebody who has none',
  },
  {
    ...asInstance(`GET /instance/info/${GO_ID}`, null, {}),
    ...{ status: 403, reads: 'this operation needs the global key', wrong: NEEDS_GLOBAL },
  },
  {
    ...asInstance(`DELETE /instance/delete/${GO_ID}`, null, {}),
    ...{ status: 403, reads: 'this operation needs the global key', wrong: NEEDS_GLOBAL },
  },
  asInstance('DELETE /instance/logout', null, done),
];

const FOR_EVOLUTION_API = [...SETTING_UP, ...ACCOUNT, ...TALKING];
const FOR_EVOLUTION_GO = [...GO, ...GO_TALKING, ...GO_ACCOUNT];

const BY = { instance: callsOf('instance'), nobody: callsOf(null), global: callsOf('global') };

function callOf({ sends, by = 'global', body, status, reads, wrong: why }: CrmRequest): ClientCall {
  const { works, refused, wrong } = BY[by];
  const name = sends.replace(/\/(?:crm|shop|\{.+|[0-9a-f-]{36})(?=[?/]|$).*/, '');
  if (why !== undefined) return wrong(name, sends, body, why);
  return status < 300 ? works(name, sends, body, reads) : refused(name, sends, body, `${reads}`);
}

const MADE = { version: '1.0.0-rc2' } as const;

export const EVO_CRM: Client = {
  ...{ name: 'Evo CRM, with Evolution API', ...MADE, of: 'Evolution API' },
  calls: FOR_EVOLUTION_API.map(callOf),
};
export const EVO_CRM_GO: Client = {
  ...{ name: 'Evo CRM, with Evolution Go', ...MADE, of: 'Evolution Go' },
  calls: FOR_EVOLUTION_GO.map(callOf),
};
