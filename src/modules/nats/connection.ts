/** Opens one NATS connection. */

import { openingFailure, reasonOf } from '../../core/channels/broker-failure.ts';
import type { BrokerConnection } from '../../core/channels/broker-link.ts';
import { resultInTime, withTimeout } from '../../core/shared/async/deadline.ts';
import { type Clock, yieldToEventLoop } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { TRACE_HEADER } from '../../core/shared/tracing.ts';
import { createAcknowledged, setTraceparent } from './acknowledged.ts';
import { type Client, connectClient, type OpenedClient, type StreamConfig } from './client.ts';
import { ensureStream, takes } from './stream.ts';

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
  const refused = new Map<string, Error>();
  onRefused(client, (subject, error) => void refused.set(subject, error));
  return {
    bytesMax: (_subject, _id, traceparent) =>
      payloadMax(client) -
      (traceparent === null ? 0 : headerBytes({ [TRACE_HEADER]: traceparent })),
    async publish(subject, body, _id, traceparent) {
      refused.delete(subject);
      if (traceparent === null) client.publish(subject, body);
      else client.publish(subject, body, { headers: setTraceparent(headers(), traceparent) });
      await client.flush();
      // The server's refusal comes before its answer to the flush, but takes one more turn to arrive.
      await yieldToEventLoop();
      const error = refused.get(subject);
      if (error !== undefined) throw error;
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
