/** What sessions leave in the file of WHATSAPP_RECORD, and that it stops none of them. */

import { afterEach, expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BinaryNode } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { type Clock, systemClock } from '../../../../src/core/shared/clock.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { stanzaIn } from '../../../../src/modules/whatsapp/engine/connection-recording.ts';
import { Redactor, StanzaRecorder } from '../../../../src/modules/whatsapp/recording/recorder.ts';
import { CONTACT, PHONE } from '../../../conformance/provider-stage.ts';
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

const redacted = (stanza: BinaryNode) => new Redactor().redacted(stanza);

test('the words of the protocol stay, and people become placeholders that stay the same', () => {
  const redactor = new Redactor();
  const ana = '5511888880000@s.whatsapp.net';
  const message = (id: string) => ({
    tag: 'message',
    attrs: { from: ana, participant: '77:3@lid', id, type: 'text', notify: 'Ana', t: '1770000000' },
    content: [
      { tag: 'enc', attrs: { v: '2', type: 'pkmsg', count: '1' }, content: Buffer.alloc(180) },
    ],
  });
  expect(redactor.redacted(message('3EB0AA'))).toEqual({
    tag: 'message',
    attrs: {
      from: 'person#1@s.whatsapp.net',
      participant: 'person#2:3@lid',
      id: 'id#3',
      type: 'text',
      notify: 'text#4',
      t: 'number#5',
    },
    content: [
      { tag: 'enc', attrs: { v: '2', type: 'pkmsg', count: '1' }, content: { bytes: 180 } },
    ],
  });
  expect(redactor.redacted(message('3EB0BB')).attrs).toMatchObject({
    from: 'person#1@s.whatsapp.net',
    id: 'id#6',
    notify: 'text#4',
  });
});

test('a notification that a code became void is recorded with all that makes it one', () => {
  const notification = {
    tag: 'notification',
    attrs: { from: 's.whatsapp.net', type: 'companion_reg_refresh', id: '17', t: '1' },
    content: [{ tag: 'companion_reg_refresh', attrs: {} }],
  };
  expect(redacted(notification)).toEqual({
    tag: 'notification',
    attrs: { from: 's.whatsapp.net', type: 'companion_reg_refresh', id: 'id#1', t: 'number#2' },
    content: [{ tag: 'companion_reg_refresh' }],
  });
});

const NAMES = fc.string({ unit: fc.constantFrom(...'QXZÄßЖ漢🦊'), minLength: 4, maxLength: 12 });
const NUMBERS = fc.bigInt({ min: 10_000_000n, max: 999_999_999_999_999n }).map(String);
const SECRETS = fc.uint8Array({ minLength: 32, maxLength: 64 });
const DOMAINS = fc.constantFrom('s.whatsapp.net', 'lid', 'g.us', 'newsletter', 'nowhere.example');
const ADDRESSES = fc
  .tuple(NUMBERS, DOMAINS, fc.constantFrom('', ':7', '_1:12'))
  .map(([number, domain, device]) => `${number}${device}@${domain}`);
const PRIVATE = fc.oneof(
  NAMES,
  NUMBERS,
  ADDRESSES,
  SECRETS.map((bytes) => Buffer.from(bytes).toString('base64')),
  SECRETS.map((bytes) => Buffer.from(bytes).toString('hex')),
);
const ATTRIBUTES = fc.constantFrom(
  ...'from to participant jid lid id notify name verified_name username type code xmlns stage state mode v count error t phash token key hash new_attribute __proto__ constructor'.split(
    ' ',
  ),
);
const TAGS = fc.constantFrom('message', 'iq', 'notification', 'ref', 'device-identity', 'new_tag');

const STANZAS = fc.letrec<{ node: BinaryNode }>((tie) => ({
  node: fc
    .record({
      tag: fc.oneof(TAGS, PRIVATE),
      attrs: fc.dictionary(fc.oneof(ATTRIBUTES, PRIVATE), PRIVATE, { maxKeys: 6 }),
      content: fc.oneof(
        { depthSize: 'small' },
        PRIVATE,
        SECRETS,
        fc.constant(undefined),
        fc.array(tie('node'), { maxLength: 4 }),
      ),
    })
    // The cast: content may be absent.
    .map((node) => node as BinaryNode),
})).node;

