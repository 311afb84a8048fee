/** GET /audit/find: who may read it, its pages and its filters. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { checkAudit } from '../../../../src/modules/gateway/audit/chain.ts';
import { findAudit } from '../../../../src/modules/gateway/audit/find.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';

let server: Gateway;
let key: string;
beforeAll(async () => {
  server = await gateway({
    operations: [findAudit],
  });
  for (let n = 0; n < 130; n++) ({ key } = await server.create(n % 2 ? `shop-${n}` : `cafe-${n}`));
  for (let n = 0; n < 3; n++) await server.call('DELETE', '/instance/logout/shop-1');
});
afterAll(() => server.audit.stop());

const find = (query = '', options = {}) => server.call('GET', `/audit/find${query}`, options);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
const idsOf = ({ body }: { body: any }) => body.entries.map(({ id }: { id: number }) => id);

describe('GET /audit/find', () => {
  test('200 the oldest 100, where to go on, and the newest of all', async () => {
    const { status, body } = await find();
    expect(status).toBe(200);
    expect(idsOf({ body })).toEqual(upTo(100));
    expect(body.next).toBe(100);
    const { head } = await checkAudit(server.database);
    expect(body.head).toEqual(head);
    expect(body.head.id).toBe(133);
  });

  test('200 each entry carries the hash of the one before', async () => {
    const { entries } = (await find('?limit=500')).body;
    expect(entries[0].previousHash).toBe('0'.repeat(64));
    for (const [index, entry] of entries.slice(1).entries())
      expect(entry.previousHash).toBe(entries[index].hash);
  });

  test('200 all entries in pages, without gap or repeat', async () => {
    const seen: number[] = [];
    for (let after = 0; ; ) {
      const { body } = await find(`?after=${after}&limit=17`);
      if (body.entries.length === 0) break;
      seen.push(...idsOf({ body }));
      after = body.next;
    }
    expect(seen).toEqual(upTo(133));
    expect((await find('?after=133')).body).toMatchObject({ entries: [], next: 133 });
  });

  test('200 of one action, of one instance, or both', async () => {
    expect(idsOf(await find('?action=instance.logout'))).toEqual([131, 132, 133]);
    expect(idsOf(await find('?instanceName=shop-1'))).toEqual([2, 131, 132, 133]);
    expect(idsOf(await find('?instanceName=shop-1&action=instance.create'))).toEqual([2]);
    expect(idsOf(await find('?instanceName=nobody'))).toEqual([]);
    expect(idsOf(await find('?action=instance.logout&after=131&limit=1'))).toEqual([132]);
  });

  test('200 the newest first, in pages without gap or repeat, and of one action', async () => {
    const newest = upTo(133).toReversed();
    expect(idsOf(await find('?order=newest&limit=3'))).toEqual(newest.slice(0, 3));
    const seen: number[] = [];
    for (let after = 0; ; ) {
      const { body } = await find(`?order=newest&after=${after}&limit=50`);
      if (body.entries.length === 0) break;
      seen.push(...idsOf({ body }));
      after = body.next;
    }
    expect(seen).toEqual(newest);
    expect(idsOf(await find('?order=newest&action=instance.logout'))).toEqual([133, 132, 131]);
    expect((await find('?order=worst')).status).toBe(400);
  });

  test('200 an empty audit has a head of zeros', async () => {
    const { body } = await (
      await gateway({
        operations: [findAudit],
      })
    ).call('GET', '/audit/find');
    expect(body).toEqual({ entries: [], next: 0, head: { id: 0, hash: '0'.repeat(64) } });
  });

  test.each(['after=-1', 'after=x', 'limit=0', 'limit=501'])('400 %s', async (query) => {
    const { status, body } = await find(`?${query}`);
    expect(status).toBe(400);
    expect(body.error.code).toBe('BAD_REQUEST');
    expect(body.error.message).toContain(query.split('=')[0]!);
  });

  test('401 no key, or a wrong one', async () => {
    for (const wrong of [null, 'guess']) {
      const { status, body } = await find('', { key: wrong });
      expect(status).toBe(401);
      expect(body.error.code).toBe('UNAUTHORIZED');
    }
  });

  test('403 the key of an instance', async () => {
    const { status, body } = await find('', { key });
    expect(status).toBe(403);
    expect(body.error.code).toBe('FORBIDDEN');
  });

  test('500 the audit cannot be read', async () => {
    const broken = await gateway({
      operations: [findAudit],
    });
    await broken.database.query('drop table gateway_audit', []);
    const { status, body } = await broken.call('GET', '/audit/find');
    expect(status).toBe(500);
    expect(body.error.code).toBe('INTERNAL_SERVER_ERROR');
  });
});
