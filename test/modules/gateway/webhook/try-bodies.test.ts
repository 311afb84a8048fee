/** Filters and transforms tried on the kept events of an instance. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { sampleBody } from '../../../../src/core/events/contract/catalog.ts';
import { LOOKED_AT_MAX } from '../../../../src/core/events/log/kept-events.ts';
import { SHARED_REFUSALS, SHOP } from '../../../helpers/gateway-server.ts';
import { FULL, type WebhookBench, webhookBench } from './setup.ts';

let bench: WebhookBench;

beforeEach(async () => {
  bench = await webhookBench();
});

const PATH = '/webhook/endpoints/shop';
const START = Date.UTC(2026, 0, 5, 10);

const idOf = (sequence: number) => `01900000-0000-7000-8000-${String(sequence).padStart(12, '0')}`;
const bodyOf = (sequence: number, text: string, type = 'Message') =>
  JSON.stringify({
    ...{ id: idOf(sequence), event: type, instanceId: SHOP.id, instanceName: 'shop', sequence },
    timestamp: new Date(START + sequence * 1000).toISOString(),
    data: {
      Info: { Chat: '5511888880000@s.whatsapp.net', IsFromMe: false, ID: `M${sequence}` },
      Message: { conversation: text, base64: '@media:m1@' },
    },
  });

const sample = sampleBody('Message', {
  ...{ id: idOf(1), instanceId: SHOP.id, instanceName: 'shop', now: START },
});

/** Keeps events as the engine does, a second apart. */
async function keep(bodies: readonly string[], type = 'Message') {
  await bench.db.batch([
    ...bodies.map((body, at) => ({
      sql: `insert into events (stream_id, sequence, id, type, body, media_id, created_at)
        values (?, ?, ?, ?, ?, ?, ?)`,
      params: [SHOP.id, at + 1, idOf(at + 1), type, body, 'm1', START + (at + 1) * 1000],
    })),
    {
      sql: 'insert into streams (id, last_sequence) values (?, ?)',
      params: [SHOP.id, bodies.length],
    },
  ]);
}

const tryFilter = (body: object) => bench.call('POST', `${PATH}/filter/test`, { body });
const tryTransform = (body: object, key?: string) =>
  bench.call('POST', `${PATH}/transform/test`, { body, ...(key !== undefined && { key }) });

describe('POST /webhook/endpoints/:instanceName/filter/test', () => {
  const says = (text: string) => ({ 'data.Message.conversation': { $contains: text } });

  test('200 how many of the kept events it would have sent, and the newest of them', async () => {
    await keep(
      Array.from({ length: 450 }, (_, at) => bodyOf(at + 1, at % 3 === 0 ? 'order' : 'hi')),
    );
    const { status, json } = await tryFilter({ filter: says('order'), limit: 2 });
    expect(status).toBe(200);
    expect(json).toEqual({
      lookedAt: 450,
      matched: 150,
      undecided: 0,
      events: [
        { id: idOf(448), event: 'Message', sequence: 448, timestamp: '2026-01-05T10:07:28.000Z' },
        { id: idOf(445), event: 'Message', sequence: 445, timestamp: '2026-01-05T10:07:25.000Z' },
      ],
      next: null,
    });
    const before = await tryFilter({ filter: says('order'), before: 4 });
    expect(before.json).toMatchObject({ lookedAt: 3, matched: 1 });
    const since = await tryFilter({ filter: null, since: '2026-01-05T10:07:30Z' });
    expect(since.json).toMatchObject({ lookedAt: 1, matched: 1 });
  });

  test('200 files are not seen, and a large body is looked at as well', async () => {
    await keep([bodyOf(1, 'x'.repeat(100_000)), bodyOf(2, 'small')]);
    const filter = { 'data.Message.base64': { $exists: false } };
    expect((await tryFilter({ filter })).json).toMatchObject({ lookedAt: 2, matched: 2 });
  });

  test('200 no more than ten thousand are looked at; the answer says where to go on', async () => {
    await keep(Array.from({ length: LOOKED_AT_MAX + 50 }, (_, at) => bodyOf(at + 1, 'hi')));
    const { json } = await tryFilter({ filter: says('order') });
    expect(json).toMatchObject({ lookedAt: LOOKED_AT_MAX, matched: 0, next: 51 });
    const rest = await tryFilter({ filter: says('hi'), before: json.next });
    expect(rest.json).toMatchObject({ lookedAt: 50, matched: 50, next: null });
  });

  test('200 in the format and of the events of an endpoint, unless others are given', async () => {
    await keep([sample]);
    await bench.set({ ...FULL, format: 'evolution-api', events: ['MESSAGE'] });
    const filter = { event: 'messages.upsert', apikey: null };
    expect((await tryFilter({ filter })).json.matched).toBe(0);
    expect((await tryFilter({ filter, endpoint: 'default' })).json).toMatchObject({
      matched: 1,
      undecided: 0,
    });
    const other = { filter, endpoint: 'default', format: 'gatehouse' };
    expect((await tryFilter(other)).json.matched).toBe(0);
    const receipts = { filter: null, endpoint: 'default', events: ['RECEIPT', 'CALL'] };
    expect((await tryFilter(receipts)).json).toMatchObject({ lookedAt: 0, matched: 0 });
  });

  test('200 what cannot be decided would be sent, and is counted', async () => {
    const list = Array.from({ length: 60_000 }, (_, at) => at);
    await keep([JSON.stringify({ event: 'Message', data: { list } })]);
    expect((await tryFilter({ filter: { 'data.list': -1 } })).json).toMatchObject({
      matched: 1,
      undecided: 1,
    });
  });

  test.each<[object, string]>([
    [{}, 'filter is required'],
    [{ filter: { a: { $eqq: 1 } } }, 'filter.a.$eqq is not an operator: did you mean $eq?'],
    [{ filter: null, since: 'yesterday' }, 'since must be an ISO 8601 date and time'],
    [{ filter: null, limit: 101 }, 'limit must be a whole number from 1 to 100'],
    [{ filter: null, before: 0 }, 'before must be a sequence'],
    [{ filter: null, events: ['Mesage'] }, 'did you mean MESSAGE?'],
    [{ filter: null, format: 'xml' }, 'format must be one of'],
  ])('400 %j', async (body, problem) => {
    const { status, json } = await tryFilter(body);
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(problem)]);
  });

  test('404 an unknown endpoint', async () => {
    expect((await tryFilter({ filter: null, endpoint: 'nobody' })).status).toBe(404);
  });
});

