import { describe, expect, test } from 'bun:test';
import { hang, OWNER } from '../../doubles/scripted-provider.ts';
import { type Gateway, gateway } from '../../helpers/gateway.ts';
import { until } from '../../helpers/until.ts';

const stateOf = ({ directory }: Gateway, name: string) => {
  const record = directory.byName(name);
  return record && [record.state, record.phase, record.reason];
};
const asked = ({ provider }: Gateway) =>
  provider.sessions.map(({ host, calls }) => `${host.instanceName}: ${calls.join(' ')}`);

describe('after the process was killed', () => {
  test('paired instances reconnect with their account, the others are stopped, and say why', async () => {
    const g = await gateway();
    await g.createOpen('paired');
    g.provider.script.connect = (session) => session.offerQr();
    await g.create('pairing');
    await g.call('GET', '/instance/connect/pairing');
    await g.create('untouched');

    const next = await g.restarted();
    expect(stateOf(next, 'pairing')).toEqual(['close', 'stopped', 'service restarted']);
    expect(stateOf(next, 'untouched')).toEqual(['close', 'created', null]);
    await until('paired is open', () => next.directory.byName('paired')?.state === 'open');
    expect(asked(next)).toEqual(['paired: connect']);
    expect(next.provider.of('paired').account).toEqual(OWNER);
  });

  test('an instance whose phone had just accepted reconnects, although its account is not stored yet', async () => {
    const g = await gateway();
    for (const [name, reason] of [
      ['scanned', 'QR code scanned'],
      ['typed', 'pairing code typed'],
      ['waiting', 'waiting for the pairing code to be typed'],
    ] as const) {
      await g.create(name);
      const record = g.directory.byName(name);
      if (record) await g.directory.enter(record.id, 'pairing', reason);
    }
    const next = await g.restarted();
    await next.clock.advance(1_000);
    await until('two are asked', () => next.provider.sessions.length === 2);
    expect(asked(next).toSorted()).toEqual(['scanned: connect', 'typed: connect']);
    expect(stateOf(next, 'waiting')).toEqual(['close', 'stopped', 'service restarted']);
  });

  test('a reconnecting instance says so from the start', async () => {
    const g = await gateway();
    const { id } = await g.createOpen('shop');
    await g.restarted();
    const rows = await g.database.query(
      "select phase, reason from instance_transitions where instance_id = ? and state = 'connecting'",
      [id],
    );
    expect(rows[0]).toEqual(['reconnecting', 'service restarted']);
  });

  test('CONNECT_ON_STARTUP off: nothing connects by itself, by hand it does without pairing', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    const next = await g.restarted({ connectOnStartup: false });
    expect(stateOf(next, 'shop')).toEqual(['close', 'stopped', 'service restarted']);
    await next.clock.advance(60_000);
    expect(next.provider.sessions).toHaveLength(0);
    const { body } = await next.call('GET', '/instance/connect/shop');
    expect(body.instance).toEqual({ instanceName: 'shop', state: 'open' });
  });

  test('what was stopped by that, or had failed, reconnects when it is on again; the banned do not', async () => {
    const g = await gateway();
    for (const name of ['stopped', 'failed', 'banned']) await g.createOpen(name);
    await g.provider.of('failed').host.enter('failed', 'gave up');
    await g.provider.of('banned').host.enter('banned', 'too many logins');
    const off = await g.restarted({ connectOnStartup: false });
    expect(stateOf(off, 'stopped')?.[1]).toBe('stopped');
    const on = await off.restarted();
    await on.clock.advance(1_000);
    await until('both are open', () =>
      ['stopped', 'failed'].every((name) => on.directory.byName(name)?.state === 'open'),
    );
    expect(stateOf(on, 'banned')).toEqual(['close', 'banned', 'too many logins']);
  });

  test('those of a provider with a pause between log-ins come back that far apart', async () => {
    const g = await gateway();
    for (const name of ['a', 'b', 'c']) await g.createOpen(name);
    const next = await g.restarted();
    await until('the first is asked', () => next.provider.sessions.length === 1);
    await next.clock.advance(49);
    expect(asked(next)).toEqual(['a: connect']);
    await next.clock.advance(1);
    expect(asked(next)).toEqual(['a: connect', 'b: connect']);
    await next.clock.advance(50);
    expect(asked(next)).toHaveLength(3);
  });

  test('those that come from another node in several parts are as far apart, and no more than 8 start at a time', async () => {
    const g = await gateway();
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) ids.push((await g.createOpen(`i${index}`)).id);
    g.service.abandon(ids);
    g.provider.script.connect = hang;
    const begun = () => g.provider.sessions.length - ids.length;
    for (let from = 0; from < 12; from += 4)
      await g.service.open(ids.slice(from, from + 4), 'moved to this node');
    await until('the first is asked', () => begun() > 0);
    await g.clock.advance(49);
    expect(begun()).toBe(1);
    await g.clock.advance(1);
    expect(begun()).toBe(2);
    await g.clock.advance(10_000);
    expect(begun()).toBe(8);
  });

  test('a call for an instance whose reconnection has not begun does not wait for it', async () => {
    const g = await gateway();
    for (const name of ['a', 'b', 'c']) await g.createOpen(name);
    const next = await g.restarted();
    const { status, body } = await next.call('GET', '/instance/connect/c');
    expect(status).toBe(200);
    expect(body.instance).toEqual({ instanceName: 'c', state: 'open' });
    await next.clock.advance(1_000);
    expect(asked(next).sort()).toEqual(['a: connect', 'b: connect', 'c: connect']);
  });

  test('no more than 8 are starting at a time, and those that hang are passed after 20 s', async () => {
    const g = await gateway();
    const names = Array.from({ length: 10 }, (_, index) => `i${index}`);
    for (const name of names) await g.createOpen(name);
    const next = await g.restartedWith((script) => {
      script.connect = hang;
    });
    await until('the first is asked', () => next.provider.sessions.length === 1);
    await next.clock.advance(10_000);
    expect(next.provider.sessions).toHaveLength(8);
    await next.clock.advance(10_500);
    expect(next.provider.sessions).toHaveLength(10);
  });

  test('one that cannot connect is recorded as failed, and the others connect', async () => {
    const g = await gateway();
    await g.createOpen('bad');
    await g.createOpen('good');
    const next = await g.restartedWith((script) => {
      const { connect } = script;
      script.connect = async (session, phone) => {
        if (session.host.instanceName === 'bad') throw new Error('credentials are broken');
        await connect(session, phone);
      };
    });
    await next.clock.advance(1_000);
    await until('good is open', () => next.directory.byName('good')?.state === 'open');
    expect(stateOf(next, 'bad')).toEqual(['close', 'failed', 'credentials are broken']);
  });

  test('an instance whose provider is no longer configured is recorded as failed', async () => {
    const g = await gateway();
    const { id } = await g.createOpen('shop');
    await g.database.query("update instances set provider = 'whatsapp' where id = ?", [id]);
    const next = await g.restarted();
    await until('it has failed', () => next.directory.byName('shop')?.phase === 'failed');
    expect(stateOf(next, 'shop')?.[2]).toContain('not part of this deployment');
  });

  test('settings that a crash prevented are created at the next start', async () => {
    const g = await gateway();
    const { id } = await g.create('shop');
    await g.database.query('delete from endpoints', []);
    const next = await g.restarted();
    expect(next.settings.get(id)?.webhook.secret).toStartWith('whsec_');
  });
});

