import { describe, expect, test } from 'bun:test';
import { hang, OWNER } from '../../../doubles/scripted-provider.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';
import { until } from '../../../helpers/until.ts';

const logOut = ({ call }: Gateway, name = 'shop') => call('DELETE', `/instance/logout/${name}`);
const remove = ({ call }: Gateway, name = 'shop') => call('DELETE', `/instance/delete/${name}`);
/** The answer, in our fields and in those of clients of Evolution API. */
const ended = (message: string) => ({
  success: true,
  message,
  status: 'SUCCESS',
  error: false,
  response: { message },
});
const typesOf = ({ engine }: Gateway) => engine.published.map(({ event }) => event.type);

describe('DELETE /instance/logout', () => {
  test('200 unpairs, with one LoggedOut, and says so as clients of Evolution API read it too', async () => {
    const g = await gateway();
    const { id } = await g.createOpen('shop');
    const { status, body } = await logOut(g);
    expect(status).toBe(200);
    expect(body).toEqual(ended('Instance shop logged out'));
    expect(typesOf(g)).toEqual(['LoggedOut']);
    expect(g.directory.byId(id)).toMatchObject({
      state: 'close',
      phase: 'logged_out',
      ownerJid: null,
      profileName: null,
    });
  });

  test('200 nothing of the pairing is left, whatever the provider forgot', async () => {
    const g = await gateway();
    const { id } = await g.createOpen('shop');
    g.provider.script.logout = async () => {};
    await logOut(g);
    const [row] = await g.database.query(
      'select state, phase, reason, owner_jid, profile_name from instances where id = ?',
      [id],
    );
    expect(row).toEqual(['close', 'logged_out', 'logged out by request', null, null]);
    expect(g.engine.wiped).toContain(id);
    const again = await g.restarted();
    expect(again.provider.sessions).toHaveLength(0);
  });

  test('200 ends a pairing under way', async () => {
    const g = await gateway();
    g.provider.script.connect = (session) => session.offerQr();
    await g.create('shop');
    await g.call('GET', '/instance/connect/shop');
    expect((await logOut(g)).status).toBe(200);
    expect(g.directory.byName('shop')?.phase).toBe('logged_out');
    expect(typesOf(g)).toEqual([]);
  });

  test('200 an instance that was never connected', async () => {
    const g = await gateway();
    await g.create('shop');
    const { status, body } = await logOut(g);
    expect(status).toBe(200);
    expect(body).toEqual(ended('Instance shop was not logged in'));
    expect(g.directory.byName('shop')?.phase).toBe('created');
  });

  test('200 it can be connected again afterwards', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    await logOut(g);
    g.provider.script.connect = (session) => session.offerQr('2@again');
    expect((await g.call('GET', '/instance/connect/shop')).body.code).toBe('2@again');
  });

  test('400, 401, 403, 404 as everywhere', async () => {
    const g = await gateway();
    const { key } = await g.create('shop');
    expect((await logOut(g, '-x')).status).toBe(400);
    expect((await g.call('DELETE', '/instance/logout/shop', { key: null })).status).toBe(401);
    expect((await g.call('DELETE', '/instance/logout/cafe', { key })).status).toBe(403);
    expect((await logOut(g, 'nobody')).status).toBe(404);
  });

  test('500 a platform that refuses is named, and the pairing stays', async () => {
    const g = await gateway();
    const { id } = await g.createOpen('shop');
    g.provider.script.logout = async () => {
      throw new Error('no route to the platform');
    };
    const { status, body } = await logOut(g);
    expect(status).toBe(500);
    expect(body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(body.error.message).toContain('no route to the platform');
    expect(g.directory.byId(id)).toMatchObject({ state: 'open', ownerJid: OWNER.jid });
  });
});