describe('POST /webhook/endpoints/:instanceName/transform/test', () => {
  const transform = { pick: ['event', 'data.Message'] };

  test('200 the body of the newest event of a type, or of one by its id, without its file', async () => {
    await keep([bodyOf(1, 'first'), bodyOf(2, 'second')]);
    const { status, json } = await tryTransform({ transform, event: 'message' });
    expect(status).toBe(200);
    expect(json).toEqual({
      body: '{"event":"Message","data":{"Message":{"conversation":"second"}}}',
      contentType: 'application/json',
      problem: null,
      event: 'Message',
      sequence: 2,
    });
    const first = await tryTransform({ transform: { template: 'text' }, eventId: idOf(1) });
    expect(first.json).toMatchObject({
      body: 'Message · shop\n5511888880000@s.whatsapp.net: first',
      contentType: 'text/plain; charset=utf-8',
      sequence: 1,
    });
  });

  test('200 a sample where no such event is kept, and the body as it is without a transform', async () => {
    const sample = await tryTransform({ transform: null, event: 'CallOffer' });
    expect(sample.json).toMatchObject({ event: 'CallOffer', sequence: null, problem: null });
    expect(JSON.parse(sample.json.body)).toMatchObject({ event: 'CallOffer', test: true });
  });

  test('200 the form of an endpoint, with the key of the instance masked', async () => {
    await keep([sample]);
    const go = await tryTransform({
      transform: { pick: ['instanceToken'] },
      format: 'evolution-go',
    });
    expect(JSON.parse(go.json.body)).toEqual({ instanceToken: '********' });
    const api = await tryTransform({ transform: { pick: ['event'] }, format: 'evolution-api' });
    expect(JSON.parse(api.json.body)).toEqual({ event: 'messages.upsert' });
  });

  test('200 why no body can be made', async () => {
    const rename = { event: 'sequence.name' };
    expect((await tryTransform({ transform: { rename } })).json).toMatchObject({
      body: null,
      contentType: null,
      problem:
        'transform_failed: rename: nothing can be put at sequence.name, since it is in a value',
    });
  });

  test('404 an event that is not kept', async () => {
    const { status, json } = await tryTransform({ transform: null, eventId: idOf(9) });
    expect([status, json.error.message]).toEqual([404, 'event not found']);
  });

  test.each<[object, string]>([
    [{}, 'transform is required'],
    [{ transform: { pick: [] } }, 'transform.pick must be a list of 1 to 100 paths'],
    [{ transform: null, event: 'Mesage' }, 'event must be an event type'],
  ])('400 %j', async (body, problem) => {
    const { status, json } = await tryTransform(body);
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(problem)]);
  });
});

describe.each([
  ['filter', { filter: null }],
  ['transform', { transform: null }],
] as const)('POST /webhook/endpoints/:instanceName/%s/test', (what, body) => {
  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const answer = await bench.call('POST', `/webhook/endpoints/${name}/${what}/test`, {
      key,
      body,
    });
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });
});
