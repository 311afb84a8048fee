/** Masked values stand for what an endpoint has when its change has its turn, not for what it had when it was asked for. */
import { beforeEach, expect, test } from 'bun:test';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { until } from '../../../helpers/until.ts';
import { type WebhookBench, webhookBench } from './setup.ts';

let bench: WebhookBench;
let id: string;
let other: string;

const PATH = '/webhook/endpoints/shop';
const HEADERS = { authorization: 'sealed-value' };
const MASKED = { authorization: '********' };
const TOKEN_URL = 'https://orders.test/hook?token=sealed-token';
const MASKED_URL = 'https://orders.test/hook?token=********';
const ELSEWHERE = { url: 'https://elsewhere.test/', headers: {} };

beforeEach(async () => {
  bench = await webhookBench();
  const body = { name: 'orders', url: TOKEN_URL, headers: HEADERS };
  id = (await bench.call('POST', PATH, { body })).json.id;
  const beside = { name: 'other', url: 'https://other.test/' };
  other = (await bench.call('POST', PATH, { body: beside })).json.id;
  await bench.set({ enabled: true, url: 'https://shop.test/', headers: HEADERS });
});

const change = (endpoint: string, body: object) =>
  bench.call('PATCH', `${PATH}/${endpoint}`, { body });
type Answering = ReturnType<WebhookBench['call']>;

/** Has the changes wait for one turn, each asked for before the one before is made. Returns their answers. */
async function inOneQueue(...requests: (() => Answering)[]) {
  const released = Promise.withResolvers<void>();
  let isHeld = false;
  bench.settings.announceTo({
    async retarget() {
      isHeld = true;
      await released.promise;
    },
    enable: async () => {},
  });
  const first = change(other, { url: `https://other.test/${crypto.randomUUID()}` });
  await until('a change has its turn', () => isHeld);
  let queued = 0;
  const { changeEndpoint, update } = bench.settings;
  bench.settings.changeEndpoint = (...values) => {
    queued++;
    return changeEndpoint.apply(bench.settings, values);
  };
  bench.settings.update = (...values) => {
    queued++;
    return update.apply(bench.settings, values);
  };
  const answers: Answering[] = [];
  for (const request of requests) {
    answers.push(request());
    await until('the change waits', () => queued === answers.length);
  }
  released.resolve();
  expect((await first).status).toBe(200);
  return Promise.all(answers);
}

const stored = (endpoint: string) => {
  const settings = bench.settings.get(SHOP.id);
  const found = endpoint === 'default' ? settings?.webhook : settings?.others.get(endpoint);
  return { url: found?.url, headers: found?.headers };
};

test.each(['orders', 'default'])(
  'masked headers do not follow an endpoint that somebody else moves meanwhile: %s',
  async (name) => {
    const endpoint = name === 'default' ? name : id;
    const [moved, kept] = await inOneQueue(
      () => change(endpoint, ELSEWHERE),
      () => change(endpoint, { headers: MASKED, description: 'kept' }),
    );
    expect([moved?.status, kept?.status]).toEqual([200, 400]);
    expect(kept?.json.error.message).toContain('headers.authorization must have a value');
    expect(stored(endpoint)).toEqual(ELSEWHERE);
  },
);

test('a masked URL does not bring an endpoint back that somebody else moves meanwhile', async () => {
  const [moved, kept] = await inOneQueue(
    () => change(id, ELSEWHERE),
    () => change(id, { url: MASKED_URL, headers: MASKED }),
  );
  expect([moved?.status, kept?.status]).toEqual([200, 400]);
  expect(kept?.json.error.message).toContain('url must be given whole');
  expect(stored(id)).toEqual(ELSEWHERE);
});

test('a change that keeps stored headers is refused when they are of another origin by then', async () => {
  const here = { url: 'https://orders.test/other' };
  const headers = { authorization: 'theirs' };
  const [moved, kept] = await inOneQueue(
    () => change(id, { ...ELSEWHERE, headers }),
    () => change(id, here),
  );
  expect([moved?.status, kept?.status]).toEqual([200, 400]);
  expect(kept?.json.error.message).toContain('headers must be given too');
  expect(stored(id)).toEqual({ ...ELSEWHERE, headers });
});

test('masked headers keep the value that somebody else sets meanwhile', async () => {
  const headers = { authorization: 'newer' };
  const [renewed, kept] = await inOneQueue(
    () => change(id, { headers }),
    () => change(id, { url: MASKED_URL, headers: MASKED }),
  );
  expect([renewed?.status, kept?.status]).toEqual([200, 200]);
  expect(stored(id)).toEqual({ url: TOKEN_URL, headers });
});

test('webhook/set keeps no headers of an origin that the webhook has left meanwhile', async () => {
  const body = { enabled: true, url: 'https://shop.test/', headers: MASKED };
  const [moved, kept] = await inOneQueue(
    () => change('default', ELSEWHERE),
    () => bench.set(body),
  );
  expect([moved?.status, kept?.status]).toEqual([200, 400]);
  expect(kept?.json.error.message).toContain('headers.authorization must be given again');
  expect(stored('default')).toEqual(ELSEWHERE);
});