/** Every text in a stanza that tells who somebody is, or opens something. */
function privateIn({ tag, attrs, content }: BinaryNode): string[] {
  const texts = [tag, ...Object.keys(attrs), ...Object.values(attrs)];
  if (typeof content === 'string') texts.push(content);
  else if (content instanceof Uint8Array)
    texts.push(Buffer.from(content).toString('base64'), Buffer.from(content).toString('hex'));
  const own = texts.flatMap((text) => [
    ...(text.match(/\d{6,}|[QXZÄßЖ漢🦊]{4,}/gu) ?? []),
    ...longOf(text),
  ]);
  return [...own, ...(Array.isArray(content) ? content.flatMap(privateIn) : [])];
}

const longOf = (text: string): string[] => (text.length > 40 ? [text] : []);

test('whatever people and keys are in a stanza, none of them is in its record', () => {
  fc.assert(
    fc.property(STANZAS, (stanza) => {
      const text = JSON.stringify(redacted(stanza));
      for (const secret of privateIn(stanza)) expect(text).not.toContain(secret);
    }),
    { numRuns: 500 },
  );
});

const PEOPLE = fc.constantFrom(
  ...'from to participant jid id notify name verified_name username new_attribute'.split(' '),
);

test('the name of a person is in no record, however it is spelled', () => {
  const names = fc
    .string({ unit: fc.constantFrom(...'qxzj-_ '), minLength: 4 })
    .map((name) => `q${name}q`);
  fc.assert(
    fc.property(fc.dictionary(PEOPLE, names), names, (attrs, content) => {
      const text = JSON.stringify(redacted({ tag: 'message', attrs, content }));
      for (const name of [...Object.values(attrs), content]) expect(text).not.toContain(name);
    }),
  );
});

test('a stanza with ten thousand nodes, or nested a thousand deep, is cut', () => {
  const wide = {
    tag: 'list',
    attrs: {},
    content: Array.from({ length: 10_000 }, () => ({ tag: 'item', attrs: {} })),
  };
  const cut = redacted(wide);
  expect(cut.content).toHaveLength(499);
  expect(cut.leftOut).toBe(9_501);
  let deep: BinaryNode = { tag: 'end', attrs: {} };
  for (let level = 0; level < 1_000; level++) deep = { tag: 'node', attrs: {}, content: [deep] };
  expect(JSON.stringify(redacted(deep)).length).toBeLessThan(1_000);
});

test('placeholders do not grow without bound', () => {
  const redactor = new Redactor();
  for (let id = 0; id < 10_000; id++) redactor.placeholder('id', `${id}`);
  expect(redactor.placeholder('id', 'another')).toBe('id#more');
  expect(redactor.placeholder('id', '7')).toBe('id#8');
});

test('whatever a stanza is made of, something is recorded', () => {
  const odd = [
    {},
    { tag: 5 },
    { tag: 'a', attrs: null },
    { tag: 'a', attrs: { b: 5 }, content: 7 },
  ];
  for (const stanza of [...odd, { tag: 'a', attrs: {}, content: [null, 'x', [], { tag: '' }] }])
    expect(redacted(stanza as unknown as BinaryNode).tag).toBeString();
});

test('the text in which Baileys logs a stanza is read, and what is none of it is not', () => {
  const text =
    "<iq to='s.whatsapp.net' type='result' id='5'>\n\t\t<pair-device-sign >\n\t\t\t\t<device-identity key-index='1'>\n\t\t\t\t0a0b0c\n\t\t\t\t</device-identity>\n\t\t</pair-device-sign>\n</iq>";
  expect(stanzaIn(text)).toEqual({
    tag: 'iq',
    attrs: { to: 's.whatsapp.net', type: 'result', id: '5' },
    content: [
      {
        tag: 'pair-device-sign',
        attrs: {},
        content: [
          {
            tag: 'device-identity',
            attrs: { 'key-index': '1' },
            content: Buffer.from([10, 11, 12]),
          },
        ],
      },
    ],
  });
  expect(stanzaIn("<presence type='available'/>")).toEqual({
    tag: 'presence',
    attrs: { type: 'available' },
  });
  for (const wrong of ['', 'nothing', '<a', '<a >', '</a>', '<a ><b ></a>', "<a b='<c '></b>"])
    expect(stanzaIn(wrong)).toBeNull();
});
