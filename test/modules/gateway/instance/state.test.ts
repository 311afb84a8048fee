import { describe, expect, test } from 'bun:test';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';

describe('GET /instance/limits', () => {
  const open = async () => {
    const g = await gateway();
    const { id, key } = await g.createOpen('shop');
    const limits = async () => (await g.call('GET', '/instance/limits/shop', { key })).body;
    return { g, key, limits, newChats: g.messages.newChats.of(id) };
  };

  test('200 nothing is locked as long as the platform has said nothing', async () => {
    const { limits } = await open();
    expect(await limits()).toEqual({
      newChats: { locked: false, until: null, reason: null, checkedAt: null },
    });
  });

  test('200 while new chats are locked it says until when and what to do, and afterwards that they are not', async () => {
    const { g, limits, newChats } = await open();
    const checkedAt = g.clock.now();
    await newChats.learned({ lockedUntil: checkedAt + 60_000, checkedAt });
    const said = { checkedAt: '2026-01-05T10:00:00.000Z' };
    expect(await limits()).toEqual({
      newChats: {
        locked: true,
        until: '2026-01-05T10:01:00.000Z',
        reason:
          'WhatsApp does not let this account open new chats until 2026-01-05T10:01:00.000Z. Write to people who wrote first, and to others after that.',
        ...said,
      },
    });
    await g.clock.advance(60_000);
    expect(await limits()).toEqual({
      newChats: { locked: false, until: null, reason: null, ...said },
    });
  });

  test('403 for the key of another instance, 404 for an unknown instance', async () => {
    const { g } = await open();
    const { key } = await g.create('cafe');
    expect((await g.call('GET', '/instance/limits/shop', { key })).status).toBe(403);
    expect((await g.call('GET', '/instance/limits/nobody')).status).toBe(404);
  });
});

const historyOf = ({ database }: Gateway, id: string) =>
  database.query(
    'select state, phase, reason, at from instance_transitions where instance_id = ? order by id',
    [id],
  );

describe('changes of state', () => {
  test('every change is recorded with its reason and time, the first with the instance', async () => {
    const g = await gateway();
    const { id } = await g.create('shop');
    const start = g.clock.now();
    const host = await hostOf(g, id);
    await g.clock.advance(1_000);
    await host.enter('starting', null);
    await g.clock.advance(1_000);
    await host.enter('qr_timeout', 'nobody scanned it');
    expect(await historyOf(g, id)).toEqual([
      ['close', 'created', null, start],
      ['connecting', 'starting', null, start + 1_000],
      ['close', 'qr_timeout', 'nobody scanned it', start + 2_000],
    ]);
    expect(g.directory.byId(id)).toMatchObject({
      state: 'close',
      phase: 'qr_timeout',
      reason: 'nobody scanned it',
      updatedAt: start + 2_000,
    });
  });

  test('what is already so is not recorded again; another reason is', async () => {
    const g = await gateway();
    const { id } = await g.create('shop');
    const host = await hostOf(g, id);
    await host.enter('reconnecting', 'connection lost');
    await host.enter('reconnecting', 'connection lost');
    await host.enter('reconnecting', 'service restarted');
    expect(await historyOf(g, id)).toHaveLength(3);
  });

  test('changes reported at once are recorded in their order', async () => {
    const g = await gateway();
    const { id } = await g.create('shop');
    const host = await hostOf(g, id);
    await Promise.all([
      host.enter('starting', null),
      host.rememberAccount({ jid: '1@s.whatsapp.net', pushName: 'A' }),
      host.enter('syncing', null),
      host.enter('open', null),
    ]);
    const phases = (await historyOf(g, id)).map(([, phase]) => phase);
    expect(phases).toEqual(['created', 'starting', 'syncing', 'open']);
    expect(g.directory.byId(id)).toMatchObject({ phase: 'open', ownerJid: '1@s.whatsapp.net' });
  });

  test('a change of state that cannot be written is not in memory either', async () => {
    const g = await gateway();
    const { id } = await g.create('shop');
    const host = await hostOf(g, id);
    await g.database.query('alter table instance_transitions rename to elsewhere', []);
    await expect(host.enter('open', null)).rejects.toThrow();
    expect(g.directory.byId(id)?.phase).toBe('created');
    const rows = await g.database.query('select phase from instances', []);
    expect(rows).toEqual([['created']]);
    await g.database.query('alter table elsewhere rename to instance_transitions', []);
    await host.enter('open', null);
    expect(g.directory.byId(id)?.phase).toBe('open');
  });

  test('the history holds the newest 200', async () => {
    const g = await gateway();
    const { id } = await g.create('shop');
    const host = await hostOf(g, id);
    for (let change = 1; change <= 205; change++) await host.enter('reconnecting', `${change}`);
    const reasons = (await historyOf(g, id)).map(([, , reason]) => reason);
    expect(reasons).toHaveLength(200);
    expect([reasons[0], reasons.at(-1)]).toEqual(['6', '205']);
  });

  test("a session's events go to the stream of its instance", async () => {
    const g = await gateway();
    const { id } = await g.create('shop');
    const host = await hostOf(g, id);
    await host.emitAll([
      { type: 'OfflineSyncCompleted', data: { Count: 1 } },
      { type: 'OfflineSyncCompleted', data: { Count: 2 } },
    ]);
    await host.wipeCodes();
    expect(g.engine.published.map(({ stream, event }) => [stream, event.data])).toEqual([
      [{ id, name: 'shop' }, { Count: 1 }],
      [{ id, name: 'shop' }, { Count: 2 }],
    ]);
    expect(g.engine.wiped).toEqual([id]);
  });
});

async function hostOf({ directory, service, provider }: Gateway, id: string) {
  const record = directory.byId(id);
  if (!record) throw new Error('no such instance');
  service.sessions.sessionOf(record);
  return provider.of(record.name).host;
}