describe('a clean stop', () => {
  test('stops all sessions without unpairing, and the next start goes on from there', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    g.provider.script.stop = ({ host }) => host.enter('stopped', 'process ended');
    await g.service.stop();
    expect(g.provider.of('shop').calls).toEqual(['stop']);
    expect(g.engine.published).toEqual([]);
    expect(stateOf(g, 'shop')?.[1]).toBe('open');
    const next = await g.restarted();
    await until('it is open again', () => next.directory.byName('shop')?.state === 'open');
  });

  test('is over after 5 s, whatever a session does', async () => {
    const g = await gateway();
    for (const name of ['hangs', 'throws', 'works']) await g.createOpen(name);
    g.provider.script.stop = async ({ host }) => {
      if (host.instanceName === 'hangs') await hang();
      if (host.instanceName === 'throws') throw new Error('already dead');
    };
    const stopped = g.service.stop();
    await g.clock.advance(5_000);
    await stopped;
    expect(g.provider.sessions.map(({ calls }) => calls)).toEqual([['stop'], ['stop'], ['stop']]);
    const problems = g.logged.map(({ problem }) => problem);
    expect(problems.sort()).toEqual(['already dead', 'it took too long']);
  });

  test('503 a call after it does nothing, and may be asked again where the service is still there', async () => {
    const g = await gateway();
    await g.create('shop');
    await g.service.stop();
    const { status, body, headers } = await g.call('GET', '/instance/connect/shop');
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(body.error.message).toBe('the service is stopping');
    expect(g.provider.sessions).toHaveLength(0);
  });

  test('ends the reconnecting of the rest', async () => {
    const g = await gateway();
    for (const name of ['a', 'b', 'c']) await g.createOpen(name);
    const next = await g.restarted();
    await until('the first is asked', () => next.provider.sessions.length === 1);
    await next.service.stop();
    await next.clock.advance(10_000);
    expect(next.provider.sessions).toHaveLength(1);
  });
});
