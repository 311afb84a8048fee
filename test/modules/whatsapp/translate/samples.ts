/** What the tests of translation start from: an account, people it knows, and messages as they come off the wire. */
import { proto, type WAMessage, type WAMessageKey } from '@whiskeysockets/baileys';
import type { Self } from '../../../../src/modules/whatsapp/translate/jids.ts';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';

export const NOW = Date.UTC(2026, 0, 5, 10);
export const AT = '2026-01-05T10:00:00.000Z';
export const SECONDS = NOW / 1000;

export const ME = '5511900000001@s.whatsapp.net';
export const MY_LID = '100000000000001@lid';
export const ANA = '5511988887777@s.whatsapp.net';
export const ANA_LID = '200000000000002@lid';
export const BOB = '5511977776666@s.whatsapp.net';
export const BOB_LID = '300000000000003@lid';
export const GROUP = '120363041234567890@g.us';

export const self: Self = { jid: ME, lid: MY_LID, pushName: 'Shop' };

/** Bob's phone number has been learnt; nobody else's. */
export const knowing: Self = { ...self, phoneOf: (lid) => (lid === BOB_LID ? BOB : null) };

/** What the other end sent, once encoded and decoded again: bytes, long numbers and defaults as they really come. */
export const overTheWire = (content: proto.IMessage): proto.IMessage =>
  proto.Message.decode(proto.Message.encode(proto.Message.fromObject(content)).finish());

export const received = (
  content: proto.IMessage,
  key: Partial<WAMessageKey> = {},
  rest: Partial<WAMessage> = {},
): WAMessage => ({
  key: { remoteJid: ANA, id: 'A1', fromMe: false, ...key },
  messageTimestamp: SECONDS,
  pushName: 'Ana',
  message: overTheWire(content),
  ...rest,
});

export const translated = (
  content: proto.IMessage,
  key: Partial<WAMessageKey> = {},
  rest: Partial<WAMessage> = {},
  by = self,
) => messageEvent(received(content, key, rest), by, NOW);
