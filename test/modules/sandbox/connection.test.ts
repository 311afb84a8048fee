import { describe, expect, test } from 'bun:test';
import type { RecordedStep } from '../../core/providers/recording-host.ts';
import { ACCOUNT, bench, forget, openBench, refusal, sampleEvent } from './setup.ts';

const LOGGED_OUT = (reason: string) => ({
  type: 'LoggedOut',
  data: { Reason: 'logged_out', reason, OnConnect: false, code: 401 },
});
const BACK_ONLINE: RecordedStep[] = ['Connected', 'OfflineSyncCompleted', 'open'];

describe('a paired account', () => {
  test('connects without pairing again', async () => {
    const { session, host } = bench({ account: ACCOUNT });
    await session.connect({});
    expect(host.recorded).toEqual(['starting', ...BACK_ONLINE]);
    expect(session.offer()).toBeNull();
  });

  test('connects without pairing even when a pairing code is asked for', async () => {
    const { session, host } = bench({ account: ACCOUNT });
    await session.connect({ phone: '5511888880000' });
    expect(host.recorded).toEqual(['starting', ...BACK_ONLINE]);
  });

  test('stays as it is when it is open already', async () => {
    const { session, host } = await openBench();
    await session.connect({});
    expect(host.recorded).toEqual([]);
  });
});

describe('a lost connection', () => {
  test('is reconnecting at once and open a second later, without LoggedOut', async () => {
    const { session, host, clock } = await openBench();
    await session.drop();
    expect(host.recorded).toEqual(['reconnecting']);
    expect(host.phases.at(-1)?.reason).toBe('connection lost');
    await clock.advance(999);
    expect(host.recorded).toEqual(['reconnecting']);
    await clock.advance(1);
    expect(host.recorded).toEqual(['reconnecting', ...BACK_ONLINE]);
    expect(host.account()).toBeNull(); // Not reported again: what was stored still holds.
  });

  test('lets nothing arrive or leave meanwhile', async () => {
    const { session, host, clock } = await openBench();
    await session.drop();
    const notConnected = 'conflict: not connected';
    expect(await refusal(session.message({ kind: 'text', from: '55119', text: 'a' }))).toBe(
      notConnected,
    );
    expect(
      await refusal(session.receipt({ state: 'Read', chat: '55119', messageIds: ['A'] })),
    ).toBe(notConnected);
    expect(await refusal(session.event(sampleEvent('CallOffer')))).toBe(notConnected);
    expect(
      await refusal(session.send({ number: '55119', content: { kind: 'text', text: 'a' } })),
    ).toBe(notConnected);
    expect(await refusal(session.drop())).toBe(notConnected);
    expect(host.recorded).toEqual(['reconnecting']);
    await clock.advance(1000);
    expect(await refusal(session.drop())).toBeNull();
  });

  test('is back at once when it is asked to connect', async () => {
    const { session, host, clock } = await openBench();
    await session.drop();
    await session.connect({});
    expect(host.recorded).toEqual(['reconnecting', 'starting', ...BACK_ONLINE]);
    await clock.advance(60_000);
    expect(host.recorded).toHaveLength(5);
  });

  test('comes back once, even if it is restarted in the moment it would', async () => {
    const { session, host, clock } = await openBench();
    const release = host.hold();
    const dropped = session.drop();
    const restarted = session.restart();
    await clock.advance(0);
    await clock.advance(1000);
    release();
    await Promise.all([dropped, restarted]);
    await clock.advance(60_000);
    expect(host.recorded).toEqual(['reconnecting', 'reconnecting', ...BACK_ONLINE]);
  });

  test('does not come back once it was logged out', async () => {
    const { session, host, clock } = await openBench();
    await session.drop();
    await session.logout();
    await clock.advance(60_000);
    expect(host.recorded).toEqual(['reconnecting', 'LoggedOut', 'unpaired', 'logged_out']);
  });
});

