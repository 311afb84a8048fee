/**
 * kill -9 at a real process in the middle of requests with an Idempotency-Key, which the client repeats until they are
 * answered. PROCESS_KILLS is how many kills there are.
 */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import { until } from '../../helpers/until.ts';
import { cleanUp, freshDataDir, isolated, listening, spawnService } from './spawned-process.ts';

afterAll(cleanUp);

const KILLS = Number(process.env.PROCESS_KILLS ?? 5);
/** A round of requests has about as many commits. */
const COMMITS_MAX = 12;
const KEY = 'the-key-of-this-test';
const TOKEN = 'the-token-of-this-test';
const NUMBER = '5511999990001';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  readonly body: any;
}

interface Post {
  readonly path: string;
  readonly body: object;
}

async function start(dataDir: string) {
  const process = spawnService({
    ...isolated(dataDir),
    ...{ GLOBAL_API_KEY: KEY, BOOTSTRAP_ACCESS_TOKEN: TOKEN },
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const port = await listening(process);
  const call = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const credentials = { apikey: KEY, api_access_token: TOKEN };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...credentials, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  return { process, call };
}

type Service = Awaited<ReturnType<typeof start>>;

/** One of each kind, which `name` tells from those of other rounds. */
const requests = (name: string, scheduleAt: string): Post[] => [
  { path: '/message/sendText/shop', body: { number: NUMBER, text: name } },
  {
    path: '/message/sendMedia/shop',
    body: {
      ...{ number: NUMBER, mediatype: 'image', caption: name },
      media: Buffer.from(SAMPLES.image.bytes).toString('base64'),
    },
  },
  {
    path: '/message/sendLocation/shop',
    body: { number: NUMBER, name, address: 'Here', latitude: 1, longitude: 2, scheduleAt },
  },
  {
    path: '/webhook/endpoints/shop',
    body: { name, url: 'http://127.0.0.1:9/', events: ['MESSAGE'] },
  },
  { path: '/api/v1/inboxes', body: { name } },
];

const post = ({ call }: Service, { path, body }: Post, key: string): Promise<Answer> =>
  call('POST', path, body, { 'idempotency-key': key });

/** Repeats the request until it is done: it is refused while the instance is not connected yet. */
async function repeated(service: Service, one: Post, key: string): Promise<Answer> {
  let answer = await post(service, one, key);
  await until(`${one.path} is done`, async () => {
    if (answer.status !== 201) answer = await post(service, one, key);
    return answer.status === 201;
  });
  return answer;
}

/** Resolves when the database has had so many commits, or when all are answered. */
async function committed(dataDir: string, count: number, answered: Promise<unknown>) {
  using db = new Database(join(dataDir, 'gatehouse.db'), { readonly: true });
  const version = () => JSON.stringify(db.query('pragma data_version').get());
  let isOver = false;
  void answered.then(() => {
    isOver = true;
  });
  let last = version();
  for (let seen = 0; seen < count && !isOver; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = version();
    if (now !== last) seen++;
    last = now;
  }
}

/** The ids of what there is of a round, by kind. */
async function made({ call }: Service, name: string): Promise<string[][]> {
  type Item = Record<string, string>;
  const [sent, scheduled, endpoints, inboxes] = await Promise.all([
    call('GET', '/sandbox/shop/sent'),
    call('GET', '/message/scheduled/shop'),
    call('GET', '/webhook/endpoints/shop'),
    call('GET', '/api/v1/inboxes?page=1&pageSize=50'),
  ]);
  const idsIn = (list: Item[], field: string) =>
    list.filter((item) => item[field] === name).map(({ id }) => id ?? '');
  return [
    idsIn(sent.body, 'text'),
    idsIn(sent.body, 'caption'),
    scheduled.body.messages.map(({ id }: Item) => id),
    idsIn(endpoints.body.endpoints, 'name'),
    idsIn(inboxes.body.data, 'name'),
  ];
}

const idIn = ({ body }: Answer): string => body.key?.id ?? body.data?.id ?? body.id;

/** What there can only be some of, and what the next round is not to see. */
async function remove(
  { call }: Service,
  [, , scheduled = [], endpoints = [], inboxes = []]: string[][],
) {
  for (const id of scheduled) await call('DELETE', `/message/scheduled/shop/${id}`);
  for (const id of endpoints) await call('DELETE', `/webhook/endpoints/shop/${id}`);
  for (const id of inboxes) await call('DELETE', `/api/v1/inboxes/${id}`);
}

test(
  'what a killed service was asked for with an Idempotency-Key is done once, however it is repeated, and is what was answered',
  async () => {
    const dataDir = await freshDataDir();
    let service = await start(dataDir);
    await service.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
    await service.call('GET', '/instance/connect/shop');
    await service.call('POST', '/sandbox/shop/scan', {});
    const scheduleAt = new Date(Date.now() + 24 * 3_600_000).toISOString();
    for (let round = 0; round < KILLS; round++) {
      const key = `round-${round}`;
      const posts = requests(key, scheduleAt);
      const killed = service;
      const asking = posts.map((one) => post(killed, one, key).catch(() => null));
      const commits = Math.floor((round * COMMITS_MAX) / KILLS);
      await committed(dataDir, commits, Promise.all(asking));
      killed.process.signal('SIGKILL');
      await killed.process.ended();
      const before = await Promise.all(asking);
      service = await start(dataDir);
      const answers: Answer[] = [];
      for (const one of posts) answers.push(await repeated(service, one, key));
      const found = await made(service, key);
      expect(found).toEqual(answers.map((answer) => [idIn(answer)]));
      for (const [at, answer] of before.entries())
        if (answer !== null) expect(answers[at]).toEqual(answer);
      await remove(service, found);
    }
  },
  30_000 + KILLS * 5_000,
);
