/** Operations that send a text or a place. */
import { Type } from '@sinclair/typebox';
import { Text } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { contextFields, contextOf } from '../../../core/sending/context.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
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

const LABEL_CHARACTERS_MAX = 1024;

const degrees = (most: number, description: string, example: number) =>
  Type.Number({
    minimum: -most,
    maximum: most,
    description,
    examples: [example],
    failsWith: problem('not_degrees', { max: most }),
  });

const label = (description: string, example: string) =>
  Type.Optional(Text({ maxLength: LABEL_CHARACTERS_MAX, description, examples: [example] }));

const LocationMessage = NamedObject(
  'LocationMessage',
  {
    number: Recipient,
    latitude: degrees(
      90,
      'Degrees north of the equator, -90 to 90; negative in the south',
      -23.5613,
    ),
    longitude: degrees(
      180,
      'Degrees east of Greenwich, -180 to 180; negative in the west',
      -46.6565,
    ),
    name: label('Name of the place, such as `Av. Paulista`', 'Av. Paulista'),
    address: label('Address of the place, shown below its name', 'Av. Paulista, 1000'),
    ...contextFields,
  },
  { additionalProperties: true },
);

export const sendLocation = sendOperation('POST /message/sendLocation/:instanceName', {
  summary: 'Send a location',
  description: 'Sends a place on the map, with its name and address if they are given.',
  body: messageBody(LocationMessage),
  agent: { tool: 'send_location', effect: 'adds' },
  compose: async ({ number, latitude, longitude, name, address, ...context }, { find }) => ({
    number,
    content: {
      kind: 'location',
      latitude,
      longitude,
      ...(name && { name }),
      ...(address && { address }),
    },
    ...(await contextOf(context, find)),
  }),
});
