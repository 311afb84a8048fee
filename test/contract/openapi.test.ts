/** The document of the whole product: complete, and true to the operations promised. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ANYWHERE } from '../../src/api/gateway/elsewhere.ts';
import { GO_NEEDED, GO_SEND, GO_UNLISTED } from '../api/evolution-go/paths.ts';
import { resolved } from '../helpers/api-document.ts';
import { GLOBAL_KEY, operationsTagged, type RunningApp, startApp } from '../helpers/app.ts';

let app: RunningApp;
// biome-ignore lint/suspicious/noExplicitAny: the document is what is under test.
let document: any;
beforeAll(async () => {
  app = await startApp();
  document = await resolved((await app.call('GET', '/swagger/json', undefined, null)).body);
});
afterAll(() => app.stop());

/** Parts of the document that are for no instance by itself. */
const DECIDED_OTHERWISE = [
  // The process that is asked says how it is.
  /^\/(?:health|server\/ok|ready)$/,
  // Every node knows the webhooks of all instances.
  /^\/echo\//,
  // The token begins with the id of the instance.
  /^\/passkey-ceremony\//,
  // Each change in it goes to the node of its instance.
  /^\/provider\/whatsapp-cloud\/webhook$/,
  // The key names the instance, or with the global key the id in the path.
  /^\/graph\//,
  // Any node, but for changes of webhooks: those go to the node that sends the account's events.
  /^\/api\/v1\//,
];

test('of several nodes it is decided for every operation which one answers it: any, or the one that has the instance', () => {
  const undecided: string[] = [];
  const operations: string[] = [];
  for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths))
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      const operation = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      operations.push(operation);
      const isNamed =
        /\{instance(?:Name|Id)\}/.test(path) ||
        parameters.some(({ name }) => name.toLowerCase() === 'instanceid');
      const isOther = DECIDED_OTHERWISE.some((one) => one.test(path));
      if (!isNamed && !isOther && !ANYWHERE.includes(operation)) undecided.push(operation);
    }
  expect(undecided).toEqual([]);
  // An upgrade is no operation of the document.
  expect(ANYWHERE.filter((one) => !operations.includes(one))).toEqual(['GET /ws']);
});

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
}

test('an operation that can only refuse is not offered', () => {
  for (const path of ['/call/offer', '/business/getCatalog'])
    expect(document.paths).not.toHaveProperty([`${path}/{instanceName}`]);
});

const SENDS_FILE = [201, 400, 401, 403, 404, 409, 413, 415, 429] as const;

