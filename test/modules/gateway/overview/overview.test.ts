import { describe, expect, test } from 'bun:test';
import { deliveries } from '../../../../src/core/db/schema/engine.ts';
import { COUNTED_MAX, countByState } from '../../../../src/core/events/log/delivery-counts.ts';
import { readOverview } from '../../../../src/modules/gateway/overview/operations.ts';
import { readActivity } from '../../../../src/modules/gateway/overview/overview.ts';
import { Traffic } from '../../../../src/modules/gateway/overview/traffic.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { deliveryRow, fillDeliveries } from '../../../helpers/delivery-rows.ts';
import { gateway } from '../../../helpers/gateway.ts';
import { planned } from '../../../helpers/query-plans.ts';

async function open() {
  const traffic = new Traffic(manualClock());
  const g = await gateway({
    operations: [readOverview],
    with: () => ({ lastMinute: traffic.lastMinute }),
  });
  const overview = async (query = '', key?: string) =>
    (await g.call('GET', `/instance/overview${query}`, key === undefined ? {} : { key })).body;
  return { g, traffic, overview };
}
const namesIn = ({ instances }: { instances: { instanceName: string }[] }) =>
  instances.map(({ instanceName }) => instanceName);

describe('GET /instance/overview', () => {
  test('200 the instances that somebody should look at come first, and each says why', async () => {
    const { g, traffic, overview } = await open();
    const { id: calm } = await g.create('calm');
    await g.createOpen('open');
    const { id: failing } = await g.createOpen('failing');
    const { id: dropping } = await g.createOpen('dropping');
    const { id: gone } = await g.create('gone');
    await g.directory.enter(gone, 'banned', 'the account was banned');
    await fillDeliveries(g.database, dropping, 5, (index) =>
      index < 3 ? 'discarded' : 'delivered',
    );
    const retry = { streamId: failing, attemptCount: 2 };
    await g.database.orm
      .insert(deliveries)
      .values([deliveryRow(retry), deliveryRow({ streamId: failing })]);
    for (const type of ['Message', 'SendMessage', 'Receipt'])
      traffic.committed({ streamId: calm, type });

    const { totals, found, instances } = await overview();
    expect(totals).toEqual({
      instances: 5,
      open: 3,
      connecting: 0,
      close: 2,
      needAttention: 3,
      waiting: 2,
      discarded: 3,
      messagesPerMinute: 2,
    });
    expect(found).toBe(5);
    const shown = instances.map((one: Record<string, unknown>) => [
      one.instanceName,
      one.attention,
      one.waiting,
      one.retrying,
      one.discarded,
      one.messagesPerMinute,
    ]);
    expect(shown).toEqual([
      ['gone', 'disconnected', 0, 0, 0, 0],
      ['dropping', 'discarded', 0, 0, 3, 0],
      ['failing', 'retrying', 2, 1, 0, 0],
      ['calm', 'none', 0, 0, 0, 2],
      ['open', 'none', 0, 0, 0, 0],
    ]);
    expect(instances[0]).toMatchObject({
      state: 'close',
      phase: 'banned',
      reason: 'the account was banned',
      since: '2026-01-05T10:00:00.000Z',
    });
  });

  test('200 each instance says when something last happened, its messages of a day, and which endpoints fail', async () => {
    const { g, overview } = await open();
    const { id } = await g.createOpen('shop');
    await g.create('quiet');
    const now = g.clock.now();
    const hour = 3_600_000;
    const event = 'insert into events (stream_id, sequence, id, type, body, created_at)';
    for (const [sequence, at] of [now - 2 * hour, now - hour].entries())
      await g.database.query(`${event} values (?, ?, ?, 'Message', '{}', ?)`, [
        ...[id, sequence + 1, `event ${sequence}`, at],
      ]);
    const figure = 'insert into figures (instance_id, since, endpoint, received, sent, delivered)';
    for (const [since, endpoint, received, sent] of [
      [now - 25 * hour, '', 100, 100],
      [now - 20 * hour, '', 3, 2],
      [now, '', 1, 1],
      [now, 'webhook', 0, 0],
    ])
      await g.database.query(`${figure} values (?, ?, ?, ?, ?, 9)`, [
        ...[id, since ?? 0, endpoint ?? '', received ?? 0, sent ?? 0],
      ]);
    const health =
      'insert into endpoint_health (stream_id, endpoint, state, since, failures, percent)';
    for (const [endpoint, state] of [
      ['webhook', 'failing'],
      ['endpoint:a', 'disabled'],
      ['endpoint:b', 'disabled'],
      ['endpoint:c', 'healthy'],
    ])
      await g.database.query(`${health} values (?, ?, ?, 0, 1, 100)`, [
        ...[id, endpoint ?? '', state ?? ''],
      ]);

    const { instances } = await overview();
    const shown = instances.map((one: Record<string, unknown>) => [
      one.instanceName,
      one.lastActivityAt,
      one.messagesPerDay,
      one.webhooks,
      one.endpointsFailing,
      one.endpointsDisabled,
    ]);
    expect(shown).toEqual([
      ['quiet', null, 0, 0, 0, 0],
      ['shop', new Date(now - hour).toISOString(), 7, 0, 1, 2],
    ]);
  });

  test('200 no instance has fewer messages in a day than in the last minute, whatever is written of its figures', async () => {
    const { g, traffic, overview } = await open();
    const { id: fresh } = await g.createOpen('fresh');
    const { id: busy } = await g.createOpen('busy');
    const figure =
      'insert into figures (instance_id, since, endpoint, received) values (?, ?, ?, ?)';
    await g.database.query(figure, [busy, g.clock.now(), '', 5]);
    for (const id of [fresh, fresh, fresh, busy])
      traffic.committed({ streamId: id, type: 'Message' });
    const { totals, instances } = await overview('?sort=messagesPerDay');
    const shown = instances.map((one: Record<string, unknown>) => [
      one.instanceName,
      one.messagesPerMinute,
      one.messagesPerDay,
    ]);
    expect(totals.messagesPerMinute).toBe(4);
    expect(shown).toEqual([
      ['fresh', 3, 3],
      ['busy', 1, 5],
    ]);
  });

  test('200 instances are found by a part of their name, by state, and by whether somebody should look', async () => {
    const { g, overview } = await open();
    await g.createOpen('Shop north');
    await g.createOpen('Shop south');
    const { id } = await g.create('Kíosk');
    await g.directory.enter(id, 'logged_out', null);
    expect(namesIn(await overview('?search=shop'))).toEqual(['Shop north', 'Shop south']);
    expect(namesIn(await overview('?search=KIOSK'))).toEqual(['Kíosk']);
    expect(namesIn(await overview('?state=close'))).toEqual(['Kíosk']);
    expect(namesIn(await overview('?needsAttention=true'))).toEqual(['Kíosk']);
    const page = await overview('?offset=1&limit=1');
    expect([page.found, namesIn(page)]).toEqual([3, ['Shop north']]);
    expect((await overview('?search=nobody')).instances).toEqual([]);
    expect(namesIn(await overview(`?instanceName=${encodeURIComponent('Kíosk')}`))).toEqual([
      'Kíosk',
    ]);
    expect(namesIn(await overview('?sort=-instanceName&limit=2'))).toEqual([
      'Shop south',
      'Shop north',
    ]);
    expect(namesIn(await overview('?instanceName=kios'))).toEqual([]);
  });

  test('200 the key of an instance sees that instance alone', async () => {
    const { g, overview } = await open();
    const { key } = await g.createOpen('shop');
    await g.createOpen('cafe');
    const { totals, instances } = await overview('', key);
    expect([totals.instances, namesIn({ instances })]).toEqual([1, ['shop']]);
  });

  test('400 naming every wrong value, 401 without a key', async () => {
    const { g } = await open();
    const query = '?state=asleep&limit=0&offset=-1&needsAttention=maybe';
    const { status, body } = await g.call('GET', `/instance/overview${query}`);
    expect(status).toBe(400);
    for (const name of ['state', 'limit', 'offset', 'needsAttention'])
      expect(body.error.message).toContain(name);
    expect((await g.call('GET', '/instance/overview', { key: null })).status).toBe(401);
  });
});

