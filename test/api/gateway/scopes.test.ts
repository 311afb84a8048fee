/** What each scope opens, of every operation that the documentation of the gateway knows. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { operationsTagged, type RunningApp, startApp } from '../../helpers/app.ts';
import { GO_NEEDED, GO_SEND, GO_UNLISTED } from '../evolution-go/paths.ts';

const SCOPES = ['read', 'send', 'settings', 'connect'] as const;
type Scope = (typeof SCOPES)[number];

/** Method and path of every operation, by what it needs. A new operation is added here on purpose. */
const NEEDED: Record<string, readonly string[]> = {
  read: [
    ...GO_NEEDED.read,
    'get /instance/fetchInstances',
    'get /instance/connectionState/{instanceName}',
    'get /instance/limits/{instanceName}',
    'get /instance/overview',
    'get /instance/figures',
    'get /instance/figures/{instanceName}',
    'get /instance/states/{instanceName}',
    'get /webhook/find/{instanceName}',
    'get /webhook/endpoints/{instanceName}',
    'get /portal/{instanceName}',
    'get /webhook/endpoints/{instanceName}/{endpointId}/recoveries',
    'get /webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}',
    'get /webhook/endpoints/{instanceName}/{endpointId}',
    'post /webhook/endpoints/{instanceName}/filter/test',
    'post /webhook/endpoints/{instanceName}/transform/test',
    'get /proxy/find/{instanceName}',
    'get /settings/find/{instanceName}',
    ...['rabbitmq', 'nats', 'websocket'].map((one) => `get /${one}/find/{instanceName}`),
    'get /chat/fetchPrivacySettings/{instanceName}',
    'get /chat/fetchBlocklist/{instanceName}',
    'get /template/find/{instanceName}',
    'get /event/find/{instanceName}',
    'get /event/search/{instanceName}',
    'get /delivery/find/{instanceName}',
    'get /delivery/search',
    'get /delivery/count',
    'get /delivery/{deliveryId}',
    'get /delivery/request/{deliveryId}',
    'get /message/status/{instanceName}/{messageId}',
    'post /chat/getPollVote/{instanceName}',
    ...['findMessages', 'findStatusMessage', 'findChats', 'findContacts'].map(
      (verb) => `post /chat/${verb}/{instanceName}`,
    ),
    'get /chat/findChatByRemoteJid/{instanceName}',
    'get /message/search/{instanceName}',
    'get /chat/resolve/{instanceName}',
    'post /chat/getBase64FromMediaMessage/{instanceName}',
    ...['findGroupInfos', 'fetchAllGroups', 'participants', 'inviteInfo', 'joinRequests'].map(
      (verb) => `get /group/${verb}/{instanceName}`,
    ),
    'get /newsletter/list/{instanceName}',
    'post /newsletter/info/{instanceName}',
    'post /newsletter/link/{instanceName}',
    'get /message/explain/{instanceName}/{messageId}',
    'get /message/scheduled/{instanceName}',
    'get /message/scheduled/{instanceName}/{id}',
    'get /sandbox/{instanceName}/sent',
    'get /sandbox/{instanceName}/actions',
    'get /label/findLabels/{instanceName}',
    'post /chat/history/{instanceName}',
    'post /chat/fetchProfilePictureUrl/{instanceName}',
    'post /chat/fetchProfile/{instanceName}',
    'post /chat/fetchBusinessProfile/{instanceName}',
    'post /business/getCatalog/{instanceName}',
    'post /business/getCollections/{instanceName}',
    'get /ws',
    'post /ws/ticket',
  ],
  send: [
    ...GO_NEEDED.send,
    ...GO_SEND.map((path) => `post ${path}`),
    ...[
      'create',
      'updateGroupSubject',
      'updateGroupDescription',
      'updateGroupPicture',
      'updateParticipant',
      'updateSetting',
      'updateMemberAddMode',
      'sendInvite',
      'toggleEphemeral',
      'revokeInviteCode',
      'updateJoinRequests',
    ].map((verb) => `post /group/${verb}/{instanceName}`),
    'get /group/inviteCode/{instanceName}',
    'get /group/acceptInviteCode/{instanceName}',
    'delete /group/leaveGroup/{instanceName}',

    'post /newsletter/follow/{instanceName}',
    'post /newsletter/unfollow/{instanceName}',
    'post /message/sendText/{instanceName}',
    'post /message/sendMedia/{instanceName}',
    'post /message/sendWhatsAppAudio/{instanceName}',
    'post /message/sendPtv/{instanceName}',
    'post /message/sendSticker/{instanceName}',
    'post /message/sendStatus/{instanceName}',
    'post /chat/markMessageAsRead/{instanceName}',
    'post /chat/markMessageAsPlayed/{instanceName}',
    'post /chat/sendPresence/{instanceName}',
    'post /chat/presenceSubscribe/{instanceName}',
    'post /label/handleLabel/{instanceName}',
    'post /label/edit/{instanceName}',
    ...['archiveChat', 'markChatUnread', 'pinChat', 'muteChat'].map(
      (verb) => `post /chat/${verb}/{instanceName}`,
    ),
    'post /instance/setPresence/{instanceName}',
    'post /message/sendLocation/{instanceName}',
    'post /message/sendContact/{instanceName}',
    'post /message/sendPoll/{instanceName}',
    'post /message/sendReaction/{instanceName}',
    'post /message/sendPollVote/{instanceName}',
    'post /message/sendList/{instanceName}',
    'post /message/sendButtons/{instanceName}',
    'post /message/forward/{instanceName}',
    'delete /message/scheduled/{instanceName}/{id}',
    'post /chat/updateMessage/{instanceName}',
    'delete /chat/deleteMessageForEveryone/{instanceName}',
    'post /chat/whatsappNumbers/{instanceName}',
    'post /chat/updateBlockStatus/{instanceName}',
    'post /call/reject/{instanceName}',
    'post /call/offer/{instanceName}',
    'post /message/sendTemplate/{instanceName}',
    'post /message/sendCarousel/{instanceName}',
    'post /message/sendFlow/{instanceName}',
  ],
  settings: [
    ...GO_NEEDED.settings,
    'patch /instance/credentials/{instanceName}',
    'post /webhook/set/{instanceName}',
    'post /webhook/endpoints/{instanceName}',
    'patch /webhook/endpoints/{instanceName}/{endpointId}',
    'delete /webhook/endpoints/{instanceName}/{endpointId}',
    'post /webhook/endpoints/{instanceName}/{endpointId}/recover',
    ...['pause', 'resume', 'cancel'].map(
      (verb) =>
        `post /webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}/${verb}`,
    ),
    'delete /portal/{instanceName}/{linkId}',
    'post /proxy/set/{instanceName}',
    'post /chat/mergeContacts/{instanceName}',
    'post /settings/set/{instanceName}',
    ...['rabbitmq', 'nats', 'websocket'].map((one) => `post /${one}/set/{instanceName}`),
    'post /chat/updateProfileName/{instanceName}',
    'post /chat/updateProfileStatus/{instanceName}',
    'post /chat/updateProfilePicture/{instanceName}',
    'delete /chat/removeProfilePicture/{instanceName}',
    'post /chat/updatePrivacySettings/{instanceName}',
    'get /webhook/secret/{instanceName}',
    'post /webhook/secret/rotate/{instanceName}',
    'post /webhook/test/{instanceName}',
    'post /template/create/{instanceName}',
    'post /template/edit/{instanceName}',
    'delete /template/delete/{instanceName}',
    'post /delivery/redeliver/{instanceName}',
  ],
  connect: [
    ...GO_NEEDED.connect,
    'get /instance/connect/{instanceName}',
    'post /instance/connect',
    'post /instance/restart/{instanceName}',
    'put /instance/restart/{instanceName}',
    'delete /instance/logout/{instanceName}',
    'post /instance/disconnect/{instanceName}',
    ...[
      'scan',
      'pair',
      'drop',
      'remove',
      'message',
      'receipt',
      'event',
      'group',
      'passkey',
      'load',
      'ack',
      'limits',
      'presence',
      'label',
      'chat',
      'template',
      'contact',
      'history',
    ].map((verb) => `post /sandbox/{instanceName}/${verb}`),
  ],
  'read settings': ['post /portal/{instanceName}'],
  'read send settings connect': ['post /instance/key/rotate/{instanceName}'],
  global: [
    ...GO_NEEDED.global,
    'post /instance/create',
    'delete /instance/delete/{instanceName}',
    'get /metrics',
    'get /channels',
    'get /nodes',
    'get /audit/find',
  ],
};
/** What no document of the API lists: WebSockets, operations that can only refuse, ambiguous paths. */
const UNLISTED = new Set([
  ...GO_UNLISTED,
  'get /ws',
  'post /call/offer/{instanceName}',
  'post /business/getCatalog/{instanceName}',
  'post /business/getCollections/{instanceName}',
]);
const OPERATIONS = Object.entries(NEEDED).flatMap(([needed, operations]) =>
  operations.map((operation) => [operation, needed.split(' ')] as const),
);

