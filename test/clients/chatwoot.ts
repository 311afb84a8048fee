/**
 * Chatwoot 4.14's provider `whatsapp_cloud`: what it asks below WHATSAPP_CLOUD_BASE_URL, and the rules by which it reads
 * answers and webhooks, as its source has them (August 2026). Its set-up of webhooks asks Meta itself whatever that
 * variable says; forks send those requests here.
 */
import { expect } from 'bun:test';
import { ACCEPTED, DONE, type GraphCall, type GraphClient } from './graph-call.ts';
import type { GraphStage } from './graph-stage.ts';

const id = expect.any(String);
const to = (stage: GraphStage) => ({ messaging_product: 'whatsapp', to: stage.customer.number });

/** It reads the id of the first message, and takes a success without one for a crash. */
const sends = (name: string, node: (stage: GraphStage) => object): GraphCall => ({
  name,
  sends: 'POST /v13.0/{phone}/messages',
  // What answers nothing has a context all the same: null.
  body: (stage) => ({ ...to(stage), context: null, ...node(stage) }),
  reads: ACCEPTED,
});

/** Buttons and lists are put into the request as JSON within a text, which Meta takes. */
const interactive = (type: 'button' | 'list', action: object) => () => ({
  type: 'interactive',
  interactive: { type, body: { text: 'Which one?' }, action: JSON.stringify(action) },
});
const reply = (value: string) => ({ type: 'reply', reply: { id: value, title: value } });
const row = (value: string) => ({ id: value, title: value });

const SENDING: readonly GraphCall[] = [
  sends('send_text_message', () => ({ text: { body: 'Hello' }, type: 'text' })),
  sends('send_text_message, in reply', ({ received }) => ({
    context: { message_id: received },
    text: { body: 'Hello to you' },
    type: 'text',
  })),
  ...['image', 'video', 'audio', 'document'].map((type) =>
    sends(`send_attachment_message, ${type}`, ({ files }) => ({
      type,
      [type]: {
        link: files[type],
        // Without a text beside the file it is null.
        ...(type !== 'audio' && { caption: type === 'video' ? null : 'Look' }),
        ...(type === 'document' && { filename: 'offer.pdf' }),
      },
    })),
  ),
  sends(
    'send_interactive_text_message, up to three',
    interactive('button', { buttons: ['Yes', 'No'].map(reply) }),
  ),
  sends(
    'send_interactive_text_message, more',
    interactive('list', {
      button: 'Choose an item',
      sections: [{ rows: ['1', '2', '3', '4'].map(row) }],
    }),
  ),
  {
    name: 'mark_seen_with_typing',
    sends: 'POST /v22.0/{phone}/messages',
    body: ({ received }) => ({
      ...{ messaging_product: 'whatsapp', status: 'read', message_id: received },
      typing_indicator: { type: 'text' },
    }),
    reads: DONE,
  },
];

const parameter = (text: string) => ({ type: 'text', text });
const sendsTemplate = (name: string, template: (stage: GraphStage) => object): GraphCall => ({
  name,
  sends: 'POST /v13.0/{phone}/messages',
  body: (stage) => ({
    ...{ ...to(stage), recipient_type: 'individual', type: 'template' },
    template: { language: { policy: 'deterministic', code: 'en_US' }, ...template(stage) },
  }),
  reads: ACCEPTED,
});

const SENDING_TEMPLATES: readonly GraphCall[] = [
  sendsTemplate('send_template', () => ({
    name: 'order_ready',
    components: [{ type: 'body', parameters: [parameter('Bob')] }],
  })),
  sendsTemplate('send_template, with a picture', ({ files }) => ({
    name: 'order_shown',
    components: [{ type: 'header', parameters: [{ type: 'image', image: { link: files.image } }] }],
  })),
  sendsTemplate('send_template, with a link', () => ({
    name: 'order_survey',
    components: [
      { type: 'button', sub_type: 'url', index: 0, parameters: [parameter('0192-a-uuid')] },
    ],
  })),
];

