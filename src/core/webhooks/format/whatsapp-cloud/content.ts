/** Spells the content of messages as webhooks of the Cloud API do. Pure. */
import type { MessageData } from '../../../events/types/message-data.ts';
import { type FileField, fileInField } from '../../../shared/file-in-message.ts';
import { cardsIn } from './contact-cards.ts';
import { type Fields, record, records, text, texts } from './values.ts';

/** A message without who wrote it, and when: its `type` and the node of that name. */
export type Content = { readonly type: string } & Fields;

/**
 * Returns the content of an event; kinds that the Cloud API does not have become `unsupported`. `file` is that of the
 * message whose file it is: an edit has the file of the message that it changes.
 */
export function contentOf(data: MessageData, file: FileAddress): Content {
  const { Message } = data;
  for (const [field, read] of READERS) {
    const said = Message[field];
    const content = said === undefined ? null : read(said, data, file);
    if (content !== null) return content;
  }
  return asItCame(data) ?? unsupported(kindOf(data));
}

/** By what the file of a message is asked for on the paths of the Graph API. */
export interface FileAddress {
  readonly id: string;
  /** Absent while nobody has said where the service is reached. */
  readonly url?: string;
}

/** Returns null for what the field does not fit. */
type Reader = (said: unknown, data: MessageData, file: FileAddress) => Content | null;

const READ_FILE: Readonly<Record<FileField, Reader>> = {
  imageMessage: file('image'),
  videoMessage: file('video'),
  ptvMessage: file('video'),
  audioMessage: file('audio'),
  documentMessage: file('document'),
  stickerMessage: file('sticker'),
};

/** The fields that hold content, and what each becomes. The first of a message's fields counts. */
const READERS: readonly (readonly [field: string, read: Reader])[] = [
  ['conversation', (said) => plain(said)],
  ['extendedTextMessage', (said) => plain(record(said).text)],
  ...Object.entries(READ_FILE),
  ['locationMessage', place],
  ['liveLocationMessage', place],
  ['contactMessage', (said) => contacts([record(said)])],
  ['contactsArrayMessage', (said) => contacts(records(record(said).contacts))],
  ['buttonsResponseMessage', tap],
  ['templateButtonReplyMessage', templateTap],
  ['listResponseMessage', tap],
  ['interactiveResponseMessage', (said, data) => tap(said, data) ?? native(record(said))],
  ['orderMessage', (said) => order(record(said))],
  ['templateMessage', headed('templateMessage', templateText)],
  ['buttonsMessage', headed('buttonsMessage', ({ contentText }) => contentText)],
  ['interactiveMessage', headed('interactiveMessage', bodyText)],
  ['systemMessage', (said, { Info }) => (Info.Type === 'system' ? system(record(said)) : null)],
];

const plain = (body: unknown): Content | null =>
  typeof body === 'string' ? { type: 'text', text: { body } } : null;

function file(type: 'image' | 'video' | 'audio' | 'document' | 'sticker'): Reader {
  return (said, _, address) => {
    const { caption, fileName, mimetype, fileSha256, ptt, isAnimated } = record(said);
    const node = {
      ...address,
      ...texts({ mime_type: mimetype, sha256: fileSha256 }),
      ...(type !== 'audio' && type !== 'sticker' && texts({ caption })),
      ...(type === 'document' && texts({ filename: fileName })),
      ...(type === 'audio' && { voice: ptt === true }),
      ...(type === 'sticker' && { animated: isAnimated === true }),
    };
    return { type, [type]: node };
  };
}

/** Reads the file in the header of a business's message, with its text as the caption. Only a stored file counts. */
function headed(field: string, textIn: (said: Fields) => unknown): Reader {
  return (said, data, address) => {
    const found = fileInField(field, said);
    if (found === null || text(found.said.fileSha256) === '') return null;
    const caption = text(found.said.caption) || textIn(record(said));
    return READ_FILE[found.field]({ ...found.said, caption }, data, address);
  };
}

/** Templates of official numbers have the whole text beside their parts. */
function templateText({ text: whole, ...formats }: Fields): unknown {
  const { hydratedTemplate, hydratedFourRowTemplate, interactiveMessageTemplate } = formats;
  const { hydratedContentText } = record(hydratedTemplate ?? hydratedFourRowTemplate);
  return text(whole) || text(hydratedContentText) || bodyText(record(interactiveMessageTemplate));
}