let app: RunningApp;
const keys = new Map<Scope | 'all', string>();
/** Of the instances, by their names. */
const ids = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const scope of SCOPES) {
    await app.call('POST', '/instance/create', { instanceName: scope });
    const body = { scopes: [scope] };
    const rotated = await app.call('POST', `/instance/key/rotate/${scope}`, body);
    keys.set(scope, rotated.body.apikey);
  }
  const all = await app.call('POST', '/instance/create', { instanceName: 'all' });
  keys.set('all', all.body.apikey);
  const { data: instances } = (await app.call('GET', '/instance/all')).body;
  for (const { id, name } of instances) ids.set(name, id);
});
afterAll(() => app.stop());

/** The paths of Evolution Go say the sentence alone. */
let inWords: ReadonlySet<string>;
const isInWords = (operation: string) => inWords.has(operation) || GO_UNLISTED.has(operation);

/** These paths have another credential: test/api/graph/scopes.test.ts. */
const isOfGraph = (path: string) => path.startsWith('/graph/');

test('every operation of the gateway declares the scopes it needs', async () => {
  const { body: document } = await app.call('GET', '/swagger/json', undefined, null);
  inWords = operationsTagged(document, 'Evolution Go');
  const found = Object.entries<Record<string, { 'x-scopes'?: string[] }>>(document.paths)
    .filter(([path]) => !isOfGraph(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { 'x-scopes': needed }]) => {
        return needed ? [{ operation: `${method} ${path}`, needed }] : [];
      }),
    );
  const inOrder = <T extends { operation: string }>(all: T[]) =>
    all.toSorted((one, other) => (one.operation < other.operation ? -1 : 1));
  const expected = OPERATIONS.filter(([operation]) => !UNLISTED.has(operation)).map(
    ([operation, needed]) => ({ operation, needed: [...needed] }),
  );
  expect(inOrder(found)).toEqual(inOrder(expected));
});

