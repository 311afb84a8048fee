import { afterEach, expect, test } from 'bun:test';
import { createPaces } from '../../../src/events/event-pace.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { SHOP } from '../../helpers/engine.ts';
import { until } from '../../helpers/until.ts';
import {
  type Bench,
  bench,
  endAll,
  openBench,
  qrOf,
  rowsOf,
  texts,
  timesTold,
  told,
} from './bench.ts';

afterEach(endAll);

const unacknowledged = ({ phone }: Bench) => phone.devices[0]?.pending ?? 0;

test('messages that come faster than they may wait at WhatsApp, and all are told in their order', async () => {
  const clock = manualClock();
  const made = await bench({ clock });
  const { contact, phone, host, session } = made;
  let held = 0;
  const limits = { reached: () => void held++ };
  host.pace = createPaces(2, { clock, limits })(SHOP);
  await session.connect({});
  await phone.scan(await qrOf(made));
  await told(host, 'OfflineSyncCompleted');
  const sent = Array.from({ length: 6 }, (_, index) => `${index}`);
  for (const text of sent) await contact.writes(phone, { text });
  await until('the first second is used up', () => held === 1);
  await told(host, 'Message', 2);
  expect(unacknowledged(made)).toBe(4);
  for (let count = 3; count <= 6; count++) {
    expect(timesTold(host, 'Message')).toBe(count - 1);
    await clock.advance(500);
    await told(host, 'Message', count);
    if (count < 6) await until('the next one waits', () => held === count - 1);
  }
  expect(texts(host)).toEqual(sent);
  await until('all are acknowledged', () => unacknowledged(made) === 0);
});

test('a receipt does not wait behind messages that do', async () => {
  const clock = manualClock();
  const made = await bench({ clock });
  const { contact, phone, host, session } = made;
  let held = 0;
  host.pace = createPaces(1, { clock, limits: { reached: () => void held++ } })(SHOP);
  await session.connect({});
  await phone.scan(await qrOf(made));
  await told(host, 'OfflineSyncCompleted');
  await contact.writes(phone, { text: 'first' });
  await told(host, 'Message');
  await contact.writes(phone, { text: 'second' });
  await until('the second waits', () => held === 1);
  const { id } = await session.sendText({ number: contact.number, text: 'Hello' });
  await told(host, 'Receipt');
  expect(host.events.findLast(({ type }) => type === 'Receipt')?.data).toMatchObject({
    MessageIDs: [id],
  });
  expect(texts(host)).toEqual(['first']);
  await clock.advance(1_000);
  await told(host, 'Message', 2);
});

test('beyond a thousand messages that wait to be read the others are left at WhatsApp, and none is lost', async () => {
  const made = await openBench();
  const { contact, phone, host } = made;
  const release = host.hold();
  const sent = Array.from({ length: 1_300 }, (_, index) => `${index}`);
  for (const text of sent) await contact.writes(phone, { text });
  let rows = 0;
  let calm = 0;
  await until('no more are taken', async () => {
    const { inbox } = await rowsOf(made);
    calm = inbox === rows && inbox === 200 ? calm + 1 : 0;
    rows = inbox;
    return calm > 10;
  });
  release();
  await until('all are told', () => timesTold(host, 'Message') >= sent.length, 60_000);
  expect(texts(host)).toEqual(sent);
  expect(timesTold(host, 'Connected')).toBe(2);
  await until('all are acknowledged', () => unacknowledged(made) === 0);
}, 90_000);