describe('a removed device', () => {
  test('is logged out once and unpaired', async () => {
    const { session, host } = await openBench();
    await session.remove();
    expect(host.recorded).toEqual(['LoggedOut', 'unpaired', 'logged_out']);
    expect(host.events).toEqual([LOGGED_OUT('removed by the phone')] as never);
    expect(host.phases.at(-1)?.reason).toBe('removed by the phone');
    expect(await refusal(session.remove())).toBe('conflict: not paired');
    await session.logout();
    expect(host.recorded.filter((name) => name === 'LoggedOut')).toHaveLength(1);
  });

  test('can be paired again', async () => {
    const { session, host } = await openBench();
    await session.remove();
    await session.connect({});
    await session.scan({ number: '5511888880000' });
    expect(host.phases.at(-1)?.phase).toBe('open');
    expect(host.account()?.jid).toBe('5511888880000@s.whatsapp.net');
  });

  test('is refused where nothing is paired', async () => {
    const { session, host } = bench();
    await session.connect({});
    expect(await refusal(session.remove())).toBe('conflict: not paired');
    expect(host.recorded).not.toContain('LoggedOut');
  });

  test('is logged out once even when two ask at once', async () => {
    const { session, host } = await openBench();
    await Promise.all([refusal(session.remove()), session.logout()]);
    expect(host.recorded.filter((name) => name === 'LoggedOut')).toHaveLength(1);
  });
});

describe('a log-out', () => {
  test('publishes LoggedOut once and unpairs', async () => {
    const { session, host } = await openBench();
    await session.logout();
    expect(host.recorded).toEqual(['LoggedOut', 'unpaired', 'logged_out']);
    expect(host.events).toEqual([LOGGED_OUT('logged out by request')] as never);
  });

  test('while pairing ends the attempt and wipes its codes, without LoggedOut', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    await session.logout();
    expect(host.recorded.slice(3)).toEqual(['codes wiped', 'logged_out']);
    expect(session.offer()).toBeNull();
    expect(clock.pending()).toBe(0);
  });
});

describe('a restart', () => {
  test('of an open connection keeps the pairing', async () => {
    const { session, host, clock } = await openBench();
    await session.restart();
    expect(host.recorded).toEqual(['reconnecting', ...BACK_ONLINE]);
    expect(host.phases.slice(-2).map(({ reason }) => reason)).toEqual([
      'restart requested',
      'connected',
    ]);
    expect(clock.pending()).toBe(0);
  });

  test('while pairing starts anew with the first code, and wipes those before', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    await clock.advance(60_000);
    expect(session.offer()).toMatchObject({ count: 2 });
    const before = session.offer();
    forget(host);
    await session.restart();
    expect(host.recorded).toEqual(['codes wiped', 'starting', 'QRCode', 'waiting_qr']);
    expect(session.offer()).toMatchObject({ kind: 'qr', count: 1 });
    expect(session.offer()).not.toEqual(before);
    expect(clock.pending()).toBe(1);
  });

  test('while pairing by code makes a new code for the same phone', async () => {
    const { session, host } = bench();
    await session.connect({ phone: '5511999990000' });
    const before = session.offer();
    await session.restart();
    const after = session.offer();
    if (after?.kind !== 'code') throw new Error('no pairing code');
    expect(after).not.toEqual(before);
    await session.pair(after.pairingCode);
    expect(host.account()?.jid).toBe('5511999990000@s.whatsapp.net');
  });

  test('is refused where there is nothing to restart', async () => {
    expect(await refusal(bench().session.restart())).toBe('conflict: not connected');
  });
});

describe('a stop', () => {
  test('is silent and leaves no timer and no offer', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    forget(host);
    await session.stop();
    expect(session.offer()).toBeNull();
    expect(clock.pending()).toBe(0);
    await clock.advance(200_000);
    expect(host.recorded).toEqual([]);
  });

  test('waits for what is being written and lets nothing follow it', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    forget(host);
    const release = host.hold();
    const scanned = refusal(session.scan({ number: '5511999990000' }));
    await clock.advance(0);
    let isStopped = false;
    const stopped = session.stop().then(() => {
      isStopped = true;
    });
    await clock.advance(0);
    expect(isStopped).toBe(false);
    release();
    await stopped;
    expect(await scanned).toBe('conflict: not connected');
    expect(clock.pending()).toBe(0);
    const toldByThen = [...host.recorded];
    await clock.advance(200_000);
    expect(host.recorded).toEqual(toldByThen);
    expect(host.recorded).not.toContain('PairSuccess');
  });

  test('of a lost connection leaves it lost', async () => {
    const { session, host, clock } = await openBench();
    await session.drop();
    await session.stop();
    await clock.advance(60_000);
    expect(host.recorded).toEqual(['reconnecting']);
  });

  test('refuses what comes after it', async () => {
    const { session, host } = await openBench();
    await session.stop();
    expect(await refusal(session.connect({}))).toBe('conflict: not connected');
    expect(await refusal(session.message({ kind: 'text', from: '55119', text: 'a' }))).toBe(
      'conflict: not connected',
    );
    expect(host.recorded).toEqual([]);
  });
});
