/** GET /event/search by status; what is found is shown where the log is tested. */
import { beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { events, media, streams } from '../../../../src/core/db/schema/engine.ts';
import { mediaMarker } from '../../../../src/core/events/contract/catalog.ts';
import { createEventBodies } from '../../../../src/core/events/log/bodies.ts';
import { searchEvents } from '../../../../src/modules/gateway/event/find.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  type GatewayServer,
  gatewayServer,
  operationsWith,
  SHARED_REFUSALS,
  SHOP,
} from '../../../helpers/gateway-server.ts';
import { plentyOfMemory } from '../../../helpers/memory.ts';

let db: Database;
let server: GatewayServer;
beforeEach(async () => {
  db = await testDatabase();
  const clock = manualClock();
  const parts = { db, clock, memory: plentyOfMemory(), eventBodies: createEventBodies(db) };
  server = gatewayServer(clock, operationsWith([searchEvents], parts));
});

async function insert(...rows: { chat?: string; data: unknown; mediaId?: string }[]) {
  await db.orm.insert(streams).values({ id: SHOP.id, lastSequence: rows.length });
  for (const [index, { data, ...row }] of rows.entries()) {
    const body = JSON.stringify({ sequence: index + 1, data });
    const key = { streamId: SHOP.id, sequence: index + 1, id: `id-${index}` };
    await db.orm.insert(events).values({ ...key, ...row, type: 'Message', body, createdAt: 0 });
  }
}
const search = (query = '') => server.call('GET', `/event/search/shop${query}`);

describe('GET /event/search/:instanceName', () => {
  test('200 nothing: an empty list and no next', async () => {
    expect((await search()).json).toEqual({ events: [], next: null });
  });

  test('200 the newest first, by a phone number too, and without the bytes of files', async () => {
    await db.orm.insert(media).values({
      id: 'file',
      mimetype: 'image/png',
      bytes: Buffer.from('picture'),
      createdAt: 0,
    });
    await insert(
      { data: { text: 'one' }, chat: '5511988887777@s.whatsapp.net' },
      { data: { text: 'two', base64: mediaMarker('file') }, mediaId: 'file' },
    );
    const { status, json } = await search('?limit=1');
    expect(status).toBe(200);
    expect(json).toEqual({ events: [{ sequence: 2, data: { text: 'two' } }], next: 2 });
    expect((await search('?before=2')).json.events).toEqual([
      { sequence: 1, data: { text: 'one' } },
    ]);
    expect((await search('?chat=5511988887777')).json.events).toHaveLength(1);
    expect((await search('?text=TWO&event=message')).json.events).toHaveLength(1);
  });

  test('200 a page ends after about 8 MiB, and goes on there', async () => {
    const text = 'x'.repeat(3 * 1024 * 1024);
    await insert({ data: text }, { data: text }, { data: text });
    const { json } = await search();
    expect([json.events.length, json.next]).toEqual([2, 2]);
    expect((await search('?before=2')).json).toMatchObject({ next: null });
  });

  test.each([
    ['event=Massage', 'event must be an event type: did you mean Message?'],
    [
      'chat=nobody',
      'chat must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
    ],
    ['text=', 'text must be 1-200 characters'],
    [`id=${'x'.repeat(201)}`, 'id must be 1-200 characters'],
    ['before=0', 'before must be a sequence'],
    ['after=-1', 'after must be a sequence'],
    ['limit=501', 'limit must be a whole number'],
  ])('400 %s', async (query, said) => {
    const { status, json } = await search(`?${query}`);
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(said)]);
  });

  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const answer = await server.call('GET', `/event/search/${name}`, { key });
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });

  test('500 the database cannot be read', async () => {
    await db.query('drop table events', []);
    expect((await search()).json.error.code).toBe('INTERNAL_SERVER_ERROR');
  });
});
