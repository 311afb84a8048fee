/** Log-ins of many sessions that have lost their connection at the same time. */
import { afterEach, expect, test } from 'bun:test';
import { LoginPace } from '../../../src/modules/whatsapp/login-pace.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';
import { endAll, openBench, phaseIs, qrOf, recorded } from './setup.ts';
import { insertInstance } from './stage.ts';

afterEach(endAll);

test('three hundred sessions log in twenty a second, in the order in which they asked', async () => {
  const clock = manualClock();
  const pace = new LoginPace(clock);
  const { signal } = new AbortController();
  const begun: number[] = [];
  for (let session = 0; session < 300; session++)
    void pace.place(signal).then((loggedIn) => {
      begun.push(session);
      loggedIn?.();
    });
  await clock.advance(0);
  for (const seconds of [1, 2, 3]) {
    await clock.advance(1_000);
    expect(begun).toHaveLength(20 * seconds + 1);
  }
  await clock.advance(12_000);
  expect(begun).toEqual(Array.from({ length: 300 }, (_, session) => session));
});

test('eight log-ins are under way at most, and one that ends in any way makes room', async () => {
  const clock = manualClock();
  const pace = new LoginPace(clock);
  const sessions = Array.from({ length: 12 }, () => new AbortController());
  const begun: (() => void)[] = [];
  for (const { signal } of sessions)
    void pace.place(signal).then((loggedIn) => {
      if (loggedIn) begun.push(loggedIn);
    });
  await clock.advance(0);
  await clock.advance(10_000);
  expect(begun).toHaveLength(8);
  begun[0]?.();
  begun[0]?.();
  await clock.advance(10_000);
  expect(begun).toHaveLength(9);
  sessions[1]?.abort();
  await clock.advance(10_000);
  expect(begun).toHaveLength(10);
  // It had not begun, so that its end makes no room.
  sessions[10]?.abort();
  await clock.advance(10_000);
  expect(begun).toHaveLength(10);
  sessions[2]?.abort();
  await clock.advance(10_000);
  expect(begun).toHaveLength(11);
});

test('instances that lose their connection together come back one after another', async () => {
  const clock = manualClock();
  const { whatsapp, provider, db, host, phone, session } = await openBench({ clock });
  const all = [{ host, phone, session }];
  for (const last of ['1', '2', '3']) {
    const other = recordingHost(`01900000-0000-7000-8000-00000000c00${last}`);
    await insertInstance(db, other.instanceId, `shop ${last}`);
    const own = provider.open(other, null);
    await own.connect({});
    const itsPhone = whatsapp.phone({ number: `551199999000${last}`, name: 'Shop' });
    await itsPhone.scan(() => qrOf({ session: own }));
    await recorded(other, 'OfflineSyncCompleted');
    all.push({ host: other, phone: itsPhone, session: own });
  }
  await clock.advance(1_000);
  const logins = () => all.reduce((sum, one) => sum + (one.phone.devices[0]?.logins ?? 0), 0);
  const before = logins();
  for (const one of all) whatsapp.drop(one.phone);
  await until('all retries are due', () => clock.pending() === all.length);
  for (const one of all) await phaseIs(one.host, 'reconnecting');
  await clock.advance(500);
  for (let count = 1; count <= all.length; count++) {
    await until('one more has come back', () => logins() === before + count);
    await until(
      'the others wait',
      () => all.filter(({ host: { phases } }) => phases.at(-1)?.phase === 'open').length === count,
    );
    expect(logins()).toBe(before + count);
    await clock.advance(50);
  }
  for (const one of all.slice(1)) await one.session.stop();
});