function bodyText({ body }: Fields): unknown {
  return record(body).text;
}

function place(said: unknown): Content | null {
  const { degreesLatitude: latitude, degreesLongitude: longitude, ...rest } = record(said);
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  const { name, address, url } = rest;
  return { type: 'location', location: { latitude, longitude, ...texts({ name, address, url }) } };
}

function contacts(cards: readonly Fields[]): Content | null {
  const said = cardsIn(cards);
  return said.length === 0 ? null : { type: 'contacts', contacts: said };
}

/** `button_reply` and `list_reply` are beside the content, in one spelling whatever form the answer came in. */
function tap(_: unknown, { Message }: MessageData): Content | null {
  const { button_reply, list_reply } = Message;
  if (button_reply) return interactive('button_reply', { ...button_reply });
  if (!list_reply) return null;
  const { id, title, description } = list_reply;
  return interactive('list_reply', { id, title, ...texts({ description }) });
}

const interactive = (type: string, reply: Fields): Content => ({
  type: 'interactive',
  interactive: { type, [type]: reply },
});

/** A button of a template has a payload in place of an id. */
function templateTap(said: unknown): Content {
  const { selectedId, selectedDisplayText } = record(said);
  return {
    type: 'button',
    button: { payload: text(selectedId), text: text(selectedDisplayText) },
  };
}

/** Answers that the Cloud API names after what was asked for, in place of `nfm_reply`. */
const NAMED_REPLY = /^\w{1,60}_reply$/;

/** The name that phones use for a filled-in form. */
const FORM_ON_PHONES = 'galaxy_message';

/** The answer to a form, as text in JSON. */
function native({ body, nativeFlowResponseMessage }: Fields): Content | null {
  const { name, paramsJson } = record(nativeFlowResponseMessage);
  const json = text(paramsJson);
  if (json === '') return null;
  if (NAMED_REPLY.test(text(name)) && text(name) !== 'nfm_reply')
    return interactive(text(name), record(parsed(json)));
  const named = name === FORM_ON_PHONES ? 'flow' : name;
  const reply = { ...texts({ name: named, body: record(body).text }), response_json: json };
  return interactive('nfm_reply', reply);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Paired phones do not say what was ordered, and an order without it has no shape. */
function order({ catalogId, message, productItems }: Fields): Content | null {
  const items = records(productItems);
  if (items.length === 0) return null;
  return {
    type: 'order',
    order: { ...texts({ catalog_id: catalogId, text: message }), product_items: items },
  };
}

const system = (node: Fields): Content => ({ type: 'system', system: node });

/** Types that events have whatever the platform; each of the others is the platform's own word. */
const COMMON: ReadonlySet<string> = new Set(['text', 'media', 'poll', 'event', 'reaction']);
const KIND = /^[a-z]\w{0,63}$/;

/** Kinds that an official number was sent and that are kept whole, such as `request_welcome`. */
function asItCame({ Info: { Type }, Message }: MessageData): Content | null {
  if (COMMON.has(Type) || !KIND.test(Type)) return null;
  const field = `${Type.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase())}Message`;
  const node = Message[field];
  if (node === undefined) return null;
  const { errors, ...said } = record(node);
  const hasNode = Object.keys(said).length > 0;
  return {
    type: Type,
    ...(hasNode && { [Type]: said }),
    ...(Array.isArray(errors) && { errors }),
  };
}

const UNKNOWN_TYPE = {
  code: 131051,
  title: 'Message type unknown',
  message: 'Message type unknown',
  error_data: { details: 'Message type is currently not supported.' },
} as const;

const unsupported = (kind: string): Content => ({
  type: 'unsupported',
  errors: [UNKNOWN_TYPE],
  unsupported: { type: kind },
});

/** Fields beside the content. */
const BESIDE = new Set([
  'messageContextInfo',
  'base64',
  'mediaUrl',
  'mediaError',
  'mimetype',
  'protocolMessage',
]);

/** Returns a word for what the message holds, such as `poll` or `product`. */
function kindOf({ Info: { Type, MediaType }, Message }: MessageData): string {
  if (MediaType !== '' && typeof MediaType === 'string') return MediaType;
  if (typeof Type === 'string' && Type !== 'text' && Type !== '') return Type;
  const field = Object.keys(Message).find((name) => !BESIDE.has(name)) ?? 'unknown';
  return field
    .replace(/(V\d+)?Message(V\d+)?$/, '')
    .replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`);
}
