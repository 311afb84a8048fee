/** Sending messages, and confirming received ones, as the Graph API takes both. */

import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { MESSAGE_ID, NUMBER } from '../../core/http/example-values.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import type { Json } from '../../core/http/openapi-components.ts';
import { type Fields, fieldsIn } from '../../core/http/read-fields.ts';
import { readGroupAddress, readNumberOrJid } from '../../core/shared/addresses/chat-address.ts';
import { UnreadableAddress } from '../../core/shared/addresses/unreadable-address.ts';
import { isBusinessId } from '../../core/shared/addresses/username.ts';
import { AppError, kindOf } from '../../core/shared/errors.ts';
import { withSentence } from '../../core/shared/reasons/problems.ts';
import { lidIn } from '../../core/webhooks/format/meta-errors.ts';
import { type MessageSent, withOtherNames } from '../gateway/api.ts';
import { toOperationRequest } from './content.ts';
import { valueOrUndefined } from './content-reading.ts';
import { refusedAs } from './errors.ts';
import type { GraphCall, GraphRows } from './operation.ts';
import { requireProduct, Success } from './reading.ts';

const GraphMessageSent = NamedObject('GraphMessageSent', {
  messaging_product: Type.Literal('whatsapp'),
  contacts: Type.Array(
    Type.Object({
      input: Type.String({ description: 'The recipient as the request has it' }),
      wa_id: Type.Optional(
        Type.String({ description: 'The number of the recipient, or the group' }),
      ),
      user_id: Type.Optional(
        Type.String({
          description: 'The id that the person has for the business, if it was given',
        }),
      ),
    }),
  ),
  messages: Type.Array(
    Type.Object({ id: Type.String({ description: 'The id of the message, `key.id` elsewhere' }) }),
  ),
});

/** Returns the recipient as the request has it, and as operations of ours take it. */
function recipientIn({ to, recipient, recipient_type }: Fields) {
  const input = valueOrUndefined(to) ?? valueOrUndefined(recipient);
  if (typeof input !== 'string' && typeof input !== 'number')
    throw refusedAs(131008, 'to is required');
  const text = `${input}`;
  switch (valueOrUndefined(recipient_type) ?? 'individual') {
    case 'individual':
      return { input: text, address: lidIn(text) ?? text };
    case 'group':
      return { input: text, address: groupNamed(text) };
    default:
      throw refusedAs(131009, 'recipient_type must be individual or group');
  }
}

function groupNamed(text: string): string {
  const found = readGroupAddress(text);
  if (found instanceof UnreadableAddress)
    throw refusedAs(131009, `to ${withSentence(found.problem).message}`);
  return found;
}

/** Returns the recipient in the form of the answer. */
function contactOf(input: string, remoteJid: string) {
  if (isBusinessId(input)) return { input, user_id: input };
  const number = remoteJid.endsWith('@lid') ? readNumberOrJid(input) : null;
  return { input, wa_id: typeof number === 'string' ? number : remoteJid.replace(/[:@].*$/, '') };
}

const REFERRED = {
  callbackData: 'biz_opaque_callback_data',
  number: 'to',
  'quoted.key.id': 'context.message_id',
  quoted: 'context',
};

const QUOTED_CHARACTERS_MAX = 128;
const NOT_SHOWN =
  'context.message_id is the id of no stored message: sent without showing what it answers';

/**
 * Returns whether a message is answered that cannot be shown. This path has no field for the words of one that is not
 * stored, so the answer goes without it, as at Meta.
 */
async function isUnknown(id: unknown, { parts, instance }: GraphCall): Promise<boolean> {
  if (typeof id !== 'string' || id.length > QUOTED_CHARACTERS_MAX) return false;
  return (await parts.messages.find(instance.id, id)) === null;
}

