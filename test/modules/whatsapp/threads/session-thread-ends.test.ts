/** A thread of sessions that ends: its sessions are open again in another one, and others notice nothing. */
import { afterEach, expect, test } from 'bun:test';
import { CONTACT } from '../../../conformance/provider-stage.ts';
import type { RecordingHost } from '../../../core/providers/recording-host.ts';
import { until } from '../../../helpers/until.ts';
import { texts } from '../setup.ts';
import { endAll, type ThreadStage, threadStage } from './stage.ts';

afterEach(endAll);

const ONE = '01900000-0000-7000-8000-00000000b001';
const OTHER = '01900000-0000-7000-8000-00000000b002';
const hello = { number: CONTACT, content: { kind: 'text', text: 'Hello' } } as const;

const phaseOf = (host: RecordingHost) => host.phases.at(-1)?.phase;
const reasons = ({ phases }: RecordingHost) => phases.map(({ reason }) => String(reason)).join();

/** Two instances, each in a thread of its own, that know one contact. */
async function twoThreads() {
  const stage = await threadStage(2);
  const one = await stage.open(ONE, '5511999990001');
  const other = await stage.open(OTHER, '5511999990002');
  const contact = stage.whatsapp.contact({ number: CONTACT, name: 'Ana' });
  return { ...stage, one, other, contact };
}

const isBack = ({ passing }: ThreadStage, host: RecordingHost) =>
  passing('it is open again', () => phaseOf(host) === 'open' && reasons(host).includes('thread'));

test.each(['exit', 'loop'] as const)(
  'when a thread ends (%s) its sessions are open again in another one, every message comes once, and other threads notice nothing',
  async (fault) => {
    const stage = await twoThreads();
    const { one, other, contact, workers } = stage;
    const before = other.host.phases.length;
    for (let count = 0; count < 20; count++) {
      if (count === 10) stage.fault(0, fault);
      await contact.writes(one.phone, { text: `word ${count}` });
    }
    await contact.writes(other.phone, { text: 'Hello' });
    await until('it came', () => texts(other.host).includes('Hello'));
    await other.session.send(hello);
    await isBack(stage, one.host);
    await until('all are there', () => texts(one.host).length >= 20);
    expect(texts(one.host)).toEqual(Array.from({ length: 20 }, (_, count) => `word ${count}`));
    expect(one.host.recorded.filter((name) => name === 'PairSuccess')).toHaveLength(1);
    expect(one.host.recorded).not.toContain('LoggedOut');
    expect(workers).toHaveLength(3);
    await one.session.send(hello);
    expect(other.host.phases.slice(before)).toEqual([]);
  },
);

test('a call under way says that it may have been done, and later ones that nothing is connected', async () => {
  const stage = await twoThreads();
  const { session, host } = stage.one;
  stage.fault(0, 'loop');
  const sent = session.send(hello).catch((error) => error);
  await stage.passing('it is noticed', () => phaseOf(host) === 'reconnecting');
  expect(await sent).toMatchObject({ reason: 'unavailable', mayBeDone: true });
  const later = await session.send(hello).catch((error) => error);
  expect(later).toMatchObject({ reason: 'conflict', message: 'not connected' });
  expect(() => session.chats()).toThrow('not connected');
});

test('an abandoned session is cut off although its thread hangs', async () => {
  const stage = await twoThreads();
  const { one, other, whatsapp } = stage;
  expect(whatsapp.connections).toBe(2);
  stage.fault(0, 'loop');
  one.session.abandon();
  await stage.passing('its connection is gone', () => whatsapp.connections === 1);
  expect(phaseOf(other.host)).toBe('open');
  expect(one.host.phases.at(-1)?.phase).toBe('open');
});

test('a session that was not to be connected stays as it was', async () => {
  const stage = await twoThreads();
  const { one } = stage;
  await one.session.logout();
  const before = one.host.recorded.length;
  stage.fault(0, 'exit');
  await until('it is noticed', () => stage.lines.join().includes('a thread of WhatsApp sessions'));
  await stage.passing('it is in a new thread', () => stage.workers.length === 3);
  expect(one.host.recorded.slice(before)).toEqual([]);
  await one.session.connect({});
  await until('a QR code', () => one.session.offer() !== null);
});

test('a thread ends with its last session, and not before', async () => {
  const stage = await threadStage(1);
  const one = await stage.open(ONE, '5511999990001');
  const other = await stage.open(OTHER, '5511999990002');
  expect(stage.workers).toHaveLength(1);
  const [worker] = stage.workers;
  let hasClosed = false;
  worker?.addEventListener('close', () => {
    hasClosed = true;
  });
  await one.session.stop();
  await other.session.send(hello).catch(() => {});
  expect(hasClosed).toBe(false);
  await other.session.stop();
  await until('it has ended', () => hasClosed);
});
