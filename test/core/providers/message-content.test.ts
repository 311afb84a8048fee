/** Contents in the protocol's spelling, and what cannot be said about another message. */

import { describe, expect, test } from 'bun:test';
import type { StoredMessage } from '../../../src/core/messages/rows.ts';
import type { Fields } from '../../../src/core/providers/foreign-values.ts';
import { keyOf, messageContent } from '../../../src/core/providers/message-content.ts';
import type { OutgoingContent, OutgoingContext } from '../../../src/core/providers/outgoing.ts';

const ANA = '5511888880000@s.whatsapp.net';
const GROUP = '120363000000000000@g.us';
const NOW = Date.UTC(2026, 0, 5, 10);

const storedMessage = (fields: Partial<StoredMessage> = {}): StoredMessage => ({
  id: 'A1',
  isFromMe: true,
  chat: ANA,
  sender: ANA,
  chatAddress: ANA,
  authorAddress: '',
  kind: 'text',
  content: null,
  sentAt: NOW - 60_000,
  ...fields,
});

/** `stored`: the content of the message that another is about. */
const contextWith = (stored: Fields, more: OutgoingContext & { chat?: string } = {}) => ({
  self: '5511999990000@s.whatsapp.net',
  chat: ANA,
  decode: () => stored,
  nowMs: NOW,
  ...more,
});

const said = (content: OutgoingContent, stored: Fields = { conversation: 'hello' }) =>
  messageContent(content, contextWith(stored));

const problem = (content: OutgoingContent, stored?: Fields): string => {
  try {
    said(content, stored);
    return '';
  } catch (error) {
    const { reason, message } = error as { reason: string; message: string };
    return `${reason}: ${message}`;
  }
};

const KEYED = {
  senderKeyDistributionMessage: { groupId: GROUP },
  messageContextInfo: { messageSecret: new Uint8Array(32) },
};

describe('a forwarded message', () => {
  const forward = (stored: Fields) => said({ kind: 'forward', about: storedMessage() }, stored);

  test('is what was said, without the keys, secrets and quotes it came with', () => {
    expect(forward({ ...KEYED, conversation: 'hello' })).toEqual({
      extendedTextMessage: {
        text: 'hello',
        contextInfo: { isForwarded: true, forwardingScore: 1 },
      },
    });
    const contextInfo = { forwardingScore: 2, stanzaId: 'B', mentionedJid: [ANA] };
    expect(forward({ locationMessage: { degreesLatitude: 1, contextInfo } })).toEqual({
      locationMessage: {
        degreesLatitude: 1,
        contextInfo: { isForwarded: true, forwardingScore: 3 },
      },
    });
  });

  test('that is a document with a caption keeps the envelope phones want around it', () => {
    const documentMessage = { fileName: 'a.pdf', caption: 'read' };
    expect(forward({ documentMessage })).toMatchObject({
      documentWithCaptionMessage: { message: { documentMessage } },
    });
  });

  test('that is a file stays out of channels, whose files are unsealed, and in them', () => {
    const file = { imageMessage: { mimetype: 'image/png' } };
    const channel = '120363000000000001@newsletter';
    const forwardTo = (chat: string, chatAddress: string, stored: Fields) => () =>
      messageContent(
        { kind: 'forward', about: storedMessage({ chatAddress }) },
        contextWith(stored, { chat }),
      );
    for (const [chat, from] of [
      [channel, ANA],
      [ANA, channel],
    ] as const) {
      expect(forwardTo(chat, from, file)).toThrow('cannot be forwarded to a channel or out of one');
      expect(forwardTo(chat, from, { conversation: 'hello' })()).toMatchObject({
        extendedTextMessage: { text: 'hello' },
      });
    }
    expect(forwardTo(ANA, GROUP, file)()).toMatchObject(file);
  });

  test('is refused where nothing is stored, or it may be seen once', () => {
    const about = storedMessage();
    expect(problem({ kind: 'forward', about }, {})).toBe(
      'invalid: the content of the message is not stored',
    );
    expect(problem({ kind: 'forward', about }, { imageMessage: { viewOnce: true } })).toBe(
      'invalid: view-once messages cannot be forwarded',
    );
  });
});

