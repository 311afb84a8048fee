/** Translates content of the Cloud API to the spelling of WhatsApp that receivers know. Pure. */
import type { MediaFields } from '../../../core/events/types/message-data.ts';
import { type ContactCard, contactsContent } from '../../../core/providers/contact-card.ts';
import {
  count,
  type Fields,
  isRecord,
  mimetypeOf,
  record,
  records,
  text,
} from '../../../core/providers/foreign-values.ts';
import type { StoredFile } from '../stored-content.ts';

/** The content of a message with its types for receivers. */
export interface ReceivedContent {
  /** `text`, `media` or the platform's own word. */
  readonly type: string;
  readonly mediaType: string;
  /** One field named after the kind, such as `imageMessage`. */
  readonly content: Fields;
  readonly media: StoredFile | null;
}

/** Returns null when the node does not fit its kind. */
type Reader = (node: Fields, message: Fields) => ReceivedContent | null;

/** `message` is the element of a webhook, or what an edit has in place of one. Unknown kinds are kept whole. */
export function contentOf(message: Fields): ReceivedContent {
  const kind = text(message.type);
  const node = message[kind];
  const reader = READERS.get(kind);
  const known =
    reader && (kind === 'contacts' || isRecord(node)) ? reader(record(node), message) : null;
  return known ?? asItCame(kind, message);
}

const READERS = new Map<string, Reader>(
  Object.entries<Reader>({
    text: ({ body }) => ({ ...plain('text'), content: { conversation: text(body) } }),
    image: fileReader('image'),
    video: fileReader('video'),
    audio: fileReader('audio'),
    document: fileReader('document'),
    sticker: fileReader('sticker'),
    location: (node) => ({ ...media('location'), content: { locationMessage: placeIn(node) } }),
    contacts(_, { contacts }) {
      const content = contactsContent(cardsIn(contacts));
      return { ...media('contactMessage' in content ? 'vcard' : 'contact_array'), content };
    },
    interactive: replyIn,
    button: ({ payload, text: shown }) => ({
      ...plain('text'),
      content: {
        templateButtonReplyMessage: { selectedId: text(payload), selectedDisplayText: text(shown) },
      },
    }),
    order: orderIn,
  }),
);

const plain = (type: string) => ({ type, mediaType: '', media: null });
const media = (mediaType: string) => ({ type: 'media', mediaType, media: null });

/** The id becomes part of request paths. */
const MEDIA_ID = /^[\w.-]{1,128}$/;

function fileReader(kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'): Reader {
  return (node) => {
    const mimetype = mimetypeOf(node.mime_type);
    const sha256 = text(node.sha256);
    const id = text(node.id);
    return {
      type: 'media',
      mediaType: kind,
      content: { [`${kind}Message`]: fileFields(node, mimetype, sha256) },
      media: MEDIA_ID.test(id) ? { id, mimetype, sha256 } : null,
    };
  };
}

/** Place and key of the file are internal to the platform, so those fields are empty. */
function fileFields(node: Fields, mimetype: string, fileSha256: string): MediaFields {
  const { caption, filename, voice, animated } = node;
  const size = count(node.file_size);
  return {
    url: '',
    mimetype,
    ...(text(caption) && { caption: text(caption) }),
    ...(text(filename) && { title: text(filename), fileName: text(filename) }),
    fileSha256,
    // Meta gives it when the file is asked for, see `withFileLength`.
    ...(size !== null && { fileLength: size }),
    mediaKey: '',
    fileEncSha256: '',
    directPath: '',
    mediaKeyTimestamp: 0,
    ...(typeof voice === 'boolean' && { ptt: voice }),
    ...(typeof animated === 'boolean' && { isAnimated: animated }),
  };
}

/** Reads a number, which may also come as a text; 0 when it is not one. */
function amountIn(value: unknown): number {
  const amount = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  return Number.isFinite(amount) ? amount : 0;
}

const placeIn = ({ latitude, longitude, name, address, url }: Fields): Fields => ({
  degreesLatitude: amountIn(latitude),
  degreesLongitude: amountIn(longitude),
  ...(text(name) && { name: text(name) }),
  ...(text(address) && { address: text(address) }),
  ...(text(url) && { url: text(url) }),
});

/** Values of `ButtonsResponseMessage.Type` and `ListResponseMessage.ListType`. */
const DISPLAY_TEXT = 1;
const SINGLE_SELECT = 1;

