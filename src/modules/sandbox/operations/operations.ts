/** The operations of /sandbox: the outside world of an instance that has no phone. */

import { randomBytes } from 'node:crypto';
import { type TObject, Type } from '@sinclair/typebox';
import { type CatalogEvent, DECLARED } from '../../../core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../core/events/contract/event-names.ts';
import {
  JID,
  MESSAGE_ID,
  NUMBER,
  OWN_NUMBER,
  SECONDS,
  TIME,
} from '../../../core/http/example-values.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { checkedBy, parsedIfPresent, words } from '../../../core/http/read-fields.ts';
import { type Fields, isRecord, record } from '../../../core/providers/foreign-values.ts';
import { iso } from '../../../core/shared/clock.ts';
import {
  checkedBody,
  Done,
  instanceOperation,
  type Operation,
  pairingNumber,
  readPairingNumber,
} from '../../gateway/api.ts';
import {
  AckOrder,
  ArrivingMessage,
  ArrivingReceipt,
  lenient,
  name,
  SandboxAction,
  SentEntry,
} from '../driver.ts';
import { newMessageId } from '../invented-values.ts';
import { ofSandbox, sandboxIn, step } from './step.ts';

const Scan = Type.Object(
  {
    number: parsedIfPresent(
      pairingNumber('Number of the phone; defaults to that of the instance, else an invented one'),
      readPairingNumber,
    ),
    pushName: Type.Optional(name('Name that the account has chosen', 'Shop')),
  },
  lenient,
);

const TypedCode = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Pairing code that the instance shows, with or without its dash',
      examples: ['ABCD-1234'],
    }),
  },
  lenient,
);

const AnyEvent = Type.Object(
  {
    event: describe('Type of the event', words(...EVENT_TYPES)),
    data: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'Fields of the payload; absent fields are taken from its sample, also those of `Info`',
        },
      ),
    ),
    state: Type.Optional(
      Type.String({
        description: 'Value of `state` beside `data`, for events that have one',
        examples: ['Delivered'],
      }),
    ),
  },
  lenient,
);

const publishEvent = instanceOperation('POST /sandbox/:instanceName/event', {
  ...ofSandbox,
  scope: 'connect',
  summary: 'Simulate any event',
  description:
    'Records and delivers the event like every other. The state of the account changes with it: groups, channels, calls that ring, templates, and how far sent messages have come. A `Message` is stored, whatever it holds in WhatsApp’s spelling: a place, a card, a poll, a vote, a tap, an edit. Without an `Info.ID` it gets a new one.',
  body: checkedBody(AnyEvent),
  answer: Done,
  failures: ['CONFLICT'],
  example: { body: { event: 'CallOffer', data: { CallID: 'C0FFEE0123456789' } } },
  async run(parts, { instance, body }) {
    const { payload, sample, state } = DECLARED[body.event];
    const data = filledIn(record(sample(iso(parts.clock.now()))), body.data ?? {});
    const fields = { data, ...(state && { state: body.state ?? state.sample }) };
    const schema: TObject = Type.Object({
      data: payload,
      ...(state && { state: state.schema }),
    });
    const event = { type: body.event, ...checkedBy(schema, fields) };
    // The cast: it has been checked against the schema of its type.
    await sandboxIn(parts, instance).event(event as unknown as CatalogEvent);
    return { success: true as const, message: `${body.event} happened` };
  },
});

/** Each message has an id of its own, unlike the sample. */
function filledIn(sample: Fields, data: Fields): Fields {
  const { Info } = sample;
  const isOfMessage = isRecord(Info) && isRecord(data.Info ?? {});
  const info = isOfMessage && { ...Info, ID: newMessageId(randomBytes), ...record(data.Info) };
  return { ...sample, ...data, ...(info && { Info: info }) };
}

