/** Messages that are not stored, named by their keys. */
import { describe, expect, test } from 'bun:test';
import { keyedMessage, type MessageKey } from '../../../src/core/sending/keyed-message.ts';
import { AppError } from '../../../src/core/shared/errors.ts';

const OWN = '5511900000000@s.whatsapp.net';
const ANA = '5511988887777@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';

const refusal = (key: MessageKey, own: string | null = OWN): string => {
  try {
    keyedMessage(key, own);
    return '';
  } catch (error) {
    return error instanceof AppError ? `${error.reason}: ${error.message}` : String(error);
  }
};

describe('a message that is not stored', () => {
  test('is named in the chat with a person by id, chat and side', () => {
    expect(keyedMessage({ id: 'A', remoteJid: ANA, fromMe: false }, OWN)).toEqual({
      id: 'A',
      isFromMe: false,
      chat: ANA,
      chatAddress: ANA,
      authorAddress: '',
      content: null,
    });
  });

  test.each([
    '5511988887777',
    '+55 (11) 98888-7777',
    '5511988887777@c.us',
    '5511988887777:3@s.whatsapp.net',
  ])('is found in the chat that is written as %p', (remoteJid) => {
    expect(keyedMessage({ id: 'A', remoteJid, fromMe: true }, OWN).chatAddress).toBe(ANA);
  });

  test('is named in a group by its author too, unless the account wrote it', () => {
    const key = { id: 'A', remoteJid: GROUP, fromMe: false, participant: '77:2@lid' };
    expect(keyedMessage(key, OWN)).toMatchObject({ chatAddress: GROUP, authorAddress: '77@lid' });
    const own = { id: 'A', remoteJid: GROUP, fromMe: true, participant: OWN };
    expect(keyedMessage(own, OWN)).toMatchObject({ isFromMe: true, authorAddress: '' });
  });

  test.each<[string, MessageKey]>([
    ['remoteJid and fromMe', { id: 'A' }],
    ['remoteJid', { id: 'A', fromMe: false }],
    ['fromMe', { id: 'A', remoteJid: ANA }],
    ['fromMe and participant', { id: 'A', remoteJid: GROUP }],
    ['participant', { id: 'A', remoteJid: GROUP, fromMe: false }],
    ['participant', { id: 'A', remoteJid: GROUP, fromMe: false, participant: '' }],
    ['participant', { id: 'A', remoteJid: GROUP, fromMe: false, participant: null }],
    ['participant', { id: 'A', remoteJid: 'status@broadcast', fromMe: false }],
  ])('without %s is not found, and what is missing is said', (lacking, key) => {
    expect(refusal(key)).toBe(
      `not_found: message A not found: to name one that is not stored, its key needs ${lacking} too`,
    );
  });

  test.each<[string, MessageKey]>([
    [
      'remoteJid must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
      { id: 'A', remoteJid: 'Ana', fromMe: false },
    ],
    [
      'participant must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
      { id: 'A', remoteJid: GROUP, fromMe: false, participant: 'Ana' },
    ],
    [
      'participant must be the JID of a person',
      { id: 'A', remoteJid: GROUP, fromMe: false, participant: GROUP },
    ],
    [
      'participant must be the account itself, or absent, where fromMe is true',
      { id: 'A', remoteJid: GROUP, fromMe: true, participant: ANA },
    ],
    [
      'fromMe must be true where participant is the account itself',
      { id: 'A', remoteJid: GROUP, fromMe: false, participant: OWN },
    ],
    [
      'participant must be the person of the chat, or absent',
      { id: 'A', remoteJid: ANA, fromMe: false, participant: '5511977776666@s.whatsapp.net' },
    ],
  ])('is refused: %s', (reason, key) => {
    expect(refusal(key)).toBe(`invalid: ${reason}`);
  });

  test('may name its author by another kind of address, or another spelling of the number', () => {
    for (const participant of ['77@lid', '551188887777@s.whatsapp.net', ANA])
      expect(refusal({ id: 'A', remoteJid: ANA, fromMe: false, participant })).toBe('');
    const hidden = { id: 'A', remoteJid: GROUP, fromMe: true, participant: '1@lid' };
    expect(refusal(hidden)).toBe('');
    expect(refusal({ ...hidden, participant: ANA }, null)).toBe('');
  });
});
