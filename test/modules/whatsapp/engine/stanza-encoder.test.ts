import { beforeAll, expect, test } from 'bun:test';
import { type BinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys';
import {
  DOUBLE_BYTE_TOKENS,
  SINGLE_BYTE_TOKENS,
} from '@whiskeysockets/baileys/lib/WABinary/constants.js';
import fc from 'fast-check';
import { loadBaileys } from '../../../../src/modules/whatsapp/engine/baileys.ts';
import {
  EncodedNode,
  encodeStanza,
} from '../../../../src/modules/whatsapp/engine/stanza-encoder.ts';
import { anyText } from '../../../helpers/any-text.ts';

beforeAll(loadBaileys);

const WORDS = [...SINGLE_BYTE_TOKENS, ...DOUBLE_BYTE_TOKENS.flat()];
const SERVERS = ['s.whatsapp.net', 'lid', 'g.us', 'hosted', 'hosted.lid', 'c.us', 'broadcast', ''];

const digits = fc.stringMatching(/^[0-9.-]{1,140}$/);
const hex = fc.stringMatching(/^[0-9A-F]{1,140}$/);
const jid = fc
  .tuple(
    fc.constantFrom('', '4915112345678', 'status', '123-456', 'AB12', 'ünï'),
    fc.constantFrom('', '_1', '_128', '_x'),
    fc.constantFrom('', ':0', ':1', ':47', ':300', ':'),
    fc.constantFrom(...SERVERS),
  )
  .map(([user, domain, device, server]) => `${user}${domain}${device}@${server}`);
// Baileys reads the names that every object has as words, and encodes them as another text.
const text = fc
  .oneof(fc.constantFrom(...WORDS), digits, hex, jid, fc.string(), anyText(20))
  .filter((one) => !(one in {}));
const attrs = fc.dictionary(text, text, { maxKeys: 5, noNullPrototype: true });
const content = fc.oneof(
  text,
  fc.uint8Array({ maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const { node } = fc.letrec<{ node: BinaryNode }>((tie) => ({
  node: fc.record(
    {
      tag: text.filter((tag) => tag !== ''),
      attrs,
      content: fc.oneof({ maxDepth: 4 }, content, fc.array(tie('node'), { maxLength: 4 })),
    },
    { requiredKeys: ['tag', 'attrs'] },
  ),
}));

test('every stanza is encoded as Baileys encodes it', () => {
  fc.assert(
    fc.property(node, (stanza) => {
      expect(encodeStanza(stanza)).toEqual(encodeBinaryNode(stanza));
    }),
    { numRuns: 1_000 },
  );
});

test.each([0, 1, 255, 256, 257, 65_535, (1 << 20) - 1, 1 << 20, 3_000_000])(
  'content of %d bytes is encoded as Baileys encodes it',
  (size) => {
    const stanza = { tag: 'enc', attrs: {}, content: Buffer.alloc(size, 7) };
    expect(encodeStanza(stanza).equals(encodeBinaryNode(stanza))).toBe(true);
  },
);

test.each([0, 1, 255, 256, 257, 5_000])('%d recipients are encoded as Baileys does', (count) => {
  const recipients = Array.from({ length: count }, (_, index) => ({
    tag: 'to',
    attrs: { jid: `${5_511_000_000_000 + index}:${index % 9}@s.whatsapp.net` },
    content: [{ tag: 'enc', attrs: { v: '2', type: 'pkmsg' }, content: Buffer.alloc(200, index) }],
  }));
  const stanza = { tag: 'participants', attrs: {}, content: recipients };
  expect(encodeStanza(stanza).equals(encodeBinaryNode(stanza))).toBe(true);
});

test('a stanza of nodes that were encoded before is encoded as Baileys encodes it', () => {
  const nodes = fc.array(node, { maxLength: 5 });
  fc.assert(
    fc.property(node, nodes, (stanza, content) => {
      const before = content.map((one) => new EncodedNode(one));
      const expected = encodeBinaryNode({ ...stanza, content });
      expect(encodeStanza({ ...stanza, content: before })).toEqual(expected);
    }),
  );
});

test('an attribute without a value is left out', () => {
  const without = { tag: 'iq', attrs: { id: '1', jid: undefined, to: null } };
  const stanza = without as unknown as BinaryNode;
  expect(encodeStanza(stanza)).toEqual(encodeBinaryNode(stanza));
});

test('a text that is the name of what every object has is kept', async () => {
  const { decodeBinaryNode } = await loadBaileys();
  const stanza = { tag: 'a', attrs: { constructor: 'toString' } };
  const { attrs: read } = await decodeBinaryNode(encodeStanza(stanza));
  expect(Object.entries(read)).toEqual([['constructor', 'toString']]);
});

test('a stanza without a tag is refused', () => {
  expect(() => encodeStanza({ tag: '', attrs: {} })).toThrow('tag');
});