describe('DELETE /instance/delete', () => {
  test('200 unpairs, ends the session and removes every row', async () => {
    const g = await gateway();
    const { id } = await g.createOpen('shop');
    const { status, body } = await remove(g);
    expect(status).toBe(200);
    expect(body).toEqual(ended('Instance shop deleted'));
    expect(g.provider.of('shop').calls).toEqual(['logout', 'stop']);
    expect(typesOf(g)).toEqual(['LoggedOut']);
    for (const table of ['instances', 'endpoints', 'instance_transitions'])
      expect(await g.database.query(`select count(*) from ${table}`, [])).toEqual([[0]]);
    expect(g.settings.get(id)).toBeNull();
    expect(g.directory.all()).toEqual([]);
  });

  test("200 what waits for the instance's own destinations is discarded, after its settings are gone", async () => {
    const g = await gateway();
    const { id } = await g.createOpen('shop');
    await g.settings.update(id, { brokers: { amqp: true, nats: false } });
    g.engine.retargeted.length = 0;
    const { retarget } = g.engine;
    const settingsThen: unknown[] = [];
    g.engine.retarget = async (streamId, endpoint) => {
      settingsThen.push(g.settings.get(streamId));
      await retarget(streamId, endpoint);
    };
    await remove(g);
    expect(g.engine.retargeted).toEqual([`${id} webhook`, `${id} amqp`, `${id} nats`]);
    expect(settingsThen).toEqual([null, null, null]);
    expect(g.engine.wiped).toContain(id);
  });

  test('200 an unpaired instance is deleted without LoggedOut', async () => {
    const g = await gateway();
    await g.create('shop');
    expect((await remove(g)).status).toBe(200);
    expect(typesOf(g)).toEqual([]);
  });

  test('200 the name is free again and belongs to a new instance', async () => {
    const g = await gateway();
    const old = await g.createOpen('shop');
    await remove(g);
    const fresh = await g.create('shop');
    expect(fresh.id).not.toBe(old.id);
    expect(g.directory.byName('shop')).toMatchObject({ id: fresh.id, ownerJid: null });
  });

  test('200 a session that reports after the end changes nothing', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    const { host } = g.provider.of('shop');
    await remove(g);
    const before = g.engine.published.length;
    await host.enter('open', null);
    await host.rememberAccount(OWNER);
    await host.emit({ type: 'OfflineSyncCompleted', data: { Count: 0 } });
    expect(g.directory.all()).toEqual([]);
    expect(g.engine.published).toHaveLength(before);
  });

  test('200 a platform that refuses or hangs does not prevent the deletion', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    await g.createOpen('cafe');
    g.provider.script.logout = async () => {
      throw new Error('no route');
    };
    expect((await remove(g)).status).toBe(200);
    g.provider.script.logout = hang;
    g.provider.script.stop = hang;
    const pending = remove(g, 'cafe');
    await until('asked to log out', () => g.provider.of('cafe').calls.includes('logout'));
    await g.clock.advance(5_000);
    await until('asked to stop', () => g.provider.of('cafe').calls.includes('stop'));
    await g.clock.advance(5_000);
    expect((await pending).status).toBe(200);
    expect(g.directory.all()).toEqual([]);
    expect(
      g.logged.filter(({ message }) => String(message).includes('still be paired')),
    ).toHaveLength(2);
  });

  test('200 an instance whose provider is no longer configured', async () => {
    const g = await gateway();
    const { id } = await g.createOpen('shop');
    await g.database.query("update instances set provider = 'whatsapp' where id = ?", [id]);
    const again = await g.restarted({ connectOnStartup: false });
    expect((await remove(again)).status).toBe(200);
  });

  test('400, 401, 404 as everywhere', async () => {
    const g = await gateway();
    expect((await remove(g, '-x')).status).toBe(400);
    expect((await g.call('DELETE', '/instance/delete/shop', { key: null })).status).toBe(401);
    expect((await remove(g, 'nobody')).status).toBe(404);
  });

  test('403 an instance key, even its own', async () => {
    const g = await gateway();
    const { key } = await g.create('shop');
    const { status, body } = await g.call('DELETE', '/instance/delete/shop', { key });
    expect(status).toBe(403);
    expect(body.error.message).toContain('global key');
    expect(g.directory.byName('shop')).not.toBeNull();
  });

  test('404 the second of two deletions at once', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    const answers = await Promise.all([remove(g), remove(g)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('500 a database that does not delete: the instance stays', async () => {
    const g = await gateway();
    await g.create('shop');
    await g.database.query(
      "create trigger stay before delete on instances begin select raise(abort, 'kept'); end",
      [],
    );
    const { status, body } = await remove(g);
    expect(status).toBe(500);
    expect(body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(g.directory.byName('shop')).not.toBeNull();
  });
});