/** The steps that the sandbox takes by one request each and answers with a sentence alone. */
const STEPS: readonly Operation[] = [
  step('drop', {
    summary: 'Simulate a lost connection',
    description: 'Drops the connection, which comes back after a second.',
    said: 'Connection lost; it comes back by itself',
    run: (sandbox) => sandbox.drop(),
  }),
  step('remove', {
    summary: 'Simulate that the phone removes the device',
    said: 'Device removed',
    run: (sandbox) => sandbox.remove(),
  }),
  step('scan', {
    body: Scan,
    summary: 'Simulate that the phone scans the QR code',
    description:
      'Pairs the instance as if a phone had scanned its QR code. Answers 409 if there is no QR code.',
    example: { body: { number: OWN_NUMBER, pushName: 'Shop' } },
    said: 'QR code scanned',
    run(sandbox, body, record) {
      const { number: scannedNumber, ...scan } = body;
      const number = scannedNumber ?? record.number;
      return sandbox.scan({ ...scan, ...(number !== null && { number }) });
    },
  }),
  step('pair', {
    body: TypedCode,
    summary: 'Simulate that the phone types the pairing code',
    description:
      'Pairs the instance as if a phone had scanned its QR code. Answers 409 if there is no QR code.',
    example: { body: { code: 'ABCD-1234' } },
    said: 'Pairing code typed',
    run: (sandbox, { code }) => sandbox.pair(code),
  }),
  step('receipt', {
    body: ArrivingReceipt,
    summary: 'Simulate a receipt',
    example: { body: { state: 'Read', chat: NUMBER, messageIds: [MESSAGE_ID] } },
    said: 'Receipt arrived',
    run: (sandbox, body) => sandbox.receipt(body),
  }),
  step('ack', {
    body: AckOrder,
    summary: 'Set how the platform answers sent messages',
    description:
      'Sets the status of the message `messageId`. Without `messageId`, applies to all later messages: `None` leaves them unanswered, `ServerAck` delivers none of them, `Error` or a `code` refuses them, and `{}` takes and delivers them again.',
    example: { body: { messageId: MESSAGE_ID, status: 'Read' } },
    said: ({ messageId }) => (messageId === undefined ? 'Answers are set' : 'Answer is on its way'),
    run: (sandbox, body) => sandbox.ack(body),
  }),
];

const TEXT = { kind: 'text', from: NUMBER, text: 'Hello', pushName: 'Customer' };
const MessageId = Type.Object({ messageId: Type.String() });

const message = instanceOperation('POST /sandbox/:instanceName/message', {
  ...ofSandbox,
  scope: 'connect',
  summary: 'Simulate an incoming message',
  description:
    'Lets a text, a file or a reaction arrive. A file without base64 is a smallest real one of its kind: one pixel, one second or one page. A reaction needs `about`: 404 if that message is not stored, 409 if it is in another chat. Any other message is a `Message` of `/sandbox/{instanceName}/event`.',
  body: checkedBody(ArrivingMessage),
  takesFiles: true,
  answer: MessageId,
  status: 201,
  failures: ['CONFLICT'],
  example: { body: TEXT },
  run: (parts, { instance, body }) => sandboxIn(parts, instance).message(body),
});

const listSent = instanceOperation('GET /sandbox/:instanceName/sent', {
  ...ofSandbox,
  scope: 'read',
  summary: 'List the messages that were sent through the instance',
  description:
    'Returns the newest 1,000 messages, or as many of them as have 8 MiB together; oldest first.',
  answer: Type.Array(SentEntry),
  example: {
    answer: [{ id: MESSAGE_ID, number: NUMBER, remoteJid: JID, timestamp: SECONDS, text: 'Hello' }],
  },
  run: async (parts, { instance }) => [...(await sandboxIn(parts, instance).sent())],
});

const listActions = instanceOperation('GET /sandbox/:instanceName/actions', {
  ...ofSandbox,
  scope: 'read',
  summary: 'List what was done through the instance beside sending',
  description:
    'Returns messages read, presences shown and the like: the newest 1,000 since the service started, oldest first.',
  answer: Type.Array(SandboxAction),
  example: { answer: [{ at: TIME, action: 'read', chat: JID, messageIds: [MESSAGE_ID] }] },
  run: (parts, { instance }) => [...sandboxIn(parts, instance).actions()],
});

export const SANDBOX_OPERATIONS: readonly Operation[] = [
  message,
  publishEvent,
  listSent,
  listActions,
  ...STEPS,
];
