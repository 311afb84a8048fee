/** Messages that are answered: stored ones, and those whose words the caller gives. */
import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { checkedFields } from '../../../src/core/http/read-fields.ts';
import { Quoted, quotedBy } from '../../../src/core/sending/quoted-message.ts';
import { Recipient } from '../../../src/core/sending/recipient.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { storedRecord } from '../../helpers/stored-message.ts';

const ANA = '5511988887777@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';
const HELLO = { conversation: 'Hello' };
const Body = Type.Object({ number: Recipient, quoted: Quoted });

/** What a body quotes where the message A is stored. */
async function quote(quoted: unknown, number = ANA) {
  const fields = checkedFields(Body, { number, quoted });
  return quotedBy(fields.quoted as Parameters<typeof quotedBy>[0], async (id) =>
    id === 'A' ? storedRecord() : null,
  );
}

const refusal = (quoted: unknown, number?: string): Promise<string> =>
  quote(quoted, number).then(
    () => '',
    (error) => (error instanceof AppError ? `${error.reason}: ${error.message}` : String(error)),
  );

describe('the message that is answered', () => {
  test('is the stored one, whatever is said of it beside its id', async () => {
    for (const beside of [{}, { message: HELLO }, { message: 5 }, { message: { a: 1 } }])
      expect(await quote({ key: { id: 'A', remoteJid: 5 }, ...beside })).toEqual(storedRecord());
  });

  test('is not found without words when it is not stored', async () => {
    for (const beside of [{}, { message: null }, { message: {} }])
      expect(await refusal({ key: { id: 'B', remoteJid: ANA, fromMe: false }, ...beside })).toBe(
        'not_found: quoted message not found',
      );
  });

  test('is the one that is described when it is not stored', async () => {
    const key = { id: 'B', remoteJid: GROUP, fromMe: false, participant: '77@lid' };
    expect(await quote({ key, message: HELLO }, GROUP)).toEqual({
      id: 'B',
      isFromMe: false,
      chat: GROUP,
      chatAddress: GROUP,
      authorAddress: '77@lid',
      content: null,
      claimedContent: HELLO,
    });
  });

  test('is of the chat that is written to, and of its person, unless its key says otherwise', async () => {
    const described = { key: { id: 'B' }, message: HELLO };
    expect(await quote(described)).toMatchObject({ chatAddress: ANA, isFromMe: false });
    expect(await quote(described, '5511988887777')).toMatchObject({ chatAddress: ANA });
    const key = { id: 'B', fromMe: true, remoteJid: null, participant: null };
    expect(await quote({ key, message: HELLO })).toMatchObject({ isFromMe: true });
  });

  test('needs its author in a group', async () => {
    expect(await refusal({ key: { id: 'B' }, message: HELLO }, GROUP)).toBe(
      'not_found: message B not found: to name one that is not stored, its key needs participant too',
    );
  });

  test.each<[string, object]>([
    ['quoted.key.remoteJid must be a JID', { remoteJid: 5 }],
    ['quoted.key.fromMe must be true or false', { fromMe: 'yes' }],
    ['quoted.key.participant must be the JID of a person', { participant: {} }],
    [
      'remoteJid must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
      { remoteJid: 'the chat' },
    ],
  ])('is refused: %s', async (reason, beside) => {
    expect(await refusal({ key: { id: 'B', ...beside }, message: HELLO })).toBe(
      `invalid: ${reason}`,
    );
  });

  test.each([
    'B',
    { key: 'B' },
    { key: { id: '' } },
    { key: { id: 5 } },
    { key: { id: 'x'.repeat(129) } },
  ])('is named by an id: %p is none', async (quoted) => {
    expect(await refusal(quoted)).toContain('quoted must be');
  });
});

describe('the words of a message that is not stored', () => {
  const shown = async (message: object) =>
    (await quote({ key: { id: 'B' }, message })).claimedContent;

  test('are a text as phones and events spell it', async () => {
    expect(await shown(HELLO)).toEqual(HELLO);
    const answer = { extendedTextMessage: { text: 'Yes', contextInfo: { stanzaId: 'C' } } };
    expect(await shown(answer)).toEqual({ extendedTextMessage: { text: 'Yes' } });
    expect(
      await shown({ messageContextInfo: {}, conversation: 'Yes', imageMessage: null }),
    ).toEqual({ conversation: 'Yes' });
  });

  test('are the caption and name of a file, without its keys, thumbnail and bytes', async () => {
    const keys = { url: 'u', mediaKey: 'k', jpegThumbnail: 'x'.repeat(1_000), fileLength: 5 };
    const imageMessage = { mimetype: 'image/jpeg', caption: 'Look', ...keys };
    expect(await shown({ imageMessage, base64: 'x' })).toEqual({
      imageMessage: { mimetype: 'image/jpeg', caption: 'Look' },
    });
    const documentMessage = { fileName: 'a.pdf', title: null, ...keys };
    const enveloped = { documentWithCaptionMessage: { message: { documentMessage } } };
    expect(await shown(enveloped)).toEqual({ documentMessage: { fileName: 'a.pdf' } });
    expect(await shown({ audioMessage: { ptt: true, seconds: 3 } })).toEqual({
      audioMessage: { ptt: true, seconds: 3 },
    });
  });

  test('are a place, a contact, a poll or a sticker', async () => {
    const kinds = {
      locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: 'MASP' },
      contactMessage: { displayName: 'Ana', vcard: 'BEGIN:VCARD' },
      pollCreationMessageV3: { name: 'Lunch?' },
      stickerMessage: {},
    };
    for (const [kind, content] of Object.entries(kinds))
      expect(await shown({ [kind]: content })).toEqual({ [kind]: content });
  });

  const deep = (depth: number): object =>
    depth === 0 ? HELLO : { ephemeralMessage: { message: deep(depth - 1) } };

  test('are found in at most four envelopes', async () => {
    expect(await shown(deep(4))).toEqual(HELLO);
    expect(await refusal({ key: { id: 'B' }, message: deep(5) })).toContain('must have one of');
  });

  test.each<[string, unknown]>([
    ['quoted.message must have one of conversation, extendedTextMessage', 'Hello'],
    ['quoted.message must have one of conversation, extendedTextMessage', [HELLO]],
    ['quoted.message must have one of conversation, extendedTextMessage', { text: 'Hello' }],
    ['quoted.message.conversation must be a text of at most 65536', { conversation: 5 }],
    [
      'quoted.message.conversation must be a text of at most 65536',
      { conversation: 'x'.repeat(65_537) },
    ],
    ['quoted.message.extendedTextMessage must be an object', { extendedTextMessage: 'Hello' }],
    ['quoted.message.extendedTextMessage.text is required', { extendedTextMessage: {} }],
    ['quoted.message.imageMessage.caption must be a text', { imageMessage: { caption: {} } }],
    [
      'quoted.message.locationMessage.degreesLatitude must be a number',
      { locationMessage: { degreesLatitude: 'north' } },
    ],
  ])('are refused: %s', async (reason, message) => {
    expect(await refusal({ key: { id: 'B' }, message })).toStartWith(`invalid: ${reason}`);
  });
});
