import { expect, test } from 'bun:test';
import type { StoredMessage } from '../../../src/core/messages/rows.ts';
import {
  fromQueued,
  type MessageOrMedia,
  shownContent,
  toQueued,
} from '../../../src/core/sending/queued-content.ts';

const about: StoredMessage = {
  id: '3EB0A',
  isFromMe: false,
  chat: '5511@s.whatsapp.net',
  sender: '5511@s.whatsapp.net',
  chatAddress: '77@lid',
  authorAddress: '',
  kind: 'text',
  content: new Uint8Array([0, 1, 255]),
  sentAt: 1_000,
};
const number = '5511';
const parameter = { type: 'text', text: 'x', $base64: 'no base64!', $$base64: { $base64: 'AAAA' } };
const template = {
  kind: 'template',
  name: 'order_ready',
  language: 'en',
  components: [{ type: 'body', parameters: [parameter] }],
  shown: { header: null, body: 'x', footer: null, offer: null, buttons: [], cards: [] },
} as const;

test.each<[string, MessageOrMedia]>([
  ['a text', { message: { number, content: { kind: 'text', text: 'hi "$base64"' } } }],
  [
    'an answer that names people',
    { message: { number, content: { kind: 'text', text: 'a' }, quoted: about, mentioned: ['1'] } },
  ],
  ['a reaction', { message: { number, content: { kind: 'reaction', about, text: '👍' } } }],
  ['a forward', { message: { number, content: { kind: 'forward', about } } }],
  [
    'a file',
    { media: { number, kind: 'image', bytes: new Uint8Array([1, 2]), mimetype: 'image/png' } },
  ],
  [
    'a template with names like those that bytes are stored under',
    { message: { number, content: template } },
  ],
])('%s comes out of the queue as it went in, bytes and all', (_, outgoing) => {
  expect(fromQueued(toQueued(outgoing))).toEqual(outgoing);
});

test('bytes of a Buffer come out as well, and are shown as base64', () => {
  const content = Buffer.from([9]);
  const quoted = { ...about, content };
  const said = { kind: 'text', text: 'a' } as const;
  const { message } = fromQueued(toQueued({ message: { number, content: said, quoted } }));
  expect(message?.quoted?.content).toEqual(new Uint8Array([9]));
  expect(shownContent({ message: { number, content: said, quoted } }, 0)).toEqual({
    extendedTextMessage: {
      text: 'a',
      contextInfo: { stanzaId: '3EB0A', participant: '77@lid', quotedMessage: {} },
    },
  });
});

test.each(['image', 'video', 'audio', 'document', 'ptv', 'sticker', 'voice'] as const)(
  'a file sent as %s is shown by its kind, also while it is on disk or damaged',
  (kind) => {
    for (const bytes of [new Uint8Array(), new Uint8Array([1, 2, 3])]) {
      const shown = shownContent({ media: { number, kind, bytes, mimetype: 'audio/ogg' } }, 0);
      const [[field, value] = []] = Object.entries(shown);
      expect(field).toEndWith('Message');
      expect(value).toHaveProperty('mimetype');
      expect((value as { fileLength?: number }).fileLength).toBe(bytes.length || undefined);
    }
  },
);
