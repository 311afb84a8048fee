/** What callers read when several fields are wrong at once: one answer, in the order of the documentation. */
import { expect, test } from 'bun:test';
import { sharedApp } from '../../helpers/shared.ts';

const app = sharedApp({ instances: ['shop'] });

const refused = async (method: string, path: string, body?: unknown): Promise<string[]> => {
  const answer = await app.call(method, path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.code).toBe('BAD_REQUEST');
  return answer.body.error.message.split(/; (?!nearest)/);
};

const BODIES: [string, object, string[]][] = [
  [
    '/instance/create',
    { provider: 'telegram', number: '12' },
    [
      'instanceName is required',
      'provider must be one of those available here: sandbox, whatsapp, whatsapp-cloud',
      'number must be 7-15 digits with the code of the country',
    ],
  ],
  [
    '/instance/key/rotate/shop',
    { graceSeconds: -1, scopes: ['read', 'write'], expiresAt: '2001-01-01T00:00:00Z' },
    [
      'graceSeconds must be a whole number from 0 to 604800',
      'scopes must be an array of one or more of read, send, settings, connect',
      'expiresAt must be in the future',
    ],
  ],
  [
    '/webhook/set/shop',
    { enabled: true, headers: { host: 'a', te: 'b' }, base64: 'yes', events: ['Mesage'] },
    [
      'url is required while enabled is true',
      'headers.host must not be set',
      'headers.te must not be set',
      'base64 must be true or false',
      'events holds unknown names: "Mesage" (did you mean MESSAGE?)',
    ],
  ],
  [
    '/message/sendMedia/shop',
    { mediatype: 'gif', media: '***', mimetype: 'png', caption: 5, fileName: '../a' },
    [
      'number is required',
      'mediatype must be one of image, video, audio, document',
      'media must be a file in base64, or the http or https URL of one',
      'mimetype must be a media type such as image/png',
      'caption must be a text of at most 1024 characters',
      'fileName must be a name of 1-255 characters without slashes, backslashes and control characters',
    ],
  ],
  [
    '/message/sendText/shop',
    { number: '12' },
    ['number must be one phone number of 5-15 digits with its country code', 'text is required'],
  ],
  [
    '/template/create/shop',
    { name: 'Hello', category: 'SPAM', components: [{ type: 'BODY' }, { type: 'FOOT' }] },
    [
      'name must be 1 to 512 lower-case letters, digits or underscores',
      'language must be a code such as en or pt_BR',
      'category must be one of AUTHENTICATION, MARKETING, UTILITY',
      'components[0].text is required',
      'components[1].type must be one of HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, LIMITED_TIME_OFFER, CALL_PERMISSION_REQUEST',
    ],
  ],
  [
    '/delivery/redeliver/shop',
    { ids: ['17'], state: 'sending', from: 'monday', to: 5 },
    [
      'ids must be an array of 1 to 1000 delivery ids and must not be combined with state, from or to',
      'state must be one of delivered, discarded, waiting',
      'from must be an ISO 8601 time such as 2026-01-05T10:00:00Z',
      'to must be an ISO 8601 time such as 2026-01-05T10:00:00Z',
    ],
  ],
];
test.each(BODIES)('400 POST %s names every wrong field', async (path, body, problems) => {
  expect(await refused('POST', path, body)).toEqual(problems);
});

test('400 POST /instance/connect names every wrong field', async () => {
  const body = {
    webhookUrl: 'ftp://a.test/',
    subscribe: 'ALL',
    rabbitmqEnable: 'on',
    immediate: 1,
    phone: '99999',
  };
  const { status, body: answer } = await app.call('POST', '/instance/connect', body, undefined, {
    instanceid: 'shop',
  });
  expect(status).toBe(400);
  expect(answer.error.message.split('; ')).toEqual([
    'webhookUrl must begin with http:// or https:// and a host',
    'subscribe must be an array of at most 100 event names',
    'rabbitmqEnable must be "enabled", "disabled", true or false',
    'immediate must be true or false',
    'phone must be 7-15 digits with the code of the country',
  ]);
});

const QUERIES: [string, string[]][] = [
  [
    '/delivery/find/shop?state=lost&after=17&limit=501',
    [
      'state must be one of waiting, sending, delivered, discarded',
      'after must be a delivery id',
      'limit must be a whole number from 1 to 500',
    ],
  ],
  [
    '/event/find/shop?after=-1&event=Mesage&limit=0',
    [
      'after must be a sequence: a whole number from 0',
      'event must be an event type: did you mean Message?',
      'limit must be a whole number from 1 to 500',
    ],
  ],
  [
    '/audit/find?after=x&limit=many',
    ['after must be an id: a whole number from 0', 'limit must be a whole number from 1 to 500'],
  ],
];
test.each(QUERIES)('400 GET %s names every wrong parameter', async (path, problems) => {
  expect(await refused('GET', path)).toEqual(problems);
});
