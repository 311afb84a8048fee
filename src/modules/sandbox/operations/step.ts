/** Schemas of the sandbox operations, and what the operations share, with those that answer one sentence. */

import { type Static, type TObject, Type } from '@sinclair/typebox';
import { GROUP, MESSAGE_ID, NUMBER, PICTURE } from '../../../core/http/example-values.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { parsedIfPresent, words } from '../../../core/http/read-fields.ts';
import type { RouteExample } from '../../../core/http/route-detail.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import { invalid } from '../../../core/shared/errors.ts';
import {
  checkedBody,
  Done,
  type GatewayParts,
  instanceFor,
  instanceOperation,
  type Operation,
  pairingNumber,
  readPairingNumber,
  type Target,
} from '../../gateway/api.ts';
import { ACK_STATUSES, ARRIVING_KINDS, type SandboxSession } from '../driver.ts';

/** Gateway bodies may hold unknown fields. */
export const lenient = { additionalProperties: true };
const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 255, description, examples: [example] });
const address = (description: string, example = NUMBER) =>
  Type.String({
    minLength: 1,
    maxLength: 256,
    description: `${description}: digits or a JID`,
    examples: [example],
  });
const messageId = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 128,
    description: `Id of ${description}`,
    examples: [MESSAGE_ID],
  });
const longText = (description: string, example: string) =>
  Type.String({ maxLength: 65_536, description, examples: [example] });

export const Scan = Type.Object(
  {
    number: parsedIfPresent(
      pairingNumber('Number of the phone; defaults to that of the instance, else an invented one'),
      readPairingNumber,
    ),
    pushName: Type.Optional(name('Name that the account has chosen', 'Shop')),
  },
  lenient,
);

export const TypedCode = Type.Object(
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

export const ArrivingMessage = Type.Object(
  {
    kind: describe('Kind of message, such as `text`', words(...ARRIVING_KINDS)),
    from: address('Who writes'),
    text: Type.Optional(longText('The text, or the emoji of a reaction', 'Hello')),
    caption: Type.Optional(longText('Text shown below a file', 'Is it still there?')),
    base64: Type.Optional(
      Type.String({
        description: 'The file in base64; defaults to a smallest real one of the kind',
        examples: [PICTURE],
      }),
    ),
    mimetype: Type.Optional(name('Media type of the file, such as `image/png`', 'image/png')),
    fileName: Type.Optional(name('Name of the file, for a document', 'order.pdf')),
    pushName: Type.Optional(name('Name that the sender has chosen', 'Customer')),
    group: Type.Optional(address('The group written in, or status@broadcast', GROUP)),
    quoted: Type.Optional(messageId('the message that it answers')),
    about: Type.Optional(messageId('the message that a reaction is about')),
  },
  lenient,
);

export const ArrivingReceipt = Type.Object(
  {
    state: describe(
      'Kind of receipt: others read the messages, another device of the account did, or they were delivered',
      words('Read', 'ReadSelf', 'Delivered'),
    ),
    chat: address('The chat of the messages'),
    messageIds: Type.Array(messageId('a message'), {
      minItems: 1,
      maxItems: 1000,
      description: 'Ids of the messages, 1-1000',
    }),
    from: Type.Optional(address('Person who read or received them; defaults to the chat')),
  },
  lenient,
);

export const AckOrder = Type.Object(
  {
    messageId: Type.Optional(
      messageId('a message that was sent; absent applies to later messages'),
    ),
    status: Type.Optional(
      describe(
        'Answer of the platform; absent for the usual answer, or `Error` if a `code` is given',
        words(...ACK_STATUSES),
      ),
    ),
    code: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999,
        description: 'Number of a refusal (`Error`), such as 463 or 479',
        examples: [479],
      }),
    ),
    delayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 600_000,
        description: 'Milliseconds until the platform answers; default 0',
        examples: [5_000],
      }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Number of later messages that get this answer; absent for all',
        examples: [2],
      }),
    ),
  },
  lenient,
);

/** The session of an instance; 400 when it is not of the sandbox. */
export function sandboxIn({ sessions }: GatewayParts, record: InstanceRecord): SandboxSession {
  if (record.provider !== 'sandbox')
    throw invalid(`${record.name} is not an instance of the sandbox`);
  // The cast: no session of another provider answers to that name.
  return sessions.sessionOf(record) as SandboxSession;
}

const target: Target = (parts, { request, params }) => {
  const record = instanceFor({ request }, parts.directory, params.instanceName ?? '');
  sandboxIn(parts, record);
  return record;
};

const NOT_OURS = {
  unaudited: 'It stands for what a phone and contacts do, and no audit has that of a real account.',
};

/** Shared declarations: an instance of another provider is refused before the body is read. */
export const ofSandbox = {
  tag: 'Sandbox',
  target,
  resolveInstanceBeforeBody: true,
  audit: NOT_OURS,
} as const;

/** Something that happens outside, and is answered with one sentence. */
interface Step<B extends TObject | undefined> {
  readonly summary: string;
  readonly description?: string;
  readonly body?: B;
  readonly example?: RouteExample;
  /** The sentence of the answer. */
  readonly said: string | ((body: BodyOf<B>) => string);
  run(sandbox: SandboxSession, body: BodyOf<B>, record: InstanceRecord): Promise<unknown>;
}
type BodyOf<B> = B extends TObject ? Static<B> : undefined;

/**
 * POST /sandbox/{instanceName}/{name}. A caller that plays the phone and its contacts can pair and log out, as `connect`
 * can.
 */
export const step = <B extends TObject | undefined = undefined>(
  name: string,
  { body: schema, said, run, ...declared }: Step<B>,
): Operation =>
  instanceOperation(`POST /sandbox/:instanceName/${name}`, {
    ...ofSandbox,
    ...declared,
    scope: 'connect',
    ...(schema && { body: checkedBody(schema) }),
    answer: Done,
    failures: ['CONFLICT'],
    async run(parts, { instance, body: checked }) {
      // The cast: it has been checked against the schema.
      const body = checked as BodyOf<B>;
      await run(sandboxIn(parts, instance), body, instance);
      return { success: true as const, message: typeof said === 'string' ? said : said(body) };
    },
  });