async function send(call: GraphCall): Promise<Static<typeof GraphMessageSent>> {
  const { body, ask } = call;
  const { input, address } = recipientIn(body);
  const asked = await toOperationRequest(body, call, address);
  const quotedId = valueOrUndefined(fieldsIn(body.context).message_id);
  const isWithoutQuote = await isUnknown(quotedId, call);
  const callbackData = valueOrUndefined(body.biz_opaque_callback_data);
  const mediaHeaders = valueOrUndefined(body.mediaHeaders);
  const message = {
    number: address,
    ...(callbackData !== undefined && { callbackData }),
    ...(mediaHeaders !== undefined && { mediaHeaders }),
    ...(quotedId !== undefined && !isWithoutQuote && { quoted: { key: { id: quotedId } } }),
    ...asked.body,
  };
  const { key } = await ask<Static<typeof MessageSent>>(asked.route, message).catch((error) => {
    throw inMetaWords(error, { ...REFERRED, ...asked.names });
  });
  if (isWithoutQuote) call.warn(NOT_SHOWN);
  return {
    messaging_product: 'whatsapp',
    contacts: [contactOf(input, key.remoteJid)],
    messages: [{ id: key.id }],
  };
}

/** A message that is referred to and not there is a wrong parameter; the number in the path is there. */
function inMetaWords(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (error instanceof AppError && error.reason === 'not_found' && kindOf(error) === undefined)
    return refusedAs(131009, error.message);
  return withOtherNames(error, names);
}

/** Confirms a received message as read, and shows then that the account writes, if that is wanted. */
async function confirm({ body, parts, instance, ask }: GraphCall): Promise<Static<typeof Success>> {
  const { status, message_id: id, typing_indicator: typing } = body;
  if (status !== 'read') throw refusedAs(131009, 'status must be read');
  if (typeof id !== 'string' || id === '') throw refusedAs(131008, 'message_id is required');
  if ((typing ?? null) !== null && fieldsIn(typing).type !== 'text')
    throw refusedAs(131009, 'typing_indicator.type must be text');
  const found = await parts.messages.find(instance.id, id);
  if (found === null) throw refusedAs(131009, 'message_id must be the id of a stored message');
  await ask('POST /chat/markMessageAsRead/:instanceName', { readMessages: [{ id }] });
  if ((typing ?? null) !== null)
    await ask('POST /chat/sendPresence/:instanceName', {
      number: found.chatAddress,
      presence: 'composing',
    });
  return { success: true };
}

async function run(call: GraphCall): Promise<Static<typeof GraphMessageSent | typeof Success>> {
  requireProduct(call.body);
  return valueOrUndefined(call.body.status) === undefined ? send(call) : confirm(call);
}

const object = (description: string, properties: TProperties): TSchema =>
  Type.Optional(Type.Object(properties, { description, additionalProperties: true }));
const text = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));
const list = (description: string, example: readonly Json[]) =>
  Type.Optional(Type.Array(Type.Unknown(), { description, examples: [example] }));

const file = (type: string, also: TProperties = {}): TSchema =>
  object(`The file of a message of the type \`${type}\``, {
    link: text(
      'The http or https URL of the file, which is fetched before the message is sent',
      'https://shop.example.com/new.png',
    ),
    id: text('The id of a file that was uploaded for this number', '1013859600285441'),
    ...also,
  });
const CAPTION = {
  caption: text('Text shown below the file, of at most 1024 characters', 'New today'),
};

