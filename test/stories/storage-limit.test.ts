/** INSTANCE_STORAGE_LIMIT in the whole product: whatever a tenant stores counts, and no other tenant notices. */
import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Database as Port } from '../../src/core/db/client.ts';
import { measureRows } from '../../src/core/events/log/stored-rows.ts';
import { type ManualClock, manualClock } from '../doubles/manual-clock.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const LIMIT = MIB;

const running: RunningApp[] = [];
afterEach(() => Promise.all(running.splice(0).map((app) => app.stop())));

interface Tenant {
  readonly key: string;
  readonly name: string;
  readonly id: string;
}

async function started(env: Record<string, string> = { INSTANCE_STORAGE_LIMIT: String(LIMIT) }) {
  const clock = manualClock();
  const app = await startApp({ clock, env });
  running.push(app);
  const disk = new Database(join(app.dataDir, 'gatehouse.db'), { readonly: true });
  const query = async (sql: string, params: readonly unknown[]) =>
    disk.query(sql).values(...(params as SQLQueryBindings[]));
  const number = (sql: string) => Number(disk.query(sql).values()[0]?.[0]);
  const open = async (name: string): Promise<Tenant> => {
    const key = await app.openInstance(name);
    return {
      name,
      key,
      id: String(disk.query('select id from instances where name = ?').values(name)),
    };
  };
  const [shop, cafe] = [await open('shop'), await open('cafe')];
  const pages = () => number('pragma page_count') - number('pragma freelist_count');
  const empty = pages();
  return {
    ...{ app, clock, shop, cafe },
    act: actions(app, clock),
    /** Bytes of the disk that are taken since the instances were opened. */
    used: () => (pages() - empty) * number('pragma page_size'),
    /** What counts towards the limit of an instance. */
    counted: async ({ id }: Tenant) =>
      (await measureRows({ query } as Pick<Port, 'query'>, id, clock.now())).bytes,
    /** Until it holds; the clock moves. */
    until: (what: string, holds: () => boolean | Promise<boolean>) =>
      until(what, async () => {
        await clock.advance(1_000);
        return holds();
      }),
  };
}

let calls = 0;
const text = (bytes: number) => 'word '.repeat(bytes / 5);
const file = Buffer.alloc(256 * KIB, 'x').toString('base64');
const from = '5511988887777';
const number = '5511999990000';

/** What a tenant can do that stores something; each call does it once. */
function actions(app: RunningApp, clock: ManualClock) {
  const send =
    (kind: string, body: object, isRepeatable = false) =>
    ({ name, key }: Tenant) => {
      const headers = isRepeatable ? { 'idempotency-key': `key-${calls++}` } : {};
      return app.call('POST', `/message/${kind}/${name}`, { number, ...body }, key, headers);
    };
  const receive =
    (body: () => object) =>
    ({ name, key }: Tenant) =>
      app.call('POST', `/sandbox/${name}/message`, { from, ...body() }, key);
  const document = { mediatype: 'document', media: file };
  const scheduleAt = new Date(clock.now() + 86_400_000).toISOString();
  const values = Array.from({ length: 12 }, (_, at) => `${at} ${text(90)}`);
  return {
    'texts sent': send('sendText', { text: text(20_000) }),
    'answers for an Idempotency-Key': send('sendText', { text: text(20_000) }, true),
    'files sent': send('sendMedia', { ...document, caption: text(1_000) }, true),
    polls: send('sendPoll', { name: text(250), values }),
    'texts received': receive(() => ({ kind: 'text', text: text(20_000) })),
    'files received': receive(() => ({ kind: 'image', base64: file })),
    'contacts and chats': receive(() => ({
      kind: 'text',
      from: String(5511900000000 + calls++),
      text: 'hi',
    })),
    'messages that wait to be sent': send('sendMedia', { ...document, scheduleAt }),
  };
}
type Kind = keyof ReturnType<typeof actions>;
const KINDS: readonly Kind[] = [
  'texts sent',
  'answers for an Idempotency-Key',
  'files sent',
  'polls',
  'texts received',
  'files received',
  'contacts and chats',
  'messages that wait to be sent',
];

test('whatever an instance stores counts by about what it takes on the disk', async () => {
  const { act, shop, used, counted } = await started({});
  for (const kind of KINDS) {
    const before = { used: used(), counted: await counted(shop) };
    for (let n = 0; n < 12; n++) expect((await act[kind](shop)).status).toBe(201);
    const ratio = ((await counted(shop)) - before.counted) / (used() - before.used);
    expect([kind, ratio > 0.5, ratio < 3]).toEqual([kind, true, true]);
  }
});

test.each(['answers for an Idempotency-Key', 'texts received', 'files received'] as const)(
  'an instance that stores without end has never more than three times its limit, and goes on below it: %s',
  async (kind) => {
    const { act, shop, cafe, used, counted, until } = await started();
    expect((await act[kind](cafe)).status).toBe(201);
    const before = await counted(cafe);
    // Four times the limit and more, as fast as it is taken.
    for (let bytes = 0, n = 0; bytes < 4 * LIMIT && n < 500; n++) {
      const [was, { status }] = [used(), await act[kind](shop)];
      expect([201, 429]).toContain(status);
      bytes += Math.max(0, used() - was);
      expect(used()).toBeLessThan(3 * LIMIT);
    }
    await until('it is below its limit', async () => (await counted(shop)) <= LIMIT);
    expect((await act[kind](shop)).status).toBe(201);
    expect(await counted(cafe)).toBeGreaterThanOrEqual(before);
  },
);

test('what waits to be sent is kept, and while it is more than the limit nothing is taken that would wait too', async () => {
  const { app, act, shop, cafe, until } = await started();
  const waiting: string[] = [];
  for (let n = 0; n < 5; n++)
    waiting.push((await act['messages that wait to be sent'](shop)).body.key.id);
  let refusal = await act['texts sent'](shop);
  await until('it is refused', async () => {
    refusal = await act['texts sent'](shop);
    return refusal.status === 429;
  });
  expect(refusal.body.error).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringContaining('INSTANCE_STORAGE_LIMIT'),
  });
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await act['messages that wait to be sent'](shop)).status).toBe(429);
  // What arrives is not the instance's to decide, and other instances have room of their own.
  expect((await act['texts received'](shop)).status).toBe(201);
  expect((await act['messages that wait to be sent'](cafe)).status).toBe(201);
  for (const id of waiting) {
    const { status } = await app.call(
      'DELETE',
      `/message/scheduled/shop/${id}`,
      undefined,
      shop.key,
    );
    expect(status).toBe(200);
  }
  await until('it sends again', async () => (await act['texts sent'](shop)).status === 201);
});
