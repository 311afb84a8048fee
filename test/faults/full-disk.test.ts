/** The whole service on a disk without room: what callers are answered, how soon, and what is there afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startReceiver } from '../doubles/receiver.ts';
import type { Answer } from '../helpers/app.ts';
import { cpuStopwatch } from '../helpers/cpu-time.ts';
import { shared, sharedApp } from '../helpers/shared.ts';
import { mountSmallDisk } from '../helpers/small-disk.ts';
import { until } from '../helpers/until.ts';

const disk = mountSmallDisk(24);
if (disk === null)
  console.log('tests of a full disk are skipped: mounting a tmpfs is not permitted');

const ISO = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
const REASON = new RegExp(`^the disk is full since ${ISO}$`);

describe.skipIf(disk === null)('a full disk', () => {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  let words = 0;

  async function publish(): Promise<Answer> {
    const text = `text ${++words} ${'x'.repeat(400)}`;
    const answer = await app.call('POST', '/sandbox/shop/message', {
      kind: 'text',
      from: `55119999${1_000 + (words % 50)}`,
      text,
    });
    if (answer.status === 201) acknowledged.push(text);
    else refused.push(text);
    return answer;
  }

  async function fill(): Promise<void> {
    disk?.fill();
    // The write-ahead log has room left in it.
    await until('a publish is refused', async () => (await publish()).status !== 201);
  }

  const app = sharedApp({ dataDir: disk?.path ?? '', instances: ['shop'] });
  const receiver = shared(startReceiver);
  beforeAll(async () => {
    await app.call('POST', '/webhook/set/shop', { enabled: true, url: receiver.url });
  });
  afterAll(async () => {
    disk?.unmount();
  });

  test('every publish is answered within a second: 503 with the reason, and when to come again', async () => {
    for (let pass = 0; pass < 20; pass++) await publish();
    await fill();
    const [from, usedMs] = [performance.now(), cpuStopwatch()];
    const answers = await Promise.all(Array.from({ length: 200 }, publish));
    expect(usedMs()).toBeLessThan(1_000);
    // Nothing waits: for a database that is locked it would be 5 s.
    expect(performance.now() - from).toBeLessThan(5_000);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { body, headers } of answers) {
      expect(body.error.code).toBe('SERVICE_UNAVAILABLE');
      expect(body.error.message).toMatch(REASON);
      expect(headers.get('retry-after')).toBe('1');
    }
  });

  test.each([
    ['POST', '/instance/create', { instanceName: 'other', provider: 'sandbox' }],
    ['POST', '/webhook/set/shop', { enabled: true, url: 'http://127.0.0.1:9/' }],
    ['POST', '/message/sendText/shop', { number: '5511999990000', text: 'hi' }],
    ['POST', '/delivery/redeliver/shop', { state: 'delivered' }],
    ['POST', '/api/v1/pipelines', { pipeline: { name: 'Sales' } }],
    ['POST', '/webhook/secret/rotate/shop', undefined],
  ])('%s %s answers 503 as well, not 500', async (method, path, body) => {
    const answer = await app.call(method, path, body);
    expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(answer.body.error.message).toMatch(REASON);
  });

  test('what only reads still answers', async () => {
    expect((await app.call('GET', '/event/find/shop')).status).toBe(200);
    expect((await app.call('GET', '/api/v1/pipelines')).status).toBe(200);
  });

  test('/ready says so and since when, and a metric counts what was not written', async () => {
    const { status, body } = await app.call('GET', '/ready');
    expect(status).toBe(503);
    expect(body).toMatchObject({ status: 'unavailable', database: 'down' });
    expect(body.error).toMatch(REASON);
    const { body: metrics } = await app.call('GET', '/metrics');
    const [, count] =
      /gatehouse_database_writes_failed_total\{reason="full"\} (\d+)/.exec(metrics) ?? [];
    expect(Number(count)).toBeGreaterThan(1);
  });

  test('it works again within 2 s of there being room, without a restart', async () => {
    disk?.free();
    const from = performance.now();
    await until('it is ready', async () => (await app.call('GET', '/ready')).status === 200, 2_000);
    await until('a publish is taken', async () => (await publish()).status === 201, 2_000);
    expect(performance.now() - from).toBeLessThan(2_000);
  });

  test('what was acknowledged is delivered once and in the log, what was refused is in neither', async () => {
    const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body));
    const received = () =>
      bodies()
        .map(({ data }) => data.Message?.conversation)
        .filter((text) => text !== undefined);
    await until('all is delivered', () => received().length >= acknowledged.length);
    expect(received().sort()).toEqual([...acknowledged].sort());
    expect(received().filter((text) => refused.includes(text))).toEqual([]);
    const sequences = bodies()
      .map(({ sequence }) => sequence)
      .sort((a, b) => a - b);
    const [first = 0] = sequences;
    expect(sequences).toEqual(sequences.map((_, index) => first + index));
  });
});