const BODY: TProperties = {
  messaging_product: Type.Literal('whatsapp', {
    description: 'Messaging product, always `whatsapp`',
  }),
  recipient_type: text(
    'Whether `to` is a person, `individual`, or a `group`; default individual',
    'individual',
  ),
  to: text(
    'The phone number of the recipient with its country code, or the id of a group',
    '5511888880000',
  ),
  recipient: text(
    'Id that the person has for the business, in place of `to`',
    'BR.13491208655302741918',
  ),
  type: text(
    'The kind of message, and the name of the field that holds it; default `text`',
    'text',
  ),
  text: object('The content of a message of the type `text`', {
    body: Type.String({
      description: 'The text, such as `Your order is ready`',
      examples: ['Your order is ready'],
    }),
    preview_url: Type.Optional(
      Type.Boolean({ description: 'Whether the first link is shown with a preview' }),
    ),
  }),
  image: file('image', CAPTION),
  video: file('video', CAPTION),
  audio: file('audio', {
    voice: Type.Optional(Type.Boolean({ description: 'Whether it goes as a voice note' })),
  }),
  document: file('document', {
    ...CAPTION,
    filename: text('Name of the file as its recipient sees it', 'invoice.pdf'),
  }),
  sticker: file('sticker'),
  location: object('The place of a message of the type `location`', {
    latitude: Type.Number({
      description: 'Degrees north of the equator, -90 to 90',
      examples: [-23.5613],
    }),
    longitude: Type.Number({
      description: 'Degrees east of Greenwich, -180 to 180',
      examples: [-46.6565],
    }),
    name: text('Name of the place, such as `Av. Paulista`', 'Av. Paulista'),
    address: text('Address of the place, shown below its name', 'Av. Paulista, 1000'),
  }),
  contacts: list('The cards of a message of the type `contacts`, in the form that Meta documents', [
    { name: { formatted_name: 'Shop' }, phones: [{ phone: '+5511999990000' }] },
  ]),
  reaction: object('The reaction of a message of the type `reaction`', {
    message_id: Type.String({
      description: 'The id of the message that is reacted to',
      examples: ['wamid.HBgNNTUxMTg4ODg4MDAwMBUCABEYEg=='],
    }),
    emoji: text('The reaction, one emoji; an empty text takes it back', '👍'),
  }),
  interactive: object('Choices or a form, as Meta documents', {
    type: Type.String({
      description: 'Which it is: `button`, `list`, `cta_url` or `flow`',
      examples: ['button'],
    }),
  }),
  template: object('The template of a message of the type `template`', {
    name: Type.String({
      description: 'Name of the template, such as `order_ready`',
      examples: ['order_ready'],
    }),
    language: object('The language of the template', {
      code: Type.String({
        description: 'Code of the language, such as en or pt_BR',
        examples: ['pt_BR'],
      }),
    }),
    components: list('Values of the variables of the template', [
      { type: 'body', parameters: [{ type: 'text', text: '1234' }] },
    ]),
  }),
  mediaHeaders: object(
    'Extension of this service: headers with which the file at a `link` is fetched, such as `{"authorization": "Bearer …"}`; never sent to another host after a redirect',
    {},
  ),
  context: object('Names the message that this one answers', {
    message_id: Type.String({
      description: 'The id of the message that is answered',
      examples: ['wamid.HBgNNTUxMTg4ODg4MDAwMBUCABEYEg=='],
    }),
  }),
  biz_opaque_callback_data: text(
    'Your own text of at most 512 characters, such as `order-1234`, which every status of the message repeats',
    'order-1234',
  ),
  status: text(
    'Always `read`, which confirms the message in `message_id`; the body then has no other message',
    'read',
  ),
  message_id: text(
    'The id of the received message that is confirmed as read',
    'wamid.HBgNNTUxMTg4ODg4MDAwMBUCABEYEg==',
  ),
  typing_indicator: object(
    'Whether to show the account as typing too, until it sends or for 25 seconds',
    {
      type: Type.String({ description: 'Kind of indicator, always `text`', examples: ['text'] }),
    },
  ),
};

export const MESSAGES: GraphRows = {
  'POST /:id/messages': {
    names: 'number',
    scope: 'send',
    summary: 'Send a message, or confirm one as read',
    description:
      'Takes the bodies of the official API, for an instance of any provider. Messages that its platform does not show are refused with the code 131051 or 131009 and the reason. A read mark is answered `{success: true}`.',
    body: BODY,
    idempotency: 'resumes',
    example: {
      body: { messaging_product: 'whatsapp', to: NUMBER, type: 'text', text: { body: 'Hello' } },
      answer: {
        messaging_product: 'whatsapp',
        contacts: [{ input: NUMBER, wa_id: NUMBER }],
        messages: [{ id: MESSAGE_ID }],
      },
    },
    answer: Type.Union([GraphMessageSent, Success]),
    run,
  },
};