/** Method, path, and the statuses an answer may have besides those of every operation. */
const PROMISED: readonly [string, string, ...number[]][] = [
  ['post', '/instance/create', 201, 400, 401, 403, 409, 500],
  ['post', '/instance/key/rotate/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['get', '/instance/fetchInstances', 200, 401, 403],
  ['get', '/instance/connectionState/{instanceName}', 200, 400, 401, 403, 404],
  ['get', '/instance/connect/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['post', '/instance/connect', 200, 400, 401, 403, 404, 500],
  ['post', '/instance/restart/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['put', '/instance/restart/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['delete', '/instance/logout/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['delete', '/instance/delete/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['post', '/webhook/set/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['get', '/webhook/find/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['get', '/webhook/endpoints/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['post', '/webhook/endpoints/{instanceName}', 201, 400, 401, 403, 404, 409, 500],
  ['get', '/webhook/endpoints/{instanceName}/{endpointId}', 200, 400, 401, 403, 404, 500],
  ['patch', '/webhook/endpoints/{instanceName}/{endpointId}', 200, 400, 401, 403, 404, 500],
  ['delete', '/webhook/endpoints/{instanceName}/{endpointId}', 200, 400, 401, 403, 404, 500],
  ['post', '/portal/{instanceName}', 201, 400, 401, 403, 404, 409, 500],
  ['get', '/portal/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['delete', '/portal/{instanceName}/{linkId}', 200, 400, 401, 403, 404, 500],
  ['get', '/webhook/secret/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['post', '/webhook/secret/rotate/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['post', '/webhook/test/{instanceName}', 200, 400, 401, 403, 404, 409, 500],
  ...['rabbitmq', 'nats', 'websocket'].flatMap((one): [string, string, ...number[]][] => [
    ['post', `/${one}/set/{instanceName}`, 201, 400, 401, 403, 404, 413, 415, 500, 503],
    ['get', `/${one}/find/{instanceName}`, 200, 400, 401, 403, 404, 500, 503],
  ]),
  ['get', '/template/find/{instanceName}', 200, 400, 401, 403, 404, 500, 502],
  ['post', '/template/create/{instanceName}', 201, 400, 401, 403, 404, 409, 500, 502],
  ['post', '/template/edit/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 415, 500, 502],
  [
    'delete',
    '/template/delete/{instanceName}',
    ...[200, 400, 401, 403, 404, 409, 413, 415, 500, 502],
  ],
  [
    'post',
    '/message/sendTemplate/{instanceName}',
    ...[201, 400, 401, 403, 404, 409, 413, 415, 429, 500, 502],
  ],
  ['post', '/message/sendText/{instanceName}', 201, 400, 401, 403, 404, 409, 500, 502],
  ['post', '/message/sendMedia/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 415, 429, 500],
  [
    'post',
    '/chat/getBase64FromMediaMessage/{instanceName}',
    ...[201, 400, 401, 403, 404, 409, 410, 429, 503],
  ],
  ['post', '/message/sendWhatsAppAudio/{instanceName}', ...SENDS_FILE],
  ['post', '/message/sendPtv/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 415, 429, 500],
  ['post', '/message/sendStatus/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 415, 429, 500],
  ['post', '/message/sendSticker/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 415, 429, 500],
  ['post', '/chat/markMessageAsRead/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/markMessageAsPlayed/{instanceName}', 201, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/chat/sendPresence/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/presenceSubscribe/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/updateProfileName/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/archiveChat/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/markChatUnread/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/pinChat/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/muteChat/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['get', '/label/findLabels/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['post', '/chat/findMessages/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 415, 429, 500],
  ['post', '/chat/findStatusMessage/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/findChats/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 415, 429, 500],
  ['post', '/chat/findContacts/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 429, 500],
  ['get', '/chat/findChatByRemoteJid/{instanceName}', 200, 400, 401, 403, 404, 409, 500],
  ['get', '/message/search/{instanceName}', 200, 400, 401, 403, 404, 409, 500],
  ['get', '/chat/resolve/{instanceName}', 200, 400, 401, 403, 404, 409, 500],
  ['post', '/label/handleLabel/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/chat/history/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  ['post', '/chat/fetchProfilePictureUrl/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/chat/fetchProfile/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/chat/fetchBusinessProfile/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/chat/updateBlockStatus/{instanceName}', 201, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/chat/whatsappNumbers/{instanceName}', 200, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/instance/setPresence/{instanceName}', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/message/sendLocation/{instanceName}', 201, 400, 401, 403, 404, 409, 500],
  ['post', '/message/sendContact/{instanceName}', 201, 400, 401, 403, 404, 409, 500],
  ['post', '/message/sendPoll/{instanceName}', 201, 400, 401, 403, 404, 409, 500],
  ['post', '/message/sendPollVote/{instanceName}', ...[...SENDS_FILE, 500]],
  ['post', '/message/sendReaction/{instanceName}', 201, 400, 401, 403, 404, 409, 500],
  ['post', '/message/forward/{instanceName}', 201, 400, 401, 403, 404, 409, 500],
  ['post', '/message/sendList/{instanceName}', 201, 400, 401, 403, 404, 409, 422, 500, 502],
  ['post', '/message/sendButtons/{instanceName}', 201, 400, 401, 403, 404, 409, 422, 500, 502],
  ['post', '/message/sendCarousel/{instanceName}', ...SENDS_FILE, 422, 500, 502],
  ['post', '/message/sendFlow/{instanceName}', ...SENDS_FILE, 422, 500, 502],
  ['post', '/chat/updateMessage/{instanceName}', 200, 400, 401, 403, 404, 409, 500],
  ['delete', '/chat/deleteMessageForEveryone/{instanceName}', 201, 400, 401, 403, 404, 409, 500],
  ['get', '/group/findGroupInfos/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['get', '/group/fetchAllGroups/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['get', '/group/participants/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ...[
    'create',
    'updateGroupSubject',
    'updateGroupDescription',
    'updateGroupPicture',
    'updateParticipant',
    'updateSetting',
    'updateMemberAddMode',
    'toggleEphemeral',
    'updateJoinRequests',
  ].map((verb): [string, string, ...number[]] => [
    'post',
    `/group/${verb}/{instanceName}`,
    ...[201, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  ]),
  [
    'post',
    '/group/sendInvite/{instanceName}',
    ...[200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  ],
  ['get', '/group/inviteCode/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['get', '/group/inviteInfo/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['get', '/group/acceptInviteCode/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/group/revokeInviteCode/{instanceName}', 201, 400, 401, 403, 404, 409, 429, 500],
  ['get', '/group/joinRequests/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['delete', '/group/leaveGroup/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ['get', '/newsletter/list/{instanceName}', 200, 400, 401, 403, 404, 409, 429, 500],
  ...['info', 'link', 'follow', 'unfollow'].map((verb): [string, string, ...number[]] => [
    'post',
    `/newsletter/${verb}/{instanceName}`,
    ...[200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  ]),
  ...GO_NEEDED.global.map((operation): [string, string, ...number[]] => [
    'get',
    operation.slice(4),
    ...[200, 401, 403, 404, 429, 500, 503],
  ]),
  ...[GO_NEEDED.read, GO_NEEDED.send, GO_NEEDED.settings, GO_NEEDED.connect]
    .flat()
    .filter((operation) => !GO_UNLISTED.has(operation))
    .map((operation): [string, string, ...number[]] => {
      const [method = '', path = ''] = operation.split(' ');
      return [method, path, ...[200, 400, 401, 403, 404, 409, 429, 500, 503]];
    }),
  ...GO_SEND.map((path): [string, string, ...number[]] => [
    'post',
    path,
    ...[200, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503],
  ]),
  ['get', '/event/find/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['get', '/delivery/find/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['get', '/event/search/{instanceName}', 200, 400, 401, 403, 404, 500],
  ['get', '/delivery/search', 200, 400, 401, 403, 404, 500],
  ['get', '/delivery/count', 200, 400, 401, 403, 404, 500],
  ['get', '/delivery/{deliveryId}', 200, 400, 401, 403, 404, 500],
  ['get', '/delivery/request/{deliveryId}', 200, 400, 401, 403, 404, 500],
  ['post', '/delivery/redeliver/{instanceName}', 202, 400, 401, 403, 404, 500],
  ['post', '/sandbox/{instanceName}/scan', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/pair', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/passkey', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/message', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/sandbox/{instanceName}/history', 201, 400, 401, 403, 404, 409, 413, 429, 500],
  ['post', '/sandbox/{instanceName}/receipt', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/event', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/group', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/presence', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/label', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/chat', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/template', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/contact', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/drop', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/remove', 200, 400, 401, 403, 404, 409, 429, 500],
  ['post', '/sandbox/{instanceName}/load', 200, 400, 401, 403, 404, 409, 429, 500],
  ['get', '/sandbox/{instanceName}/sent', 200, 400, 401, 403, 404, 500],
  ['get', '/sandbox/{instanceName}/actions', 200, 400, 401, 403, 404, 500],
  ['get', '/passkey-ceremony/{token}', 200, 400, 404, 410, 429, 500, 503],
  [
    'post',
    '/passkey-ceremony/{token}/response',
    ...[200, 400, 404, 409, 410, 413, 415, 429, 500, 503],
  ],
  ['post', '/passkey-ceremony/{token}/confirm', 200, 400, 404, 409, 410, 429, 500, 503],
  ...['', '/{instanceName}'].flatMap((one): [string, string, ...number[]][] => [
    ['get', `/provider/whatsapp-cloud/webhook${one}`, 200, 400, 403, 429, 500],
    ['post', `/provider/whatsapp-cloud/webhook${one}`, 200, 400, 401, 413, 429, 500, 503],
  ]),
  ['post', '/echo/{instanceName}', 200, 400, 401, 413, 429, 500],
  ['get', '/health', 200],
  ['get', '/server/ok', 200],
  ['get', '/ready', 200, 503],
  ['get', '/metrics', 200, 401, 403],
  ['get', '/audit/find', 200, 400, 401, 403, 500],
];

test.each(PROMISED)(
  '%s %s is documented with every status it was promised',
  (method, path, ...statuses) => {
    const operation = document.paths[path]?.[method];
    expect(operation).toBeDefined();
    const documented = Object.keys(operation.responses).map(Number);
    expect(statuses.filter((status) => !documented.includes(status))).toEqual([]);
    const isOpen = /^\/(health$|server\/ok$|ready$|passkey-ceremony\/|provider\/|echo\/)/.test(
      path,
    );
    expect(operation.security ?? []).toEqual(isOpen ? [] : [{ apikey: expect.any(Array) }]);
  },
);

/** The operations of the CRM zone that are promised in full, each with the codes of its own dialect. */
const CRM_PROMISED: readonly [string, string, Record<number, string>][] = [
  [
    'get',
    '/api/v1/permissions',
    {
      400: 'VALIDATION_ERROR',
      401: 'INVALID_TOKEN',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      500: 'INTERNAL_ERROR',
    },
  ],
  [
    'post',
    '/api/v1/pipelines/{pipeline_id}/pipeline_stages',
    {
      400: 'BAD_REQUEST',
      401: 'UNAUTHORIZED',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      422: 'VALIDATION_ERROR',
      500: 'INTERNAL_SERVER_ERROR',
    },
  ],
  [
    'get',
    '/api/v1/inbox_members/{inbox_id}',
    {
      400: 'BAD_REQUEST',
      401: 'UNAUTHORIZED',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      500: 'INTERNAL_ERROR',
    },
  ],
  [
    'delete',
    '/api/v1/mcp-servers/{id}',
    {
      400: 'BAD_REQUEST',
      401: 'UNAUTHORIZED',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      500: 'INTERNAL_SERVER_ERROR',
    },
  ],
];

test.each(CRM_PROMISED)('%s %s documents every code of its dialect', (method, path, codes) => {
  const operation = document.paths[path]?.[method];
  expect(operation).toBeDefined();
  expect(operation.security).toEqual([{ api_access_token: [] }]);
  for (const [status, code] of Object.entries(codes)) {
    expect([status, JSON.stringify(operation.responses[status])]).toEqual([
      status,
      expect.stringContaining(code),
    ]);
  }
});

interface Operation {
  readonly responses: Record<string, unknown>;
}

const OPEN = new Set(['/health', '/server/ok', '/ready']);

test('every operation but those for probes documents that the database may refuse for a while', () => {
  const inWords = operationsTagged(document, 'Evolution Go');
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      if (OPEN.has(path)) continue;
      const isInWords = inWords.has(`${method} ${path}`) || path.startsWith('/graph/');
      const text = isInWords ? 'Service Unavailable' : 'SERVICE_UNAVAILABLE';
      expect([method, path, JSON.stringify(responses[503])]).toEqual([
        method,
        path,
        expect.stringContaining(text),
      ]);
    }
  }
});

const HEADER = '"name":"idempotency-key","in":"header"';

test('every operation that sends a message or makes a group names the header Idempotency-Key', () => {
  const sending = Object.entries(document.paths).filter(([path]) =>
    /^\/(message\/(send|forward)|send\/|group\/(create|sendInvite)\/)/.test(path),
  );
  const silent = sending.filter(([, operations]) => !JSON.stringify(operations).includes(HEADER));
  expect(sending.length).toBeGreaterThan(25);
  expect(silent.map(([path]) => path)).toEqual([]);
});

test('without a key every operation of a zone answers 401 in our form, whatever else is wrong', async () => {
  const inWords = operationsTagged(document, 'Evolution Go');
  for (const [path, operations] of Object.entries<Record<string, unknown>>(document.paths)) {
    // Their credential is the token in the path, or a signature.
    if (OPEN.has(path) || /^\/(passkey-ceremony|provider|echo)\//.test(path)) continue;
    for (const method of Object.keys(operations)) {
      const url = path.replaceAll(/\{\w+\}/g, 'nobody');
      const { status, body } = await app.call(method.toUpperCase(), url, undefined, null);
      expect([method, path, status]).toEqual([method, path, 401]);
      if (path.startsWith('/graph/')) expect(body.error.code).toBe(190);
      else if (inWords.has(`${method} ${path}`))
        expect(body).toEqual({ error: expect.any(String) });
      else
        expect(body).toMatchObject({
          success: false,
          meta: { path: url, method: method.toUpperCase() },
        });
    }
  }
});

test('with an instance key every path of another instance answers 403, existing or not', async () => {
  const created = await app.call('POST', '/instance/create', { instanceName: 'mine' });
  await app.call('POST', '/instance/create', { instanceName: 'theirs' });
  for (const [path, operations] of Object.entries<Record<string, unknown>>(document.paths)) {
    if (!path.includes('{instanceName}') || /^\/(provider|echo)\//.test(path)) continue;
    for (const method of Object.keys(operations)) {
      for (const name of ['theirs', 'nobody']) {
        const body = method === 'get' || method === 'delete' ? undefined : {};
        const url = path.replace('{instanceName}', name);
        const { status } = await app.call(method.toUpperCase(), url, body, created.body.apikey);
        expect([method, url, status]).toEqual([method, url, 403]);
      }
    }
  }
});

test('every answer carries a request id, and the one it was given', async () => {
  for (const path of ['/health', '/nowhere', '/instance/fetchInstances', '/api/v1/anything']) {
    const response = await fetch(app.url + path, {
      headers: { 'x-request-id': 'mine-1', apikey: GLOBAL_KEY },
    });
    expect(response.headers.get('x-request-id')).toBe('mine-1');
  }
});
