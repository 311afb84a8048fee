/**
 * Typebot's WhatsApp block with a number of Meta: what it asks below WHATSAPP_CLOUD_API_URL, and the rules by which it
 * reads answers and webhooks, as its source has them (830ba713, 2026-08-22).
 */
import { expect } from 'bun:test';
import { ACCEPTED, DONE, type GraphCall, type GraphClient } from './graph-call.ts';
import type { GraphStage } from './graph-stage.ts';

const id = expect.any(String);
/** `suffix` is added when its user has entered an app secret: a proof that it belongs to the token. */
const checks = (suffix: string): readonly GraphCall[] => [
  {
    name: 'getSystemTokenInfo',
    sends: `GET /v17.0/debug_token?input_token={key}${suffix}`,
    reads: {
      data: {
        ...{ app_id: id, application: id },
        // Anything else than "never" and both scopes is refused in its form.
        expires_at: 0,
        scopes: expect.arrayContaining([
          'whatsapp_business_management',
          'whatsapp_business_messaging',
        ]),
      },
    },
  },
  {
    name: 'setupMetaWebhook, the number',
    sends: `GET /v17.0/{waba}/phone_numbers?fields=id%2Cdisplay_phone_number&limit=100${suffix}`,
    reads: { data: [{ id, display_phone_number: id }] },
  },
  {
    name: 'setupMetaWebhook, the apps',
    sends: `GET /v17.0/{waba}/subscribed_apps?${suffix.slice(1)}`,
    reads: { data: expect.any(Array) },
  },
  {
    // Neither a body nor a type of one.
    name: 'setupMetaWebhook, subscribing',
    sends: `POST /v17.0/{waba}/subscribed_apps?${suffix.slice(1)}`,
    reads: DONE,
  },
  {
    name: 'getPhoneNumber',
    sends: 'GET /v17.0/{phone}',
    reads: { display_phone_number: id },
  },
];

const sends = (name: string, message: (stage: GraphStage) => object): GraphCall => ({
  name,
  sends: 'POST /v21.0/{phone}/messages',
  body: (stage) => ({
    messaging_product: 'whatsapp',
    to: stage.customer.number,
    ...message(stage),
  }),
  reads: ACCEPTED,
});

const text =
  (body: string, more: object = {}) =>
  () => ({ type: 'text', text: { body, ...more } });
const media = (type: string) => (stage: GraphStage) => ({
  type,
  [type]: { link: stage.files[type], ...(type === 'document' && { filename: 'offer.pdf' }) },
});
const button = (one: string) => ({ type: 'reply', reply: { id: one, title: one } });
/** A card has a picture above it, and no text where its author wrote none. */
const card = (more: object) => (stage: GraphStage) => ({
  type: 'interactive',
  interactive: {
    type: 'button',
    header: { type: 'image', image: { link: stage.files.image } },
    ...more,
    action: { buttons: ['Yes', 'No'].map(button) },
  },
});

const SENDING: readonly GraphCall[] = [
  sends('text bubble', text('*Hello* _Ana_')),
  sends('embed bubble', text('http://127.0.0.1:9/', { preview_url: true })),
  ...['image', 'audio', 'video', 'document'].map((type) => sends(`${type} bubble`, media(type))),
  sends('buttons input', () => ({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: '―' },
      action: { buttons: ['Yes', 'No', 'Later'].map(button) },
    },
  })),
  sends('cards input', card({ body: { text: '*Soup*\n\nHot' } })),
  {
    name: 'typing indicator',
    sends: 'POST /v21.0/{phone}/messages',
    body: ({ received }) => ({
      ...{ messaging_product: 'whatsapp', status: 'read', message_id: received },
      typing_indicator: { type: 'text' },
    }),
    reads: DONE,
  },
];

const FILES: readonly GraphCall[] = [
  {
    // The file comes before what is said about it, and has no name.
    name: 'getOrUploadMedia',
    sends: 'POST /v21.0/{phone}/media',
    body: ({ picture }) => ({
      fields: [
        ['file', new Blob([new Uint8Array(picture)], { type: 'image/png' })],
        ['type', 'image/png'],
        ['messaging_product', 'whatsapp'],
      ],
    }),
    reads: { id },
  },
  {
    name: 'downloadMedia',
    sends: 'GET /v17.0/{file}',
    reads: { url: id, mime_type: expect.stringMatching(/^image\/(jpeg|png)$/) },
  },
];

export const TYPEBOT: GraphClient = {
  name: 'Typebot',
  version: '830ba713',
  calls: [...checks(''), ...checks(`&appsecret_proof=${'0'.repeat(64)}`), ...SENDING, ...FILES],
};