describe('a quote', () => {
  const quoting = (quoted: StoredMessage, stored: Fields, chat = ANA) =>
    messageContent({ kind: 'text', text: 'yes' }, contextWith(stored, { quoted, chat }))
      .extendedTextMessage as { contextInfo: Fields };

  test('holds what was said and by whom, without keys and without what that answered', () => {
    const stored = { ...KEYED, extendedTextMessage: { text: 'a', contextInfo: { stanzaId: 'B' } } };
    const quoted = storedMessage({ isFromMe: false, chatAddress: GROUP, authorAddress: '7@lid' });
    expect(quoting(quoted, stored, GROUP).contextInfo).toEqual({
      stanzaId: 'A1',
      participant: '7@lid',
      quotedMessage: { extendedTextMessage: { text: 'a' } },
    });
  });

  test('of a group, in the chat with a person, names the group', () => {
    const quoted = storedMessage({ isFromMe: false, chatAddress: GROUP, authorAddress: ANA });
    expect(quoting(quoted, {}).contextInfo).toMatchObject({ remoteJid: GROUP, participant: ANA });
    const hidden = storedMessage({ isFromMe: false, chatAddress: '7@lid' });
    expect(quoting(hidden, {}).contextInfo).not.toHaveProperty('remoteJid');
  });
});

describe('an edit', () => {
  const edit = (stored: Fields, about: Partial<StoredMessage> = {}) => ({
    content: { kind: 'edit', about: storedMessage(about), text: 'new' } as const,
    stored,
  });
  const editedIn = ({ content, stored }: ReturnType<typeof edit>) =>
    (said(content, stored).protocolMessage as Fields).editedMessage;

  test('replaces a text, or the caption of a file and nothing else of it', () => {
    expect(editedIn(edit({ conversation: 'old' }))).toEqual({
      extendedTextMessage: { text: 'new' },
    });
    expect(editedIn(edit({ imageMessage: { url: 'u', caption: 'old' } }))).toEqual({
      imageMessage: { url: 'u', caption: 'new' },
    });
    expect(editedIn(edit({ documentMessage: { title: 't', caption: 'old' } }))).toEqual({
      documentWithCaptionMessage: { message: { documentMessage: { title: 't', caption: 'new' } } },
    });
  });

  test.each([
    [{ isFromMe: false }, {}, 'invalid: only messages that the account sent can be edited'],
    [{}, { imageMessage: {} }, 'invalid: only texts and captions can be edited'],
    [{}, { locationMessage: {} }, 'invalid: only texts and captions can be edited'],
    [
      { sentAt: NOW - 900_001 },
      { conversation: 'a' },
      'conflict: the message is older than 15 minutes and cannot be edited any more',
    ],
    [{ sentAt: NOW - 900_000 }, { conversation: 'a' }, ''],
  ])('of %p with %p says: %s', (about, stored, text) => {
    const content = edit(stored, about);
    expect(problem(content.content, content.stored)).toBe(text);
  });
});

test('what another wrote can be removed in a group, and not in the chat with a person', () => {
  const about = storedMessage({ isFromMe: false });
  expect(problem({ kind: 'revoke', about })).toBe(
    'invalid: messages of other people can be removed only in groups, by an admin',
  );
  const inGroup = { ...about, chatAddress: GROUP, authorAddress: ANA };
  expect(said({ kind: 'revoke', about: inGroup })).toEqual({
    protocolMessage: {
      key: { remoteJid: GROUP, fromMe: false, id: 'A1', participant: ANA },
      type: 0,
    },
  });
});

test.each(['reaction', 'edit', 'revoke', 'forward'] as const)(
  'a %s must not be about a reaction, vote, edit or removal',
  (kind) => {
    const content = { kind, about: storedMessage(), text: '👍' };
    for (const field of ['reactionMessage', 'protocolMessage', 'pollUpdateMessage'])
      expect(problem(content, { [field]: {} })).toStartWith('invalid: message A1 is a reaction,');
  },
);

const AUTHOR = '5511999990000@s.whatsapp.net';
const about = (isFromMe: boolean, chatAddress: string, authorAddress: string) => ({
  ...{ id: 'A1', isFromMe, chatAddress, authorAddress },
  ...{ chat: chatAddress, content: null },
});

test('the key of a message names its author wherever others write too, unless the account wrote it', () => {
  const cases = [
    [
      about(false, GROUP, AUTHOR),
      { remoteJid: GROUP, fromMe: false, id: 'A1', participant: AUTHOR },
    ],
    [
      about(false, 'status@broadcast', AUTHOR),
      { remoteJid: 'status@broadcast', fromMe: false, id: 'A1', participant: AUTHOR },
    ],
    [
      about(false, '17@broadcast', AUTHOR),
      { remoteJid: '17@broadcast', fromMe: false, id: 'A1', participant: AUTHOR },
    ],
    [about(true, GROUP, '1@lid'), { remoteJid: GROUP, fromMe: true, id: 'A1' }],
    [about(false, AUTHOR, ''), { remoteJid: AUTHOR, fromMe: false, id: 'A1' }],
  ] as const;
  for (const [message, key] of cases) expect(keyOf(message)).toEqual(key);
});
