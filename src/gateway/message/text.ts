/** Sending a text. */
import { Type } from '@sinclair/typebox';
import { contextFields, contextOf } from './context.ts';
import type { SendOperation } from './operation.ts';
import { Recipient } from './recipient.ts';

const TEXT_CHARACTERS_MAX = 65_536;

/** The field `text`. */
export const MessageText = Type.String({
  minLength: 1,
  maxLength: TEXT_CHARACTERS_MAX,
  failsWith: `must be a text of 1-${TEXT_CHARACTERS_MAX} characters`,
});

const TextMessage = Type.Object(
  {
    number: Recipient,
    text: MessageText,
    ...contextFields,
  },
  { additionalProperties: true },
);

export const sendText: SendOperation<typeof TextMessage> = {
  name: 'sendText',
  summary: 'Send a text',
  schema: TextMessage,
  compose: async ({ number, text, ...context }, find) => ({
    number,
    content: { kind: 'text', text },
    ...(await contextOf(context, find)),
  }),
};
