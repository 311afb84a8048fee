/** Listing what a webhook was sent, and sending it again. */
import { describe, expect, test } from 'bun:test';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

/** Two webhooks, and `count` events that each of them waits for. */
async function withDeliveries(count: number) {
  const bench = await crmBench();
  const [id = '', other = ''] = await Promise.all(['one', 'two'].map((name) => hook(bench, name)));
  for (let n = 1; n <= count; n++) {
    const body = { name: `server ${n}`, config_type: 'sse' };
    const made = await bench.call('POST', '/mcp-servers', { body });
    await bench.call('DELETE', `/mcp-servers/${made.body.data.id}`);
  }
  const at = `/webhooks/${id}`;
  const list = async (query = '') =>
    (await bench.call('GET', `${at}/deliveries${query}`)).body.data;
  return { ...bench, id, other, at, list };
}

const hook = async ({ call }: CrmBench, name: string): Promise<string> => {
  const body = { name, url: 'http://receiver.test/hook?key=secret' };
  return (await call('POST', '/webhooks', { body })).body.data.id;
};
const sequences = (deliveries: { sequence: number }[]) =>
  deliveries.map(({ sequence }) => sequence);

describe('GET /webhooks/{id}/deliveries', () => {
  test('200 its own, oldest first, query values masked', async () => {
    const { list } = await withDeliveries(2);
    const { deliveries, next } = await list();
    expect(sequences(deliveries)).toEqual([1, 2]);
    expect(next).toBe(deliveries[1].id);
    expect(deliveries[0]).toEqual({
      id: expect.any(String),
      event_id: expect.any(String),
      event: 'mcp_server.deleted',
      sequence: 1,
      recovery: null,
      target: 'http://receiver.test/hook?key=********',
      state: 'waiting',
      attempt_count: 0,
      next_attempt_at: '2026-01-05T10:00:00.000Z',
      last_status: null,
      last_error: null,
      created_at: '2026-01-05T10:00:00.000Z',
      updated_at: '2026-01-05T10:00:00.000Z',
    });
  });

  test('200 page by page, by state, and empty without any', async () => {
    const { list } = await withDeliveries(5);
    const first = await list('?limit=2');
    const second = await list(`?limit=2&after=${first.next.toUpperCase()}`);
    const third = await list(`?limit=2&after=${second.next}`);
    const last = await list(`?after=${third.next}`);
    expect([first, second, third, last].map(({ deliveries }) => sequences(deliveries))).toEqual([
      [1, 2],
      [3, 4],
      [5],
      [],
    ]);
    expect(last.next).toBe(third.next);
    expect((await list('?state=waiting&limit=500')).deliveries).toHaveLength(5);
    expect(await list('?state=delivered')).toEqual({ deliveries: [], next: null });
  });

  test('200 newest first, page by page, by state', async () => {
    const { list } = await withDeliveries(5);
    const first = await list('?order=newest&limit=2');
    const second = await list(`?order=newest&limit=2&before=${first.next.toUpperCase()}`);
    const third = await list(`?order=newest&limit=2&before=${second.next}`);
    expect([first, second, third].map(({ deliveries }) => sequences(deliveries))).toEqual([
      [5, 4],
      [3, 2],
      [1],
    ]);
    expect(third.next).toBeNull();
    const failed = await list('?order=newest&state=discarded');
    expect(failed).toEqual({ deliveries: [], next: null });
  });

  test.each([
    ['order=first', 'order must be one of: oldest, newest'],
    [`before=${UNKNOWN}`, 'before is not for oldest first'],
    [`order=newest&after=${UNKNOWN}`, 'after is not for newest first'],
    ['order=newest&before=5', 'before must be a UUID'],
    ['state=sent', 'state must be one of'],
    ['after=5', 'after must be a UUID'],
    ['limit=0', 'limit must be a whole number from 1 to 500'],
    ['limit=501', 'limit must be a whole number from 1 to 500'],
  ])('400 %s', async (query, text) => {
    const { call, at } = await withDeliveries(0);
    const { status, body } = await call('GET', `${at}/deliveries?${query}`);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toContain(text);
  });

  test('404 another account’s webhook and an unknown one', async () => {
    const { call, at, otherAccount } = await withDeliveries(1);
    const { token } = await otherAccount();
    expect((await call('GET', `${at}/deliveries`, { token })).status).toBe(404);
    expect((await call('GET', `/webhooks/${UNKNOWN}/deliveries`)).status).toBe(404);
  });
});

