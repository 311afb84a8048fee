/** Sending a text. */
import { Type } from '@sinclair/typebox';
import { Text } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { contextFields, contextOf } from '../../../core/sending/context.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { messageBody, sendOperation } from './operation.ts';

const TEXT_CHARACTERS_MAX = 65_536;

/** The field `text`. */
export const MessageText = Text({
  minLength: 1,
  maxLength: TEXT_CHARACTERS_MAX,
  description: `Text to send, 1-${TEXT_CHARACTERS_MAX} characters, such as \`Your order is ready\``,
  examples: ['Your order is ready'],
});

const TextMessage = NamedObject(
  'TextMessage',
  {
    number: Recipient,
    text: MessageText,
    linkPreview: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to show a preview of the first link: title, description and picture. The text waits up to 3 seconds for them, and goes without when they do not come',
      }),
    ),
    ...contextFields,
  },
  { additionalProperties: true },
);

export const sendText = sendOperation('POST /message/sendText/:instanceName', {
  summary: 'Send a text',
  description: 'Sends a text to a person, a group or a channel.',
  body: messageBody(TextMessage),
  agent: { tool: 'send_text', effect: 'adds' },
  async compose({ number, text, linkPreview, ...fields }, { find, preview: previewOf }) {
    // Before a page is fetched: throws 404 for a message that cannot be quoted.
    const context = await contextOf(fields, find);
    const preview = linkPreview ? await previewOf(text) : null;
    return { number, content: { kind: 'text', text, ...(preview && { preview }) }, ...context };
  },
});
