/** Sending messages as the Graph API takes them. */
import { type Static, Type } from '@sinclair/typebox';
import { idempotencyKeyHeader } from '../../http/idempotency.ts';
import { NamedObject } from '../../http/named-object.ts';
import { type Fields, isFields } from '../../http/read-fields.ts';
import { MESSAGE_ID, NUMBER } from '../gateway/examples/known.ts';
import type { MessageSent } from '../gateway/message/model.ts';
import type { Route } from '../gateway/operation.ts';
import { refusedAs } from './errors.ts';
import type { GraphCall, GraphRows } from './operation.ts';

const GraphMessageSent = NamedObject('GraphMessageSent', {
  messaging_product: Type.Literal('whatsapp'),
  contacts: Type.Array(
    Type.Object({
      input: Type.String({ description: 'The recipient as the request has it' }),
      wa_id: Type.String({ description: 'The recipient on WhatsApp, in digits' }),
    }),
  ),
  messages: Type.Array(
    Type.Object({ id: Type.String({ description: 'The id of the message, `key.id` elsewhere' }) }),
  ),
});

/** What an operation is asked for a message: its route, and its fields beside the recipient. */
interface Asked {
  readonly route: Route;
  readonly body: Fields;
}

type Translation = (content: Fields, message: Fields, call: GraphCall) => Promise<Asked> | Asked;

const KINDS: Readonly<Record<string, Translation>> = {
  text: ({ body, preview_url }) => ({
    route: 'POST /message/sendText/:instanceName',
    body: { text: body, linkPreview: preview_url },
  }),
};

/** Returns the content of the message in the field that its type names. */
function contentIn(message: Fields, type: string): Fields {
  const content = message[type];
  if (isFields(content)) return content;
  throw refusedAs(131008, `a required parameter is missing: ${type}`);
}

async function send(call: GraphCall): Promise<Static<typeof GraphMessageSent>> {
  const { body, ask } = call;
  if (body.messaging_product !== 'whatsapp')
    throw refusedAs(100, 'the parameter messaging_product is required: it must be whatsapp');
  const type = body.type ?? 'text';
  const translate =
    typeof type === 'string' && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (translate === undefined)
    throw refusedAs(131051, `this type of message is not supported: ${String(type)}`);
  const { to } = body;
  const content = contentIn(body, String(type));
  const asked = await translate(content, body, call);
  const { key } = await ask<Static<typeof MessageSent>>(asked.route, {
    number: to,
    ...asked.body,
  });
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: String(to), wa_id: key.remoteJid.replace(/[:@].*$/, '') }],
    messages: [{ id: key.id }],
  };
}

export const MESSAGES: GraphRows = {
  'POST /:id/messages': {
    scope: 'send',
    summary: 'Send a message',
    description: 'Takes the bodies of the official API, for an instance of any provider.',
    body: {
      messaging_product: Type.Literal('whatsapp', {
        description: 'The product that it is for, always `whatsapp`',
      }),
      to: Type.String({ description: 'The phone number of the recipient' }),
      type: Type.Optional(Type.String({ description: 'The kind of message; default `text`' })),
      text: Type.Optional(
        Type.Object(
          {
            body: Type.String({ description: 'The text, such as `Your order is ready`' }),
            preview_url: Type.Optional(
              Type.Boolean({ description: 'Whether the first link is shown with a preview' }),
            ),
          },
          { description: 'The content of a message of the type `text`' },
        ),
      ),
    },
    headers: [idempotencyKeyHeader],
    example: {
      body: { messaging_product: 'whatsapp', to: NUMBER, type: 'text', text: { body: 'Hello' } },
      answer: {
        messaging_product: 'whatsapp',
        contacts: [{ input: NUMBER, wa_id: NUMBER }],
        messages: [{ id: MESSAGE_ID }],
      },
    },
    answer: GraphMessageSent,
    run: send,
  },
};
