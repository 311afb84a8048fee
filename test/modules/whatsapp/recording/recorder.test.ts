/** What sessions leave in the file of WHATSAPP_RECORD, and that it stops none of them. */
import { afterEach, expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../../../src/core/shared/clock.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { StanzaRecorder } from '../../../../src/modules/whatsapp/recording/recorder.ts';
import { CONTACT, PHONE } from '../../../core/providers/conformance-stage.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { readRecording, receivedIn } from '../../../doubles/whatsapp/recording.ts';
import { temporaryFolder } from '../../../helpers/database.ts';
import { until } from '../../../helpers/until.ts';
import { bench, endAll, openBench, phaseIs, qrOf, texts } from '../setup.ts';

afterEach(endAll);

function recorderAt(path: string, bytesMax?: number, clock: Clock = systemClock()) {
  const lines: string[] = [];
  const log = createLog('debug', Date.now, (line) => lines.push(line));
  const recorder = new StanzaRecorder({
    path,
    clock,
    log,
    ...(bytesMax && { bytesMax }),
  });
  const file = Bun.file(path);
  const recording = async () => {
    await recorder.settled();
    return readRecording(await file.text());
  };
  return { recorder, record: recorder.record, lines, file, recording };
}

const newPath = () => join(temporaryFolder(), 'stanzas');
const PING = { tag: 'iq', attrs: { type: 'get', id: '1' } };

/** A recording of a client whose first code a phone has scanned and WhatsApp declared void. */
async function recordedRefresh() {
  const { record, recording } = recorderAt(newPath());
  const made = await openBench({ record });
  await phaseIs(made.host, 'open');
  return { made, recording: await recording() };
}

test('a session leaves what it hears and says, without people and keys', async () => {
  const path = newPath();
  const { record, recording, file } = recorderAt(path);
  const made = await openBench({ record });
  await made.contact.writes(made.phone, { text: 'a secret word' });
  await until('it is told', () => texts(made.host).length > 0);
  await made.session
    .send({ kind: 'text', to: CONTACT, text: 'another secret word' } as never)
    .catch(() => {});
  const { stanzas, problems } = await recording();
  expect(problems).toEqual([]);
  expect(
    stanzas.some(({ direction, stanza }) => direction === 'in' && stanza.tag === 'message'),
  ).toBe(true);
  expect(stanzas.some(({ direction, stanza }) => direction === 'out' && stanza.tag === 'ack')).toBe(
    true,
  );
  const types = stanzas.map(({ stanza }) => stanza.attrs?.type);
  expect(types).toContain('companion_reg_refresh');
  const text = await file.text();
  for (const secret of [PHONE, CONTACT, 'Shop', 'Ana', 'secret'])
    expect(text).not.toContain(secret);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a recording of a void code, played by WhatsApp again, has the code shown once more with another secret', async () => {
  const { recording } = await recordedRefresh();
  const received = receivedIn(recording, 'first');
  const upToRefresh = received.findIndex(({ attrs }) => attrs.type === 'companion_reg_refresh');
  expect(upToRefresh).toBeGreaterThan(0);
  const made = await bench();
  made.whatsapp.replayed = received.slice(0, upToRefresh + 1);
  await made.session.connect({});
  const codes = () =>
    made.host.events.flatMap((event) => (event.type === 'QRCode' ? [event.data.code] : []));
  await until('the code is shown again', () => codes().length === 2);
  const [first = [], second = []] = codes().map((code) => code.split(','));
  expect(second[0]).toBe(first[0]!);
  expect(second.at(-2)).not.toBe(first.at(-2)!);
});

test('whatever was recorded of a whole session breaks no other session', async () => {
  const { recording } = await recordedRefresh();
  const made = await openBench();
  made.whatsapp.replayTo(
    made.phone,
    receivedIn(recording, 'all').filter(({ tag }) => tag !== 'stream:error' && tag !== 'failure'),
  );
  await made.contact.writes(made.phone, { text: 'still there' });
  await until('it is told', () => texts(made.host).includes('still there'));
});

test.each([
  ['an empty file', () => '', 'the file is empty'],
  [
    'a file without its beginning',
    (text: string) => text.slice(text.indexOf('\n') + 1),
    'line 1: no recording begins here',
  ],
  ['a line that is cut off', (text: string) => text.slice(0, -30), 'it is cut off, or no JSON'],
  ['bytes', () => '\u0000\ufffd\u0001\n\ufffd', 'line 1: it is cut off, or no JSON'],
  ['lines in the wrong order', (text: string) => swapped(text), 'it is before the line above it'],
  ['a line that is a number', (text: string) => `${text}7\n`, 'no object'],
  ['a list', (text: string) => `${text}[]\n`, 'no object'],
  ['a stanza without a time', (text: string) => `${text}{"direction":"in"}\n`, 'at is no time'],
  [
    'a stanza of no connection',
    (text: string) => `${text}{"at":1e9,"direction":"in"}\n`,
    'it names no connection',
  ],
  [
    'a stanza to nowhere',
    (text: string) => added(text, { direction: 'up' }),
    'direction is neither in nor out',
  ],
  ['a line without a stanza', (text: string) => added(text, { stanza: null }), 'it has no stanza'],
  [
    'a node without a tag',
    (text: string) => added(text, { stanza: { tag: '' } }),
    'a node has no tag',
  ],
  [
    'an attribute that is a number',
    (text: string) => added(text, { stanza: { tag: 'a', attrs: { b: 1 } } }),
    'an attribute of a is no text',
  ],
  [
    'content without a length',
    (text: string) => added(text, { stanza: { tag: 'a', content: {} } }),
    'the content of a has no length',
  ],
  [
    'content of a gigabyte',
    (text: string) => added(text, { stanza: { tag: 'a', content: { bytes: 2 ** 30 } } }),
    'the content of a is too long',
  ],
  [
    'nodes nested too deep',
    (text: string) => added(text, { stanza: nested(100) }),
    'it is nested too deep',
  ],
])('%s says what is wrong, and the rest is still read', async (_, damage, problem) => {
  const clock = manualClock();
  const { record, recorder, file } = recorderAt(newPath(), undefined, clock);
  for (let count = 0; count < 5; count++) {
    await record('one', 'in', PING);
    await clock.advance(2);
  }
  await recorder.settled();
  const { stanzas, problems } = readRecording(damage(await file.text()));
  expect(problems.join()).toContain(problem);
  expect(stanzas.length).toBeLessThanOrEqual(5);
});

test('a tag that nobody knows is played, and breaks no session', async () => {
  const made = await openBench();
  made.whatsapp.replayTo(made.phone, [
    { tag: 'never_heard_of', attrs: { type: 'new', from: 's.whatsapp.net', id: '1' } },
    { tag: 'notification', attrs: { type: 'never_heard_of', from: 's.whatsapp.net', id: '2' } },
    { tag: 'unnamed', attrs: { unnamed: '' }, content: Buffer.alloc(0) },
  ]);
  await made.contact.writes(made.phone, { text: 'still there' });
  await until('it is told', () => texts(made.host).includes('still there'));
});

test.each([
  ['in a folder that is not there', () => join(newPath(), 'deeper')],
  ['that is a folder', () => temporaryFolder()],
])('a file %s is told once, and sessions go on', async (_, path) => {
  const { record, recorder, lines } = recorderAt(path());
  const made = await bench({ record });
  await made.session.connect({});
  await qrOf(made);
  await recorder.settled();
  const told = lines.filter((line) => line.includes('WHATSAPP_RECORD cannot be written to'));
  expect(told).toHaveLength(1);
  expect(await record('one', 'in', PING)).toBe(false);
});

test('a recording ends at its size, also over several starts, and with a whole line', async () => {
  const path = newPath();
  for (let start = 0; start < 3; start++) {
    const { record, recorder } = recorderAt(path, 2_000);
    for (let count = 0; count < 50; count++) await record('one', 'in', PING);
    await recorder.settled();
    expect(await record('one', 'in', PING)).toBe(false);
  }
  const text = await Bun.file(path).text();
  expect(text.length).toBeLessThanOrEqual(2_000);
  expect(readRecording(text).problems).toEqual([]);
});

test('what comes faster than the disk takes it is counted instead of kept', async () => {
  const { record, recorder, file } = recorderAt(newPath());
  const content = Array.from({ length: 400 }, () => ({ tag: 'item_with_a_long_name', attrs: {} }));
  const all = Array.from({ length: 200 }, () =>
    record('one', 'in', { tag: 'list', attrs: {}, content }),
  );
  expect(await Promise.all(all)).not.toContain(false);
  await recorder.settled();
  await record('one', 'in', PING);
  await recorder.settled();
  const text = await file.text();
  expect(text).toMatch(/\{"leftOut":\d+\}/);
  expect(readRecording(text).problems).toEqual([]);
});

test('an earlier recording is added to', async () => {
  const path = newPath();
  writeFileSync(path, '{"recording":"gatehouse whatsapp 1"}\n');
  const { record, recording } = recorderAt(path);
  await record('one', 'out', PING);
  const { stanzas, problems } = await recording();
  expect([stanzas.length, problems]).toEqual([1, []]);
});

/** With the second and the last line changing places. */
function swapped(text: string): string {
  const lines = text.trimEnd().split('\n');
  const [begins = '', second = '', ...others] = lines;
  const last = others.pop() ?? '';
  return [begins, last, ...others, second].join('\n');
}

const added = (text: string, more: object): string =>
  `${text}${JSON.stringify({ at: 1e9, connection: 'connection#1', direction: 'in', stanza: { tag: 'a' }, ...more })}\n`;

const nested = (depth: number): object =>
  depth === 0 ? { tag: 'a' } : { tag: 'a', content: [nested(depth - 1)] };
