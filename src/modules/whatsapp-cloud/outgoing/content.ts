/** Translates content to the form of the Graph API, and refuses what it does not take, with the reason. Pure. */

import type { ContactCard } from '../../../core/providers/contact-card.ts';
import type { Fields } from '../../../core/providers/foreign-values.ts';
import type { OutgoingContent, OutgoingContext } from '../../../core/providers/outgoing.ts';
import { charactersIn, isWithin } from '../../../core/shared/characters.ts';
import { type AppError, failure } from '../../../core/shared/errors.ts';
import { graphInteractive } from './interactive.ts';
import { platformIdOf } from './platform-id.ts';

const TEXT_CHARACTERS_MAX = 4_096;

/** Kinds that the Cloud API does not have, and what to do instead. */
const IMPOSSIBLE = {
  poll: 'cannot send polls: send buttons or a list',
  vote: 'has no polls: what people choose comes as the answer to buttons or a list',
  edit: 'cannot edit what was sent: send a new message',
  revoke: 'cannot take back what was sent',
  forward: 'cannot forward: send the content as a new message',
  native_buttons: 'takes reply buttons, or one that opens a page',
  carousel: 'sends carousels as templates: POST /message/sendTemplate',
  pix: 'is not asked here for payments by Pix: send the key as a text',
} as const;

/**
 * Returns the type and the node named after it; `fileId` is Meta's id of the file above choices. Throws `invalid` and
 * `conflict` for content that cannot be sent.
 */
export function graphContent(content: OutgoingContent, fileId?: string): Fields {
  switch (content.kind) {
    case 'text': {
      const { text: body, preview } = content;
      requireLength('text', body, TEXT_CHARACTERS_MAX);
      return { type: 'text', text: { body, preview_url: preview !== undefined } };
    }
    case 'location': {
      const { latitude, longitude, name, address } = content;
      const place = { ...(name && { name }), ...(address && { address }) };
      return { type: 'location', location: { latitude, longitude, ...place } };
    }
    case 'contacts':
      return { type: 'contacts', contacts: content.contacts.map(graphContact) };
    case 'reaction': {
      const message_id = platformIdOf(content.about);
      return { type: 'reaction', reaction: { message_id, emoji: content.text } };
    }
    case 'buttons':
    case 'link':
    case 'list':
    case 'flow':
      return { type: 'interactive', interactive: graphInteractive(content, fileId) };
    case 'template': {
      const { name, language: code, components } = content;
      return { type: 'template', template: { name, language: { code }, components } };
    }
    default:
      throw unsupportedContent(IMPOSSIBLE[content.kind]);
  }
}

function graphContact(card: ContactCard): Fields {
  const { fullName, organization: company, department, jobTitle: title, birthday } = card;
  const parts = {
    first_name: card.firstName,
    last_name: card.lastName,
    middle_name: card.middleName,
    prefix: card.namePrefix,
    suffix: card.nameSuffix,
  };
  const hasParts = Object.values(parts).some((part) => part !== undefined);
  const addresses = card.addresses?.map(({ countryCode: country_code, ...address }) => {
    return { ...address, country_code };
  });
  return {
    // A name needs a part besides the whole.
    name: { formatted_name: fullName, ...(hasParts ? parts : { first_name: fullName }) },
    ...((company ?? department ?? title) !== undefined && { org: { company, department, title } }),
    phones: card.phones?.map(({ phone, type, waId: wa_id }) => ({ phone, type, wa_id })),
    emails: card.emails,
    urls: card.urls,
    addresses,
    birthday,
  };
}

/** Returns the field of the body that names the answered message. Throws for what the Cloud API cannot express. */
export function graphContext(context: OutgoingContext): Fields {
  const { quoted, mentioned = [], mentionsEveryone, audience } = context;
  if (audience !== undefined) throw unsupportedContent('cannot post a status');
  if (mentioned.length > 0 || mentionsEveryone)
    throw unsupportedContent('cannot name people in a message: leave the mentions out');
  return quoted === undefined ? {} : { context: { message_id: platformIdOf(quoted) } };
}

/** Throws `invalid` for a text that the platform would refuse. */
export function requireLength(what: string, text: string, most: number): void {
  if (!isWithin(text, most))
    throw failure('cloud_text_too_long', { max: most, what, length: charactersIn(text) });
}

/** Returns the failure of a message of a kind that the platform does not have. */
export const unsupportedContent = (problem: string): AppError =>
  failure('cloud_message_unsupported', { problem }, { kind: 'unsupported_message' });
