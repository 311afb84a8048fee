/** What a contact of the WhatsApp double says to the account, kind by kind. */
import type { proto } from '@whiskeysockets/baileys';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import type { Word } from '../../conformance/provider-stage.ts';
import { newSecret } from '../../doubles/whatsapp/secrets.ts';
import type { Contact, Phone } from '../../doubles/whatsapp/server.ts';

/** Resolves with the id of the message. */
export function says(contact: Contact, phone: Phone, word: Word): Promise<string> {
  switch (word.kind) {
    case 'text':
      return contact.writes(phone, textOf(word, contact));
    case 'location': {
      const { latitude: degreesLatitude, longitude: degreesLongitude, name } = word;
      const locationMessage = { degreesLatitude, degreesLongitude, name };
      return contact.writes(phone, { message: { locationMessage } });
    }
    case 'contact': {
      const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${word.fullName}\nTEL:+${word.phoneNumber}\nEND:VCARD`;
      const contactMessage = { displayName: word.fullName, vcard };
      return contact.writes(phone, { message: { contactMessage } });
    }
    case 'sticker': {
      const { bytes, mimetype } = SAMPLES.sticker;
      return contact.writes(phone, { media: 'image', isSticker: true, bytes, mimetype });
    }
    case 'poll':
      return contact.writes(phone, { message: pollOf(word) });
    case 'reaction':
      return contact.reactsTo(phone, word.about, word.text);
    case 'edit':
      return contact.edits(phone, word.about, word.text);
    case 'revoke':
      return contact.revokes(phone, word.about);
    case 'vote':
      return votes(contact, phone, word.about, word.options);
  }
}

function textOf({ text, quoted }: Extract<Word, { kind: 'text' }>, { person }: Contact) {
  if (quoted === undefined) return { text };
  // Phones repeat what they answer; here it is always the question of the suite.
  const quotedMessage = { conversation: 'Lunch?' };
  const contextInfo = { stanzaId: quoted, participant: person.pn, quotedMessage };
  return { message: { extendedTextMessage: { text, contextInfo } } };
}

const pollOf = ({ name, options }: Extract<Word, { kind: 'poll' }>): proto.IMessage => ({
  pollCreationMessageV3: {
    name,
    options: options.map((optionName) => ({ optionName })),
    selectableOptionsCount: 1,
  },
  messageContextInfo: { messageSecret: newSecret() },
});

/** In a poll of the account, whose secret came with it. */
async function votes(
  contact: Contact,
  phone: Phone,
  about: string,
  options: readonly string[],
): Promise<string> {
  const { message } = await contact.receives(({ id }) => id === about);
  const secret = message.messageContextInfo?.messageSecret ?? new Uint8Array();
  const seal = { secret, author: phone.person.lid, writer: contact.person.lid };
  return contact.votes(phone, about, options, seal);
}