function replyIn(node: Fields): ReceivedContent | null {
  const kind = text(node.type);
  const reply = record(node[kind]);
  switch (kind) {
    case 'button_reply': {
      const chosen = { selectedButtonId: text(reply.id), selectedDisplayText: text(reply.title) };
      const content = { buttonsResponseMessage: { ...chosen, type: DISPLAY_TEXT } };
      return { ...media('buttons_response'), content };
    }
    case 'list_reply': {
      const listResponseMessage = {
        title: text(reply.title),
        ...(text(reply.description) && { description: text(reply.description) }),
        listType: SINGLE_SELECT,
        singleSelectReply: { selectedRowId: text(reply.id) },
      };
      return { ...media('list_response'), content: { listResponseMessage } };
    }
    default:
      return isRecord(node[kind]) ? nativeReply(kind, reply) : null;
  }
}

/** Keeps answers of forms and to requests, whatever they hold. */
function nativeReply(
  kind: string,
  { name, body, response_json, ...rest }: Fields,
): ReceivedContent {
  const paramsJson = text(response_json) || JSON.stringify(rest);
  const interactiveResponseMessage = {
    ...(text(body) && { body: { text: text(body) } }),
    nativeFlowResponseMessage: { name: text(name) || kind, paramsJson },
  };
  return { ...media('native_flow_response'), content: { interactiveResponseMessage } };
}

/** The protocol counts money in thousandths. */
const THOUSAND = 1_000;

function orderIn({ catalog_id, text: said, product_items }: Fields): ReceivedContent {
  const items = records(product_items);
  const pieces = items.map(({ quantity }) => amountIn(quantity));
  const total = items.reduce(
    (sum, { item_price }, at) => sum + amountIn(item_price) * (pieces[at] ?? 0),
    0,
  );
  const orderMessage = {
    catalogId: text(catalog_id),
    itemCount: pieces.reduce((sum, one) => sum + one, 0),
    message: text(said),
    totalAmount1000: Math.round(total * THOUSAND),
    totalCurrencyCode: text(items[0]?.currency),
    productItems: items,
  };
  return { ...media('order'), content: { orderMessage } };
}

const KIND = /^[a-z]\w{0,63}$/i;

/** Fields of every message. */
const ENVELOPE = new Set([
  'from',
  'from_user_id',
  'from_parent_user_id',
  'to',
  'to_user_id',
  'to_parent_user_id',
  'id',
  'timestamp',
  'type',
  'context',
  'referral',
  'group_id',
  'history_context',
]);

/** Keeps an unknown kind such as `request_welcome` as `requestWelcomeMessage`, with everything besides the envelope. */
function asItCame(kind: string, message: Fields): ReceivedContent {
  const type = KIND.test(kind) ? kind : 'unknown';
  const rest = Object.fromEntries(Object.entries(message).filter(([name]) => !ENVELOPE.has(name)));
  const { [type]: node, ...others } = rest;
  const field = `${type.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase())}Message`;
  const said = isRecord(node) || node === undefined ? record(node) : { [type]: node };
  return { ...plain(type), content: { [field]: { ...said, ...others } } };
}

/** Reads `contacts` of a webhook; empty when it is not a list. */
const cardsIn = (contacts: unknown): ContactCard[] => records(contacts).map(cardOf);

function cardOf(contact: Fields): ContactCard {
  const { formatted_name, first_name, last_name, middle_name, prefix, suffix } = texts(
    contact.name,
  );
  const { company, department, title } = texts(contact.org);
  return {
    fullName: formatted_name ?? first_name ?? '',
    firstName: first_name,
    lastName: last_name,
    middleName: middle_name,
    namePrefix: prefix,
    nameSuffix: suffix,
    organization: company,
    department,
    jobTitle: title,
    birthday: text(contact.birthday),
    phones: records(contact.phones).map(phoneIn),
    emails: records(contact.emails)
      .map(texts)
      .map(({ email = '', type }) => ({ email, type })),
    urls: records(contact.urls)
      .map(texts)
      .map(({ url = '', type }) => ({ url, type })),
    addresses: records(contact.addresses)
      .map(texts)
      .map(({ country_code: countryCode, ...address }) => ({ ...address, countryCode })),
  };
}

function phoneIn(entry: Fields) {
  const { phone, wa_id = '', type } = texts(entry);
  const waId = /^\d{5,20}$/.exec(wa_id)?.[0];
  return { phone: phone ?? `+${waId ?? ''}`, type, waId };
}

/** Returns those of the fields that are texts and not empty. */
const texts = (fields: unknown): Partial<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(record(fields)).filter(
      (entry): entry is [string, string] => text(entry[1]) !== '',
    ),
  );
