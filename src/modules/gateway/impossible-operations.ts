/** Operations of other gateways that nothing here can do: each is answered with the reason, and never pretended. */
import { Type } from '@sinclair/typebox';
import { FailureEnvelope } from '../../core/http/failures.ts';
import { pathOf } from '../../core/http/zone.ts';
import type { Scope } from '../../core/instances/scopes.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import { checkedBody } from './body.ts';
import { instanceFor } from './guard.ts';
import { instanceOperation, type Operation, type Route } from './operation.ts';

interface ImpossibleOperation {
  /** The path without the instance's name, which follows it. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly scope: Scope;
  readonly summary: string;
  readonly reason: string;
}

const NO_CATALOGS = 'only the phone of a business can read its catalog';

const IMPOSSIBLE: readonly ImpossibleOperation[] = [
  {
    path: '/call/offer',
    tag: 'Chats',
    scope: 'send',
    summary: 'Call somebody',
    reason:
      'Gatehouse does not carry the audio of calls, so it places none: calls that come in can be rejected at /call/reject',
  },
  {
    path: '/business/getCatalog',
    tag: 'Chats',
    scope: 'read',
    summary: 'The catalog of a business',
    reason: NO_CATALOGS,
  },
  {
    path: '/business/getCollections',
    tag: 'Chats',
    scope: 'read',
    summary: 'The collections in the catalog of a business',
    reason: NO_CATALOGS,
  },
];

interface AbsentProduct {
  /** Everything below it is about the product. */
  readonly path: `/${string}`;
  readonly name: string;
  /** The replacement that the failure suggests. */
  readonly instead: string;
}

const BOT = 'give it the messages by a webhook, and let it answer with /message/sendText';
const BROKER = 'events go to webhooks, RabbitMQ (/rabbitmq/set), NATS (/nats/set) and WebSockets';

/** Other products for which Evolution API has paths, and that are not built in here. */
export const ABSENT_PRODUCTS: readonly AbsentProduct[] = [
  {
    path: '/chatwoot',
    name: 'Chatwoot',
    instead: 'connect it by the Graph API that every instance has (/docs/graph#chatwoot)',
  },
  {
    path: '/typebot',
    name: 'Typebot',
    instead: 'connect it by the Graph API that every instance has (/docs/typebot)',
  },
  { path: '/openai', name: 'OpenAI', instead: BOT },
  { path: '/dify', name: 'Dify', instead: BOT },
  { path: '/flowise', name: 'Flowise', instead: BOT },
  { path: '/n8n', name: 'n8n', instead: BOT },
  { path: '/evoai', name: 'EvoAI', instead: BOT },
  { path: '/evolutionBot', name: 'Evolution Bot', instead: BOT },
  { path: '/chamaai', name: 'ChamaAI', instead: BOT },
  { path: '/sqs', name: 'Amazon SQS', instead: BROKER },
  { path: '/kafka', name: 'Kafka', instead: BROKER },
  { path: '/pusher', name: 'Pusher', instead: BROKER },
  {
    path: '/s3',
    name: 'a list of stored files',
    instead:
      'events have the mediaUrl of a file, and /chat/getBase64FromMediaMessage answers the file itself',
  },
  {
    path: '/baileys',
    name: "WhatsApp's own protocol",
    instead: 'look numbers up with /chat/whatsappNumbers, and people with /chat/fetchProfile',
  },
];

/** The answers of Evolution API for a product that is not set up. */
const NOTHING: ReadonlyMap<string, 'null' | '[]'> = new Map([
  ['find', 'null'],
  ['fetch', 'null'],
  ['fetchSessions', '[]'],
  ['creds', '[]'],
]);

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** These paths end in the name of the instance, after the subject and sometimes an id. */
const partsBelow = (request: Request): string[] => pathOf(request.url).split('/').slice(2);

const absentProduct = ({ path, name, instead }: AbsentProduct): Operation => {
  const [route, ...aliases] = METHODS.map((method): Route => `${method} ${path}/*`);
  return instanceOperation(route as Route, {
    aliases,
    tag: 'Instances',
    scope: 'read',
    summary: `${name}: not found, but for what an instance has of it, which is nothing`,
    // OpenAPI has no paths of any length.
    detail: { hide: true },
    answer: Type.Unknown(),
    target: ({ directory }, { request }) =>
      // An escape that is malformed was refused before.
      instanceFor({ request }, directory, decodeURIComponent(partsBelow(request).at(-1) ?? '')),
    run(_, { request }) {
      const nothing = request.method === 'GET' && NOTHING.get(partsBelow(request)[0] ?? '');
      if (nothing)
        return new Response(nothing, { headers: { 'content-type': 'application/json' } });
      throw failure('product_missing', { product: name, instead });
    },
  });
};

export const IMPOSSIBLE_OPERATIONS: readonly Operation[] = [
  ...ABSENT_PRODUCTS.map(absentProduct),
  ...IMPOSSIBLE.map(({ path, tag, scope, summary, reason }) =>
    instanceOperation(`POST ${path}/:instanceName`, {
      tag,
      scope,
      audit: { unaudited: 'It does nothing.' },
      summary: `${summary} (not supported)`,
      description: `Always answers 400: ${reason}.`,
      body: checkedBody(Type.Object({}, { additionalProperties: true })),
      answer: FailureEnvelope('BAD_REQUEST'),
      status: 400,
      run() {
        throw invalid(reason);
      },
    }),
  ),
];
