/** Opens one NATS connection. */
import {
  type BrokerConnection,
  openingFailure,
  reasonOf,
} from '../../core/channels/broker-link.ts';
import { EVENT_TYPES } from '../../core/events/contract/event-names.ts';
import { resultInTime, withTimeout } from '../../core/shared/async/deadline.ts';
import { type Clock, yieldToEventLoop } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { TRACE_HEADER } from '../../core/shared/tracing.ts';
import { createAcknowledged, setTraceparent } from './acknowledged-publisher.ts';
import {
  type Client,
  connectClient,
  type OpenedClient,
  type StreamConfig,
  type Streams,
} from './client.ts';

export interface NatsConnection extends BrokerConnection {
  /** The most bytes a body may have. */
  bytesMax(subject: string, id: string, traceparent: string | null): number;
  /**
   * Resolves with the receipt for the record. Rejects with the reason if the server gives no receipt. It may never
   * settle.
   */
  publish(
    subject: string,
    body: Uint8Array,
    id: string,
    traceparent: string | null,
  ): Promise<string | null>;
}

interface NatsConnectionOptions {
  readonly url: string;
  /** The stream that must acknowledge, or null for core NATS. */
  readonly stream: string | null;
  readonly clock: Clock;
}

const CONNECT_MS = 10_000;
const CLOSE_MS = 2_000;

export const openNats = (
  { url, stream, clock }: NatsConnectionOptions,
  signal: AbortSignal,
): Promise<NatsConnection> =>
  openWith({ url, clock, signal }, (connected, gone) =>
    stream === null
      ? createCore(connected)
      : createStored(connected, { name: stream, clock, gone }),
  );

interface Opening extends Pick<NatsConnectionOptions, 'url' | 'clock'> {
  readonly signal: AbortSignal;
}

/**
 * Opens a connection and runs `begin` within the same time limit; `gone` ends the connection, with a text as its
 * reason.
 */
export async function openWith<T extends object>(
  { url, clock, signal }: Opening,
  begin: (connected: OpenedClient, gone: AbortController) => T | Promise<T>,
): Promise<T & BrokerConnection> {
  const limit = { clock, ms: CONNECT_MS, signal };
  const opening = connectClient(url, limit);
  try {
    const connected = await withTimeout(limit, opening);
    const gone = abortedWhenGone(connected.client);
    const begun = await withTimeout(limit, Promise.resolve(begin(connected, gone)));
    return { ...begun, gone: gone.signal, close: () => closeQuietly(connected.client, clock) };
  } catch (error) {
    void opening.then(({ client }) => closeQuietly(client, clock)).catch(() => {});
    throw new Error(await openingFailure(error, url, signal));
  }
}

async function closeQuietly(client: Client, clock: Clock): Promise<void> {
  await resultInTime({ clock, ms: CLOSE_MS }, client.close()).catch(() => {});
}

function abortedWhenGone(client: Client): AbortController {
  const gone = new AbortController();
  const abort = (error: unknown) => gone.abort(new Error(reasonOf(error)));
  // By WebSocket, a lost connection is an error without a text.
  const onClosed = (error: unknown) => abort((error && messageOf(error)) || 'connection closed');
  client.closed().then(onClosed, abort);
  return gone;
}

type Publishing = Omit<NatsConnection, keyof BrokerConnection>;

function createCore({ client, headers }: OpenedClient): Publishing {
  /** The latest refusal of each subject. A refusal names no message, so it fails all that were sent before it came. */
  const refused = new Map<string, Error>();
  onRefused(client, (subject, error) => void refused.set(subject, error));
  return {
    bytesMax: (_subject, _id, traceparent) =>
      payloadMax(client) -
      (traceparent === null ? 0 : headerBytes({ [TRACE_HEADER]: traceparent })),
    async publish(subject, body, _id, traceparent) {
      const before = refused.get(subject);
      if (traceparent === null) client.publish(subject, body);
      else client.publish(subject, body, { headers: setTraceparent(headers(), traceparent) });
      await client.flush();
      // The server's refusal comes before its answer to the flush, but takes one more turn to arrive.
      await yieldToEventLoop();
      const error = refused.get(subject);
      if (error !== before) throw error;
      return null;
    },
  };
}

