import { describe, expect, test } from 'bun:test';
import { bench, forget, openBench, refusal } from './setup.ts';

describe('when the disk refuses', () => {
  test('a first code, connecting fails and the attempt is over', async () => {
    const { session, host, clock } = bench();
    host.failOn('QRCode');
    expect(await refusal(session.connect({}))).toBe('Error: the disk refused QRCode');
    expect(session.offer()).toBeNull();
    expect(host.recorded).toEqual(['starting', 'codes wiped', 'failed']);
    expect(clock.pending()).toBe(0);
    expect(await refusal(session.connect({}))).toBeNull();
    expect(session.offer()).toMatchObject({ count: 1 });
  });

  test('a later code, the attempt is over and the log says so', async () => {
    const { session, host, clock, lines } = bench();
    await session.connect({});
    host.failOn('QRCode');
    await clock.advance(60_000);
    expect(session.offer()).toBeNull();
    expect(host.phases.at(-1)).toEqual({
      phase: 'failed',
      reason: 'the pairing could not be saved',
    });
    expect(lines).toMatchObject([{ level: 'error', instanceName: 'shop' }]);
    expect(clock.pending()).toBe(0);
  });

  test('the failure itself, it is tried again every second until it is written', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    host.failOn('QRCode', 'failed');
    await clock.advance(60_000);
    expect(host.phases.at(-1)?.phase).toBe('waiting_qr');
    expect(session.offer()).toBeNull();
    host.failOn('codes wiped');
    await clock.advance(1000);
    expect(host.phases.at(-1)?.phase).toBe('waiting_qr');
    await clock.advance(1000);
    expect(host.phases.at(-1)?.phase).toBe('failed');
    expect(clock.pending()).toBe(0);
  });

  test('PairSuccess, the phone is not paired and can try anew', async () => {
    const { session, host } = bench();
    await session.connect({});
    host.failOn('PairSuccess');
    expect(await refusal(session.scan({}))).toBe('Error: the disk refused PairSuccess');
    expect(host.account()).toBeNull();
    expect(host.phases.at(-1)?.phase).toBe('failed');
    await session.connect({});
    await session.scan({});
    expect(host.phases.at(-1)?.phase).toBe('open');
  });

  test.each(['codes wiped', 'syncing', 'Connected', 'open'] as const)(
    '%s after pairing, the scan fails, and the connection opens by itself later',
    async (name) => {
      const { session, host, clock } = bench();
      await session.connect({});
      host.failOn(name);
      expect(await refusal(session.scan({}))).toBe(`Error: the disk refused ${name}`);
      expect(host.phases.at(-1)?.phase).not.toBe('open');
      expect(await refusal(session.message({ kind: 'text', from: '55119', text: 'a' }))).toBe(
        'conflict: not connected',
      );
      await clock.advance(1000);
      expect(host.phases.at(-1)?.phase).toBe('open');
      expect(host.recorded.filter((recorded) => recorded === 'PairSuccess')).toHaveLength(1);
      expect(clock.pending()).toBe(0);
    },
  );

  test('a message, it has not arrived, and the connection stays open', async () => {
    const { session, host } = await openBench();
    host.failOn('Message');
    const message = { kind: 'text', from: '5511988887777', text: 'a' } as const;
    expect(await refusal(session.message(message))).toBe('Error: the disk refused Message');
    expect(await refusal(session.message(message))).toBeNull();
    expect(host.recorded).toEqual(['Message']);
  });

  test('LoggedOut, nothing has happened', async () => {
    const { session, host } = await openBench();
    host.failOn('LoggedOut');
    expect(await refusal(session.remove())).toBe('Error: the disk refused LoggedOut');
    expect(host.recorded).toEqual([]);
    expect(await refusal(session.message({ kind: 'text', from: '55119', text: 'a' }))).toBeNull();
  });

  test.each(['unpaired', 'logged_out'] as const)(
    '%s after LoggedOut, the rest follows a second later and LoggedOut is not repeated',
    async (name) => {
      const { session, host, clock } = await openBench();
      host.failOn(name);
      expect(await refusal(session.logout())).toBe(`Error: the disk refused ${name}`);
      expect(await refusal(session.remove())).toBe('conflict: not paired');
      await clock.advance(1000);
      expect(host.phases.at(-1)?.phase).toBe('logged_out');
      expect(host.account()).toBeNull();
      expect(host.recorded.filter((recorded) => recorded === 'LoggedOut')).toHaveLength(1);
      expect(clock.pending()).toBe(0);
    },
  );

  test('that the connection was lost, it is back a second later all the same', async () => {
    const { session, host, clock } = await openBench();
    host.failOn('reconnecting');
    expect(await refusal(session.drop())).toBe('Error: the disk refused reconnecting');
    await clock.advance(1000);
    expect(host.recorded).toEqual(['reconnecting', 'Connected', 'OfflineSyncCompleted', 'open']);
  });

  test('a reconnection, it is tried again every second', async () => {
    const { session, host, clock, lines } = await openBench();
    await session.drop();
    host.failOn('Connected');
    await clock.advance(1000);
    expect(host.phases.at(-1)?.phase).toBe('reconnecting');
    expect(lines).toHaveLength(1);
    host.failOn('open');
    await clock.advance(1000);
    expect(host.phases.at(-1)?.phase).toBe('reconnecting');
    await clock.advance(1000);
    expect(host.phases.at(-1)?.phase).toBe('open');
    expect(clock.pending()).toBe(0);
  });

  test('a retry gives way to a stop', async () => {
    const { session, host, clock } = await openBench();
    host.failOn('Connected');
    await refusal(session.restart());
    await session.stop();
    forget(host);
    await clock.advance(10_000);
    expect(host.recorded).toEqual([]);
  });
});
