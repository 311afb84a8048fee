import { afterEach, expect, test } from 'bun:test';
import { createEventRateLimits } from '../../../src/core/events/publish/rate-limit.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { SHOP } from '../../helpers/engine.ts';
import { until } from '../../helpers/until.ts';
import {
  bench,
  endAll,
  openBench,
  qrOf,
  recorded,
  storedUntilCalm,
  texts,
  timesRecorded,
  unacknowledged,
} from './setup.ts';

afterEach(endAll);

/** Open, with `perSecond` events at most; `held` says how many messages have had to wait. */
async function pacedBench(clock: ManualClock, perSecond: number) {
  const made = await bench({ clock });
  let held = 0;
  const limits = { reached: () => void held++ };
  made.host.pace = createEventRateLimits(perSecond, clock, limits)(SHOP);
  await made.session.connect({});
  await made.phone.scan(() => qrOf(made));
  await recorded(made.host, 'OfflineSyncCompleted');
  return { ...made, held: () => held };
}

test('messages that come faster than they may wait at WhatsApp, and all are published in their order', async () => {
  const clock = manualClock();
  const { held, ...made } = await pacedBench(clock, 2);
  const { contact, phone, host } = made;
  const sent = Array.from({ length: 6 }, (_, index) => `${index}`);
  for (const text of sent) await contact.writes(phone, { text });
  await until('the first second is used up', () => held() === 1);
  await recorded(host, 'Message', 2);
  expect(unacknowledged(made)).toBe(4);
  for (let count = 3; count <= 6; count++) {
    expect(timesRecorded(host, 'Message')).toBe(count - 1);
    await clock.advance(500);
    await recorded(host, 'Message', count);
    if (count < 6) await until('the next one waits', () => held() === count - 1);
  }
  expect(texts(host)).toEqual(sent);
  await until('all are acknowledged', () => unacknowledged(made) === 0);
});

test('a receipt does not wait behind messages that do', async () => {
  const clock = manualClock();
  const { held, contact, phone, host, session } = await pacedBench(clock, 1);
  await contact.writes(phone, { text: 'first' });
  await recorded(host, 'Message');
  await contact.writes(phone, { text: 'second' });
  await until('the second waits', () => held() === 1);
  const { id } = await session.send({
    number: contact.number,
    content: { kind: 'text', text: 'Hello' },
  });
  await recorded(host, 'Receipt');
  expect(host.events.findLast(({ type }) => type === 'Receipt')?.data).toMatchObject({
    MessageIDs: [id],
  });
  expect(texts(host)).toEqual(['first']);
  await clock.advance(1_000);
  await recorded(host, 'Message', 2);
});

test('beyond a thousand messages that wait to be read the others are left at WhatsApp, and none is lost', async () => {
  const made = await openBench();
  const { contact, phone, host } = made;
  const release = host.hold();
  const sent = Array.from({ length: 1_300 }, (_, index) => `${index}`);
  // On disk, with all that follows in its chat, until it is published.
  await contact.writes(phone, { media: 'image', bytes: Buffer.from('picture') });
  for (const text of sent) await contact.writes(phone, { text });
  await storedUntilCalm(made);
  release();
  await until('all are published', () => timesRecorded(host, 'Message') > sent.length, 60_000);
  expect(texts(host).slice(1)).toEqual(sent);
  expect(timesRecorded(host, 'Connected')).toBe(2);
  await until('all are acknowledged', () => unacknowledged(made) === 0);
}, 90_000);