/** It sends a survey when a conversation ends, by a template that it makes itself. */
const SURVEYS: readonly GraphCall[] = [
  {
    name: 'create_csat_template',
    sends: 'POST /v14.0/{waba}/message_templates',
    body: {
      ...{ name: 'customer_satisfaction_survey', language: 'en', category: 'UTILITY' },
      components: [
        { type: 'BODY', text: 'Please rate this conversation' },
        {
          type: 'BUTTONS',
          buttons: [
            {
              ...{ type: 'URL', text: 'Please rate us', example: ['12345'] },
              url: 'https://chat.example.com/survey/responses/{{1}}',
            },
          ],
        },
      ],
    },
    reads: { id },
  },
  {
    name: 'get_template_status',
    sends: 'GET /v14.0/{waba}/message_templates?name=customer_satisfaction_survey',
    reads: {
      data: [{ id, name: 'customer_satisfaction_survey', status: id, language: 'en' }],
    },
  },
  {
    name: 'delete_csat_template',
    sends: 'DELETE /v14.0/{waba}/message_templates?name=customer_satisfaction_survey',
    reads: DONE,
  },
];

const TEMPLATES: readonly GraphCall[] = [
  {
    name: 'validate_provider_config?',
    sends: 'GET /v14.0/{waba}/message_templates?access_token={key}',
    by: 'query',
    reads: { data: expect.any(Array) },
  },
  {
    name: 'fetch_whatsapp_templates',
    sends: 'GET /v14.0/{waba}/message_templates',
    reads: { data: expect.any(Array) },
  },
];

const HEALTH = [
  'id,quality_rating,whatsapp_business_manager_messaging_limit,status,code_verification_status',
  'account_mode,display_phone_number,name_status,verified_name,webhook_configuration,throughput',
  'last_onboarded_time,is_on_biz_app,platform_type',
].join(',');

/** What it asks Meta when it sets a channel up. */
const SETTING_UP: readonly GraphCall[] = [
  {
    name: 'fetch_phone_numbers',
    sends: 'GET /v22.0/{waba}/phone_numbers?access_token={key}',
    by: 'query',
    reads: {
      data: expect.arrayContaining([
        expect.objectContaining({
          id,
          display_phone_number: id,
          code_verification_status: 'VERIFIED',
        }),
      ]),
    },
  },
  {
    name: 'phone_number_verified?',
    sends: 'GET /v22.0/{phone}',
    reads: { code_verification_status: 'VERIFIED' },
  },
  {
    name: 'fetch_health_status, of the number',
    sends: `GET /v24.0/{phone}?fields=${HEALTH}&access_token={key}`,
    by: 'query',
    reads: { id, display_phone_number: id },
  },
  {
    name: 'fetch_health_status, of the account',
    sends: 'GET /v24.0/{waba}?fields=id,name,owner_business_info&access_token={key}',
    by: 'query',
    reads: { id },
  },
  {
    name: 'register_phone_number',
    sends: 'POST /v22.0/{phone}/register',
    body: { messaging_product: 'whatsapp', pin: '123456' },
    reads: DONE,
  },
];

const READING_FILES: readonly GraphCall[] = [
  { name: 'media_url', sends: 'GET /v13.0/{file}', reads: { url: id } },
  {
    name: 'media_url, of a number',
    sends: 'GET /v13.0/{file}?phone_number_id={phone}',
    reads: { url: id },
  },
];

export const CHATWOOT: GraphClient = {
  name: 'Chatwoot',
  version: '4.14.2',
  calls: [
    ...[...TEMPLATES, ...SETTING_UP, ...SENDING, ...SENDING_TEMPLATES],
    ...[...SURVEYS, ...READING_FILES],
  ],
};

/** What it is sent. */
export const ENDPOINT = {
  ...{ name: 'Chatwoot', format: 'whatsapp-cloud' },
  events: ['Message', 'MessageStatus', 'Receipt'],
  // It would show what is said in a group as a private chat with whoever says it.
  filter: {
    'entry.changes.value.messages.group_id': { $exists: false },
    'entry.changes.value.message_echoes.group_id': { $exists: false },
  },
};