async function createStored(
  { client, headers, streams }: OpenedClient,
  { name, clock, gone }: { name: string; clock: Clock; gone: AbortController },
): Promise<Publishing> {
  const present = await streams().catch((error) => {
    throw isNobodyThere(error) ? new Error('no_jetstream: the server has JetStream off') : error;
  });
  const stream = await ensureStream(present, name);
  const acknowledged = createAcknowledged({ client, clock, stream: name, headers });
  onRefused(client, acknowledged.refuse);
  let storedMax = sizeMaxOf(stream);
  const idOf = (subject: string, id: string) => `${id}@${subject}`;
  return {
    bytesMax(subject, id, traceparent) {
      return (
        Math.min(payloadMax(client), storedMax) -
        headerBytes({
          'Nats-Msg-Id': idOf(subject, id),
          'Nats-Expected-Stream': name,
          ...(traceparent !== null && { [TRACE_HEADER]: traceparent }),
        })
      );
    },
    async publish(subject, body, id, traceparent) {
      try {
        const ack = await acknowledged.publish(subject, body, idOf(subject, id), traceparent);
        return `${ack.duplicate ? 'already there' : 'stored'} as ${ack.seq} in ${ack.stream}`;
      } catch (error) {
        if (/message size/i.test(messageOf(error))) {
          // The stream's limit was lowered since. Whatever it says now, the same is not sent whole again.
          const now = await present.info(name).catch(() => null);
          const nowMax = sizeMaxOf(now?.config ?? stream);
          storedMax = Math.min(nowMax, storedMax, body.byteLength - 1);
        }
        if (!isNobodyThere(error)) throw error;
        if (!takes(stream, subject)) {
          throw new Error(`wrong_stream: stream ${name} does not take ${subject}`);
        }
        // The stream existed when the connection was opened; the next connection makes it again.
        const lost = new Error(`no_stream: stream ${name} is gone`);
        gone.abort(lost);
        throw lost;
      }
    },
  };
}

const sizeMaxOf = ({ max_msg_size: max = -1 }: StreamConfig): number =>
  max > 0 ? max : Number.POSITIVE_INFINITY;

/** The clients report it with a class of their own or only with the status. */
const isNobodyThere = (error: unknown): boolean =>
  /^503$|no responders|jetstream is not enabled/i.test(error instanceof Error ? error.message : '');

const payloadMax = (client: Client): number => client.info?.max_payload ?? Number.POSITIVE_INFINITY;

/** Headers count as payload. */
const headerBytes = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce(
    (sum, [name, value]) => sum + `${name}: ${value}\r\n`.length,
    'NATS/1.0\r\n\r\n'.length,
  );

/** Reports subjects to which the server did not allow publishing; it says so separately from any answer. */
export function onRefused(client: Client, refused: (subject: string, error: Error) => void): void {
  const listen = async () => {
    for await (const status of client.status()) {
      const [, subject] = /Publish to ["']?([^"'\s]+)/i.exec(textOf(status)) ?? [];
      if (subject !== undefined) {
        const text = `access_refused: the server lets nothing be published to ${subject}`;
        refused(subject, new Error(text));
      }
    }
  };
  void listen().catch(() => {});
}

/** Returns either client's word for a refusal, whatever its shape. */
function textOf(status: unknown): string {
  if (typeof status !== 'object' || status === null) return '';
  const { error, data, permissionContext } = status as Record<string, unknown>;
  const context = permissionContext as { operation?: string; subject?: string } | undefined;
  if (context?.operation === 'publish') return `Publish to ${context.subject}`;
  return error instanceof Error ? error.message : String(data ?? '');
}

/** `message` is for all instances together, `*.message` for each alone. */
const STREAM_SUBJECTS = EVENT_TYPES.map((type) => type.toLowerCase()).flatMap((event) => [
  event,
  `*.${event}`,
]);

/** The types of the first streams; later types follow them in the list. */
const FIRST_TYPES = EVENT_TYPES.slice(0, 13).map((type) => type.toLowerCase());

/** Returns the stream's settings; rejects when none of our subjects can ever reach it. */
async function ensureStream(streams: Streams, name: string): Promise<StreamConfig> {
  const found = await streams.info(name).catch((error) => {
    if (/stream not found/i.test(messageOf(error))) return null;
    throw error;
  });
  // A stream uses file storage by default.
  const { config: stream } = found ?? (await streams.add({ name, subjects: STREAM_SUBJECTS }));
  const missing = STREAM_SUBJECTS.filter((subject) => !takes(stream, subject));
  if (missing.length > 0 && wasMadeHere(stream)) {
    const subjects = [...(stream.subjects ?? []), ...missing];
    return (await streams.update(name, { subjects })).config;
  }
  if (missing.length < STREAM_SUBJECTS.length) return stream;
  const taken = stream.subjects?.join(', ') ?? 'nothing';
  throw new Error(
    `wrong_stream: stream ${name} exists and takes ${taken}, but none of ${STREAM_SUBJECTS.join(', ')}`,
  );
}

/** Tells whether Gatehouse made the stream: it then takes the first types, though perhaps not all of them. */
const wasMadeHere = (stream: StreamConfig): boolean =>
  FIRST_TYPES.every((event) => takes(stream, event) && takes(stream, `*.${event}`));

/** Tells whether a stream takes everything that is published to `subject`. */
export const takes = ({ subjects = [] }: StreamConfig, subject: string): boolean =>
  subjects.some((pattern) => covers(pattern.split('.'), subject.split('.')));

function covers(pattern: readonly string[], subject: readonly string[]): boolean {
  for (const [index, token] of pattern.entries()) {
    const own = subject[index];
    if (own === undefined) return false;
    if (token === '>') return true;
    if (token !== '*' && token !== own) return false;
  }
  return pattern.length === subject.length;
}