describe('GET /webhooks/{id}/deliveries/{delivery_id}', () => {
  test('200 with its attempts, 404 through another webhook, 400 malformed', async () => {
    const { call, at, other, list } = await withDeliveries(1);
    const [delivery] = (await list()).deliveries;
    const one = await call('GET', `${at}/deliveries/${delivery.id}`);
    expect([one.status, one.body.data]).toEqual([200, { ...delivery, attempts: [] }]);
    expect((await call('GET', `/webhooks/${other}/deliveries/${delivery.id}`)).status).toBe(404);
    expect((await call('GET', `${at}/deliveries/${UNKNOWN}`)).status).toBe(404);
    expect((await call('GET', `${at}/deliveries/42`)).status).toBe(400);
  });
});

describe('POST /webhooks/{id}/redeliver', () => {
  test('202 those of this webhook alone, by state, by ids and by time', async () => {
    const { call, at, other, list, rows } = await withDeliveries(3);
    await rows(
      "update deliveries set state = 'discarded', next_attempt_at = null, attempt_count = 5",
    );
    const again = async (body: object) => {
      const { status, body: answer } = await call('POST', `${at}/redeliver`, { body });
      return [status, answer.data?.redelivering];
    };
    const { deliveries } = await list();
    const [own] = deliveries;
    const [foreign] = (await call('GET', `/webhooks/${other}/deliveries`)).body.data.deliveries;
    expect(await again({ ids: [own.id.toUpperCase(), own.id, foreign.id] })).toEqual([202, 1]);
    expect((await list('?state=waiting')).deliveries).toHaveLength(1);
    expect(await again({ state: 'discarded' })).toEqual([202, 2]);
    expect(await again({ to: '2026-01-05T09:59:59Z' })).toEqual([202, 0]);
    expect(await again({ from: '2026-01-05T12:00:00+02:00' })).toEqual([202, 3]);
    const states = await rows(
      'select state, count(*) from deliveries where endpoint = ? group by state',
      `webhook:${other}`,
    );
    expect(states).toEqual([['discarded', 3]]);
  });

  test.each<[string, object, string, string]>([
    ['nothing is selected', {}, 'ids', 'is required, or one of state, from and to'],
    ['ids are empty', { ids: [] }, 'ids', 'must have at least 1 item'],
    ['an id is malformed', { ids: ['5'] }, 'ids.0', 'must be a UUID'],
    [
      'ids come with a state',
      { ids: [UNKNOWN], state: 'waiting' },
      'ids',
      'must not be combined with state, from or to',
    ],
    [
      'the state is one of none',
      { state: 'sending' },
      'state',
      'must be one of: delivered, discarded, waiting',
    ],
    [
      'from is after to',
      { from: '2026-01-06T00:00:00Z', to: '2026-01-05T00:00:00Z' },
      'from',
      'must not be after to',
    ],
  ])('422 %s', async (_what, fields, field, text) => {
    const { call, at } = await withDeliveries(0);
    const { status, body } = await call('POST', `${at}/redeliver`, { body: fields });
    expect([status, body.error.details]).toEqual([422, { [field]: [text] }]);
  });

  test('409 the webhook is disabled, 404 another account’s', async () => {
    const { call, at, otherAccount } = await withDeliveries(1);
    const body = { state: 'waiting' };
    const { token } = await otherAccount();
    expect((await call('POST', `${at}/redeliver`, { token, body })).status).toBe(404);
    await call('PATCH', at, { body: { enabled: false } });
    const { status, body: answer } = await call('POST', `${at}/redeliver`, { body });
    expect([status, answer.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('202 once for one Idempotency-Key', async () => {
    const { call, at } = await withDeliveries(1);
    const again = { body: { state: 'waiting' }, headers: { 'idempotency-key': 'k' } };
    const first = await call('POST', `${at}/redeliver`, again);
    const second = await call('POST', `${at}/redeliver`, again);
    expect([second.status, second.body]).toEqual([202, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});