/** Gathers templates as it does today: by the cursor alone, until an answer has none. */
export async function templatesByCursor(list: (after: string | null) => Promise<TemplatePage>) {
  const found: unknown[] = [];
  for (let after: string | null = null; ; ) {
    const { data, paging }: TemplatePage = await list(after);
    found.push(...data);
    after = paging?.cursors?.after ?? null;
    if (after === null || after === '') return found;
  }
}

export interface TemplatePage {
  readonly data: readonly unknown[];
  readonly paging?: { readonly next?: string; readonly cursors?: { readonly after?: string } };
}

// biome-ignore lint/suspicious/noExplicitAny: a webhook as its receiver takes it, without types.
type Json = any;

export interface ChatwootChannel {
  /** With the plus. */
  readonly phone_number: string;
  readonly phone_number_id: string;
}

export interface ChatwootMessage {
  readonly source_id: string;
  /** Digits of whom the conversation is with. */
  readonly contact: string;
  readonly name: string | null;
  readonly content: string | null;
  readonly in_reply_to: string | null;
  /** Id of the file at the media path. */
  readonly file: string | null;
  /** Typed on the phone: an agent's, as if written in another place. */
  readonly isEcho: boolean;
}

export interface ChatwootStatus {
  readonly source_id: string;
  readonly status: string;
  /** `code: title` of the first error. */
  readonly error: string | null;
}

/** Without a file: `attach_files` takes the node of every other type for one. */
const FILELESS = ['text', 'button', 'interactive', 'location', 'contacts', 'reaction'];
const SKIPPED = ['ephemeral', 'request_welcome', 'unsupported'];

/** Returns whether it would take the webhook for this channel at all: both must fit, and the number has no plus there. */
export function isForChannel(body: Json, channel: ChatwootChannel): boolean {
  const metadata = body.entry?.[0]?.changes?.[0]?.value?.metadata;
  return (
    body.object === 'whatsapp_business_account' &&
    `+${metadata?.display_phone_number}` === channel.phone_number &&
    metadata?.phone_number_id === channel.phone_number_id
  );
}

/** Returns the status or the message that it reads: only the first entry, change and element; null for what it skips. */
export function readWebhook(body: Json): ChatwootMessage | ChatwootStatus | null {
  const { value } = body.entry[0].changes[0];
  const [status] = value.statuses ?? [];
  if (status !== undefined) return readStatus(status);
  const [message] = value.messages ?? value.message_echoes ?? [];
  if (message === undefined || SKIPPED.includes(message.type)) return null;
  const isEcho = value.message_echoes !== undefined;
  const [contact] = value.contacts ?? [];
  // Without its contact an incoming message is dropped.
  if (!isEcho && contact === undefined) return null;
  return {
    source_id: message.id,
    contact: isEcho ? message.to : contact.wa_id,
    name: contact?.profile?.name ?? null,
    content: contentOf(message),
    in_reply_to: message.context?.id ?? null,
    file: FILELESS.includes(message.type) ? null : message[message.type].id,
    isEcho,
  };
}

function readStatus({ id: source_id, status, errors }: Json): ChatwootStatus {
  const [error] = errors ?? [];
  return { source_id, status, error: error === undefined ? null : `${error.code}: ${error.title}` };
}

const contentOf = (message: Json): string | null =>
  message.text?.body ??
  message.button?.text ??
  message.interactive?.button_reply?.title ??
  message.interactive?.list_reply?.title ??
  message.reaction?.emoji ??
  message[message.type]?.caption ??
  null;

/** Answers the handshake as it does: the challenge as it came, called JSON; 401 for another token. */
export function answerHandshake(query: URLSearchParams, verifyToken: string): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  if (query.get('hub.verify_token') !== verifyToken)
    return Response.json({ error: 'Error; wrong verify token' }, { status: 401 });
  return new Response(query.get('hub.challenge'), { headers });
}