/** Fetches files as this agent, behind which Meta's host gives them out. */
export const USER_AGENT =
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Answers the handshake as it does: the challenge read as a number, once for each token. */
export function answerHandshake(query: URLSearchParams, verifyTokens: Set<string>): Response {
  if (!verifyTokens.delete(query.get('hub.verify_token') ?? ''))
    return Response.json({ message: 'Unauthorized' }, { status: 401 });
  return Response.json(Number(query.get('hub.challenge')));
}

/** What it is sent: of the kinds of messages that it takes those that go on in a flow, and nothing else. */
export const ENDPOINT = {
  ...{ name: 'Typebot', format: 'whatsapp-cloud', events: ['Message'] },
  filter: {
    'entry.changes.value.messages.group_id': { $exists: false },
    'entry.changes.value.messages.type': {
      $in: [
        ...['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'],
        ...['interactive', 'button'],
      ],
    },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: a webhook as its receiver takes it, without types.
type Json = any;

const isText = (value: unknown): boolean => typeof value === 'string';
const isMaybe = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);
const isFile = (node: Json): boolean =>
  isText(node?.id) && isText(node.mime_type) && isMaybe(node.caption, isText);
const isChoice = (reply: Json): boolean => isText(reply?.id) && isText(reply.title);

/** The types that its schema has, with what each must have; a webhook with any other is refused as a whole. */
const MESSAGES: Readonly<Record<string, (message: Json) => boolean>> = {
  text: ({ text: node }) => isText(node?.body),
  button: ({ button: node }) => isText(node?.text),
  interactive: ({ interactive: node }) =>
    node === undefined ||
    (node.type === 'button_reply' && isChoice(node.button_reply)) ||
    (node.type === 'list_reply' && isChoice(node.list_reply)),
  image: ({ image }) => isFile(image),
  video: ({ video }) => isFile(video),
  audio: ({ audio }) => isFile(audio),
  document: ({ document }) => isFile(document),
  sticker: ({ sticker }) => isFile(sticker),
  location: ({ location }) =>
    typeof location?.latitude === 'number' && typeof location.longitude === 'number',
  reaction: ({ reaction }) => isMaybe(reaction?.emoji, isText),
  contacts: ({ contacts }) =>
    Array.isArray(contacts) &&
    contacts.every(({ name }) => isMaybe(name, (one: Json) => isText(one.formatted_name))),
  unsupported: () => true,
  system: ({ system }) => isText(system?.body),
};
const STATUSES = ['sent', 'delivered', 'read', 'failed', 'deleted'];

const isMessage = (message: Json): boolean =>
  isText(message.timestamp) &&
  isMaybe(message.from, isText) &&
  (MESSAGES[message.type]?.(message) ?? false);

const isStatus = ({ id: of, recipient_id, status, timestamp, errors }: Json): boolean =>
  [of, recipient_id, timestamp].every(isText) &&
  STATUSES.includes(status) &&
  isMaybe(errors, (all: Json) =>
    all.every(({ code, title }: Json) => typeof code === 'number' && isText(title)),
  );

const isValue = ({ metadata, contacts = [], messages = [], statuses = [] }: Json): boolean =>
  isMaybe(metadata, (one: Json) => isText(one.phone_number_id)) &&
  contacts.every(({ profile }: Json) => isMaybe(profile, (one: Json) => isText(one.name))) &&
  messages.every(isMessage) &&
  statuses.every(isStatus);

/** Returns whether its schema takes the webhook; it answers 400 to any other. */
export const takesWebhook = (body: Json): boolean =>
  body.entry.every(({ changes }: Json) => changes.every(({ value }: Json) => isValue(value)));

/** A message that is older than this starts and answers nothing. */
export const TOO_OLD_SECONDS = 180;

export interface TypebotMessage {
  readonly phoneNumberId: string;
  /** Digits, or the business-scoped id of somebody without a known number. */
  readonly from: string;
  readonly contact: string;
  readonly text: string | null;
  /** Id of what was tapped. */
  readonly replyId: string | null;
  /** Id of the file at the media path; it must have no dot, which would begin a file extension. */
  readonly file: string | null;
  readonly sentAt: number;
}

/** Returns the messages that go on in a flow, which reactions do not. */
export function readWebhook(body: Json): TypebotMessage[] {
  const values = body.entry.flatMap(({ changes }: Json) => changes.map(({ value }: Json) => value));
  return values.flatMap(({ metadata, contacts, messages = [] }: Json) =>
    messages
      .filter(({ type }: Json) => type !== 'reaction')
      .map((message: Json): TypebotMessage => {
        const node = message[message.type];
        const choice = node?.button_reply ?? node?.list_reply;
        return {
          phoneNumberId: metadata?.phone_number_id,
          from: message.from || message.from_user_id || '',
          contact: contacts?.[0]?.profile?.name ?? '',
          text: node?.body ?? node?.text ?? choice?.title ?? node?.caption ?? null,
          replyId: choice?.id ?? null,
          file: node?.id ?? null,
          sentAt: Number(message.timestamp),
        };
      }),
  );
}
