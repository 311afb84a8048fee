/** Translates the content of messages of the Graph API into what operations of ours are asked for. */

import { type Fields, fieldsIn, isFields } from '../../core/http/read-fields.ts';
import { isBusinessId } from '../../core/shared/addresses/username.ts';
import { CARDS_MAX } from '../gateway/api.ts';
import {
  isTrue,
  type OperationRequest,
  objectsIn,
  ownField,
  shownType,
  valueIn,
  valueOrUndefined,
} from './content-reading.ts';
import { refusedAs } from './errors.ts';
import { toChoicesRequest } from './interactive.ts';
import { mediaOf, withPlatformFileIds } from './message-media.ts';
import type { GraphCall } from './operation.ts';

/** `content` is the field of the message that its type names, and `to` its recipient. */
type Translation = (
  content: Fields,
  call: GraphCall,
  to: string,
) => Promise<OperationRequest> | OperationRequest;

/** Sends a file by its link, or by the id of an upload. */
const file =
  (type: string): Translation =>
  async (content, call) => {
    const media = await mediaOf(content, type, call);
    return {
      route: 'POST /message/sendMedia/:instanceName',
      body: {
        mediatype: type,
        media,
        // Audio has no caption.
        ...(type !== 'audio' && { caption: valueOrUndefined(content.caption) }),
        fileName: valueOrUndefined(content.filename),
      },
      names: {
        media: `${type}.link`,
        caption: `${type}.caption`,
        fileName: `${type}.filename`,
      },
    };
  };

/** Degrees are texts in some examples of Meta. */
const degrees = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : value;

/** A card as Meta has it, in the form of ours. */
function cardOf(contact: Fields): Fields {
  const { name, org, phones, emails, urls, addresses, birthday } = contact;
  const { formatted_name: fullName, first_name, last_name, ...names } = fieldsIn(name);
  const { company: organization, department, title: jobTitle } = fieldsIn(org);
  return {
    fullName,
    firstName: first_name,
    lastName: last_name,
    middleName: names.middle_name,
    namePrefix: names.prefix,
    nameSuffix: names.suffix,
    organization,
    department,
    jobTitle,
    birthday,
    phones: eachOf(phones, ({ wa_id: waId, ...phone }) => ({ ...phone, waId })),
    emails,
    urls,
    addresses: eachOf(addresses, ({ country_code: countryCode, ...address }) => {
      return { ...address, countryCode };
    }),
  };
}

/** A value that is not a list of objects stays unchanged, so that the operation refuses it. */
const eachOf = (list: unknown, translate: (one: Fields) => Fields): unknown =>
  Array.isArray(list) ? list.map((one) => (isFields(one) ? translate(one) : one)) : list;

/** The names here of the fields of a card. */
const CARD_NAMES = {
  fullName: 'name.formatted_name',
  firstName: 'name.first_name',
  lastName: 'name.last_name',
  middleName: 'name.middle_name',
  namePrefix: 'name.prefix',
  nameSuffix: 'name.suffix',
  organization: 'org.company',
  department: 'org.department',
  jobTitle: 'org.title',
  phoneNumber: 'phones',
};

/** Translations by the type of the message. */
const KINDS: Readonly<Record<string, Translation>> = {
  text: ({ body, preview_url }) => ({
    route: 'POST /message/sendText/:instanceName',
    body: { text: body, linkPreview: valueOrUndefined(preview_url) },
    names: { text: 'text.body', linkPreview: 'text.preview_url' },
  }),
  image: file('image'),
  video: file('video'),
  document: file('document'),
  async audio(content, call, to) {
    if (!isTrue(content.voice)) return file('audio')(content, call, to);
    return {
      route: 'POST /message/sendWhatsAppAudio/:instanceName',
      body: { audio: await mediaOf(content, 'audio', call) },
      names: { audio: 'audio.link' },
    };
  },
  sticker: async (content, call) => ({
    route: 'POST /message/sendSticker/:instanceName',
    body: { sticker: await mediaOf(content, 'sticker', call) },
    names: { sticker: 'sticker.link' },
  }),
  location: ({ latitude, longitude, name, address }) => ({
    route: 'POST /message/sendLocation/:instanceName',
    body: {
      latitude: degrees(latitude),
      longitude: degrees(longitude),
      name: valueOrUndefined(name),
      address: valueOrUndefined(address),
    },
    names: Object.fromEntries(
      ['latitude', 'longitude', 'name', 'address'].map((name) => [name, `location.${name}`]),
    ),
  }),
  reaction: ({ message_id, emoji }, _, to) => ({
    route: 'POST /message/sendReaction/:instanceName',
    body: {
      // The id of a person for a business is no address of a chat.
      key: { id: message_id, ...(!isBusinessId(to) && { remoteJid: to }) },
      reaction: emoji ?? '',
    },
    names: { 'key.id': 'reaction.message_id', 'key.remoteJid': 'to', reaction: 'reaction.emoji' },
  }),
  template: async ({ name, language, components }, call) => ({
    route: 'POST /message/sendTemplate/:instanceName',
    body: {
      name,
      language: language ?? '',
      components: await withPlatformFileIds(valueOrUndefined(components), call),
    },
    names: {
      name: 'template.name',
      language: 'template.language',
      components: 'template.components',
    },
  }),
  interactive: (content, call) => toChoicesRequest(content, call),
};

/** Returns what is asked for a message of the Graph API to this recipient. Throws in Meta's codes. */
export function toOperationRequest(
  message: Fields,
  call: GraphCall,
  to: string,
): Promise<OperationRequest> | OperationRequest {
  const type = valueOrUndefined(message.type) ?? 'text';
  if (type === 'contacts') return askedForContacts(valueIn(message.contacts, 'contacts'));
  const translate = typeof type === 'string' ? ownField(KINDS, type) : undefined;
  if (translate === undefined)
    throw refusedAs(131051, `messages of this type are not sent: ${shownType(type)}`);
  const content = ownField(message, `${type}`);
  if (!isFields(content)) throw refusedAs(131008, `${type} must be an object`);
  return translate(content, call, to);
}

function askedForContacts(contacts: unknown): OperationRequest {
  if (!Array.isArray(contacts)) throw refusedAs(131008, 'contacts must be a list of contacts');
  const ofCards = contacts
    .slice(0, CARDS_MAX)
    .flatMap((_, at) =>
      Object.entries(CARD_NAMES).map(([theirs, ours]) => [
        `contact.${at}.${theirs}`,
        `contacts.${at}.${ours}`,
      ]),
    );
  return {
    route: 'POST /message/sendContact/:instanceName',
    body: { contact: objectsIn(contacts).map(cardOf) },
    names: { contact: 'contacts', ...Object.fromEntries(ofCards) },
  };
}