describe('the counts behind it', () => {
  test('deliveries are counted by an index, and not on for ever', async () => {
    const db = await testDatabase();
    await fillDeliveries(db, 'shop', COUNTED_MAX + 5, () => 'discarded');
    const { query, plans } = planned(db);
    const counts = await countByState({ query }, ['shop', 'cafe']);
    expect(counts.get('shop')).toEqual({ waiting: 0, retrying: 0, discarded: COUNTED_MAX });
    expect(counts.get('cafe')).toEqual({ waiting: 0, retrying: 0, discarded: 0 });
    const indexes = plans.flat().flatMap((step) => /^SEARCH d USING (.*) \(/.exec(step)?.[1] ?? []);
    expect(indexes.sort()).toEqual([
      'COVERING INDEX deliveries_listed',
      'COVERING INDEX deliveries_listed',
      'INDEX deliveries_retry',
    ]);
    await db.close();
  });

  test('the newest event and the messages of a day are looked up by indexes, a hundred instances at a time', async () => {
    const db = await testDatabase();
    const { query, plans } = planned(db);
    const ids = Array.from({ length: 101 }, (_, index) => `instance ${index}`);
    expect((await readActivity({ query }, ids, 0)).size).toBe(101);
    const steps = plans.flat().filter((step) => / [ef] /.test(step));
    expect(steps).toHaveLength(4);
    for (const step of steps)
      expect(step).toMatch(
        /^SEARCH [ef] USING INDEX .*\((stream_id=\?|instance_id=\? AND since>\?)/,
      );
    await db.close();
  });

  test('messages count for a minute', async () => {
    const clock = manualClock();
    const traffic = new Traffic(clock);
    traffic.committed({ streamId: 'shop', type: 'Message' });
    await clock.advance(30_000);
    traffic.committed({ streamId: 'shop', type: 'Message' });
    expect(traffic.lastMinute().get('shop')).toBe(2);
    await clock.advance(30_000);
    expect(traffic.lastMinute().get('shop')).toBe(1);
    await clock.advance(3_600_000);
    expect(traffic.lastMinute().size).toBe(0);
  });
});
