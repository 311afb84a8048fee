/** Routes of /ws; a WebSocket that may not be opened is refused by a plain answer. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../core/http/failures.ts';
import { wholeNumber } from '../../../core/http/field-types.ts';
import type { OtherNodes } from '../../../core/http/forwarding.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { shownAsInteger } from '../../../core/http/openapi-schema.ts';
import { principalOf } from '../../../core/http/principal.ts';
import { tolerantQuery } from '../../../core/http/read-fields.ts';
import { REQUEST_ID_HEADER, requestIdOf } from '../../../core/http/request-watch.ts';
import type { InstanceDirectory } from '../../../core/instances/directory.ts';
import { needs } from '../../../core/instances/scopes.ts';
import { type Clock, iso } from '../../../core/shared/clock.ts';
import { failure, invalid } from '../../../core/shared/errors.ts';
import type { Format } from '../../../core/webhooks/format/formats.ts';
import type { EventSettingsStore } from '../../../core/webhooks/settings-store.ts';
import { type GatewayPrincipal, holderOf, instanceOrAll, keyLastsMs } from '../guard.ts';
import { operation } from '../operation.ts';
import type { ReadRequest } from './feed.ts';
import { LiveFrame } from './frames.ts';
import type { LiveEvents } from './live.ts';
import { MessageRate, type Opening } from './sockets.ts';

/** Formats a stream may use. `evolution-go` is left out: its bodies contain the instance key. */
const FRAME_FORMATS = ['gatehouse', 'evolution-api'] as const;

const LiveQuery = Type.Object({
  instance: Type.Optional(
    Type.String({
      description:
        'Name of the instance to listen to. Defaults to the instance of the key; the global key listens to every instance whose WebSocket is enabled',
    }),
  ),
  after: Type.Optional(
    shownAsInteger(
      { minimum: 0 },
      { description: 'Sequence after which to replay events first; only together with `instance`' },
    ),
  ),
  format: Type.Optional(
    Type.String({
      enum: [...FRAME_FORMATS],
      description:
        'Format of the frames; defaults to WEBHOOK_FORMAT. `evolution-api` has `id` and `sequence` beside the fields of that system',
    }),
  ),
  ticket: Type.Optional(
    Type.String({ description: 'Ticket from POST /ws/ticket, in place of a key' }),
  ),
});

const Opened = Type.Void({ description: 'The WebSocket opens; each frame is one event' });

interface LiveDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly directory: InstanceDirectory;
  readonly settings: Pick<EventSettingsStore, 'get'>;
  readonly live: Pick<LiveEvents, 'socketQuota' | 'shapeFor'>;
  /** Null if there is no other node. */
  readonly nodes: Pick<OtherNodes, 'catchUp'> | null;
}

const PROTOCOL = 'gatehouse';

export const liveRoutes = (deps: LiveDeps) =>
  new Elysia({ name: 'live' }).get(
    '/ws',
    async (context) => {
      const request = await whenCaughtUp(deps, () => readRequestOf(deps, context, context.query));
      const place = deps.live.socketQuota.take(request.holder);
      const rate = new MessageRate(deps.clock);
      const data: Opening = { request, rate, reader: null, closed: () => place.release() };
      const headers = {
        [REQUEST_ID_HEADER]: requestIdOf(context),
        'sec-websocket-protocol': protocolAnswer(context.request),
      };
      if (context.server?.upgrade(context.request, { data, headers })) return;
      place.release();
      throw invalid('this path takes only WebSocket upgrades');
    },
    {
      query: tolerantQuery(LiveQuery),
      response: {
        101: Opened,
        ...failures(
          'BAD_REQUEST',
          'UNAUTHORIZED',
          'FORBIDDEN',
          'NOT_FOUND',
          'CONFLICT',
          'RATE_LIMITED',
          'INTERNAL_SERVER_ERROR',
        ),
      },
      detail: {
        tags: ['WebSocket'],
        security: needs('read'),
        frames: LiveFrame,
        summary: 'Receive events as they happen, by WebSocket',
        description:
          'Opens a WebSocket that sends events as they happen. The key goes into the header `apikey`, into the subprotocols (`gatehouse`, `apikey.KEY`), or is replaced by `?ticket=`. Each text frame is one of `frames`: the body of one event, or the gap where retention has removed some. Answers 409 if the WebSocket of the instance is not enabled, and 429 if the key, or the service, has as many WebSockets open as it may. Closes with 1013 when the reader falls behind or its key has no memory left for what waits, 1001 when the service stops, 1008 when the instance is disabled or deleted, or the key has ended; resume with `after`.',
      },
    },
  );

/** Tries again after reading the changes of other nodes: one may have just made or switched on the instance. */
async function whenCaughtUp<T>({ nodes }: Pick<LiveDeps, 'nodes'>, read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (nodes === null) throw error;
  }
  await nodes.catchUp();
  return read();
}

export const issueTicket = operation('POST /ws/ticket', {
  tag: 'WebSocket',
  scope: 'read',
  summary: 'Create a ticket that opens one WebSocket within 60 seconds',
  description:
    'Creates a ticket that replaces the key of this call, for clients that cannot set headers.',
  answer: NamedObject('WebSocketTicket', {
    ticket: Type.String({ description: 'Ticket for `?ticket=` of GET /ws' }),
    expiresAt: Type.String({ format: 'date-time' }),
  }),
  isForAnyNode: true,
  async run({ live }, { caller }) {
    const { ticket, expiresAt } = await live.tickets.issue(caller);
    return { ticket, expiresAt: iso(expiresAt) };
  },
});

/**
 * Returns who reads which events, and in which form. Throws 403, 400 (name), 404, then 400 (`after`, `format`), then
 * 409.
 */
export function readRequestOf(
  { directory, settings, clock, live }: Omit<LiveDeps, 'nodes'>,
  context: object,
  query: { readonly instance?: string; readonly after?: string; readonly format?: string },
): ReadRequest {
  const instance = instanceOrAll(context, directory, query.instance);
  const after = afterOf(query);
  const format = formatOf(query);
  const principal = principalOf<GatewayPrincipal>(context);
  const reader = {
    after,
    shape: live.shapeFor(format, principal.kind === 'global'),
    holder: holderOf(principal),
    keyLastsMs: () => keyLastsMs({ directory, clock }, principal),
  };
  if (instance === null) return { ...reader, streamId: null };
  if (settings.get(instance.id)?.websocketEnabled) return { ...reader, streamId: instance.id };
  throw failure('websocket_off', { name: instance.name });
}

function formatOf({ format }: { format?: string }): Format | null {
  if (format === undefined) return null;
  const known = FRAME_FORMATS.find((one) => one === format);
  if (known !== undefined) return known;
  throw invalid(`format must be one of ${FRAME_FORMATS.join(', ')}`);
}

function afterOf({ instance, after }: { instance?: string; after?: string }): number | null {
  if (after === undefined) return null;
  if (instance === undefined) throw invalid('after counts within an instance: name it in instance');
  const sequence = wholeNumber(after);
  if (sequence !== null) return sequence;
  throw invalid('after must be a sequence: a whole number from 0');
}

/**
 * Returns the protocol that the client offers and the feed speaks, or ''. An empty header is never left out: Bun would
 * then echo the first offered protocol, which may be an API key.
 */
function protocolAnswer(request: Request): string {
  const offered = request.headers.get('sec-websocket-protocol') ?? '';
  return offered.split(',').some((protocol) => protocol.trim() === PROTOCOL) ? PROTOCOL : '';
}
