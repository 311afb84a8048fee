/** No person and no secret is in what is recorded, whatever a stanza holds. */
import { expect, test } from 'bun:test';
import type { BinaryNode } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { stanzaIn } from '../../../../src/modules/whatsapp/engine/sent-text.ts';
import { Redactor } from '../../../../src/modules/whatsapp/recording/redactor.ts';

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