/** The answer to an operation on the instance called `name`, which has this key. */
function ask(operation: string, name: string, key = keys.get(name as Scope)) {
  const [method = '', path = ''] = operation.split(' ');
  const url = path
    .replace('{instanceName}', name)
    .replace('{instanceId}', ids.get(name) ?? '')
    .replace('{deliveryId}', 'none');
  const body = method === 'post' || method === 'put' ? {} : undefined;
  return app.call(method.toUpperCase(), url, body, key);
}

describe('a key of an instance', () => {
  test.each(OPERATIONS)('%s is open to keys with %p and to no other', async (operation, needed) => {
    for (const scope of SCOPES) {
      const { status, body } = await ask(operation, scope);
      const missing = needed.filter((one) => one !== scope);
      if (missing.length === 0) {
        expect([scope, status]).not.toEqual([scope, 403]);
        continue;
      }
      const message = needed.includes('global')
        ? 'this operation needs the global key'
        : `this key lacks the scope ${missing.join(', ')}`;
      const inFull = expect.objectContaining({ code: 'FORBIDDEN', message });
      const error = isInWords(operation) ? message : inFull;
      expect([scope, status, body.error]).toEqual([scope, 403, error]);
    }
  });

  test('with every scope may do all but what is for the global key', async () => {
    for (const operation of NEEDED.global!) expect((await ask(operation, 'all')).status).toBe(403);
    for (const operation of [...NEEDED.read!, ...NEEDED.send!, ...NEEDED.settings!])
      expect([operation, (await ask(operation, 'all')).status]).not.toEqual([operation, 403]);
  });

  test('is refused for its scope before its body is looked at', async () => {
    const response = await fetch(`${app.url}/message/sendText/read`, {
      method: 'POST',
      headers: { apikey: keys.get('read')!, 'content-type': 'text/plain' },
      body: 'no JSON',
    });
    expect(response.status).toBe(403);
  });

  test('is asked for its scope by HEAD as by GET', async () => {
    const head = (apikey = '') =>
      fetch(`${app.url}/instance/fetchInstances`, { method: 'HEAD', headers: { apikey } });
    expect((await head(keys.get('read'))).status).toBe(200);
    expect((await head(keys.get('send'))).status).toBe(403);
  });

  test('may connect with `connect`, and set where events go by that only with `settings` too', async () => {
    const set = { webhookUrl: 'http://receiver.test/', immediate: true };
    const { status, body } = await app.call('POST', '/instance/connect', set, keys.get('connect'));
    expect([status, body.error?.message]).toEqual([403, 'this key lacks the scope settings']);
    const found = await app.call('GET', '/webhook/find/connect');
    expect(found.body).toBeNull();
    const plain = { immediate: true };
    expect((await app.call('POST', '/instance/connect', plain, keys.get('connect'))).status).toBe(
      200,
    );
    expect((await app.call('POST', '/instance/connect', set, keys.get('all'))).status).toBe(200);
  });

  test('opens a WebSocket by a ticket only with `read`', async () => {
    const { status } = await app.call('POST', '/ws/ticket', undefined, keys.get('send'));
    expect(status).toBe(403);
  });
});
