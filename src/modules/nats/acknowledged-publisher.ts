/** Publishes into a JetStream stream, and matches its acknowledgements. */
import type { Clock } from '../../core/shared/clock.ts';
import { newId } from '../../core/shared/ids.ts';
import { TRACE_HEADER } from '../../core/shared/tracing.ts';
import type { Answer, Client, PublishHeaders } from './client.ts';

interface Ack {
  readonly stream: string;
  readonly seq: number;
  readonly duplicate: boolean;
}

interface AcknowledgedPublisher {
  /** Rejects with the server's reason, or `no responders` when no stream takes the subject. It may take for ever. */
  publish(subject: string, body: Uint8Array, id: string, traceparent?: string | null): Promise<Ack>;
  /** Rejects everything that waits for an acknowledgement of this subject, since nothing may be published to it. */
  refuse(subject: string, error: Error): void;
}

interface AcknowledgedOptions {
  readonly client: Pick<Client, 'publish' | 'subscribe'>;
  readonly clock: Clock;
  /** The stream that has to store it. */
  readonly stream: string;
  readonly headers: () => PublishHeaders;
}

interface PendingAck {
  readonly subject: string;
  readonly since: number;
  readonly resolve: (ack: Ack) => void;
  readonly reject: (error: Error) => void;
}

/** Longer than any attempt waits: a later acknowledgement settles nothing. */
const KEPT_MS = 60_000;
const decoder = new TextDecoder();

export function createAcknowledged(options: AcknowledgedOptions): AcknowledgedPublisher {
  const { client, clock, stream } = options;
  const inbox = `_INBOX.${newId()}.`;
  /** Keyed by the last token of the inbox, in the order in which they were sent. */
  const waiting = new Map<string, PendingAck>();
  let last = 0;

  client.subscribe(`${inbox}*`, {
    callback(_error, answer) {
      const token = answer.subject?.slice(inbox.length) ?? '';
      const one = waiting.get(token);
      waiting.delete(token);
      if (one !== undefined) settle(one, answer);
    },
  });

  // The client writes headers out at once, so one set serves every publish.
  const headers = options.headers();
  headers.set('Nats-Expected-Stream', stream);

  const dropOld = (now: number) => {
    for (const [token, { since }] of waiting) {
      if (now - since < KEPT_MS) return;
      waiting.delete(token);
    }
  };

  return {
    publish(subject, body, id, traceparent = null) {
      const since = clock.steady();
      dropOld(since);
      const token = String(++last);
      const acknowledged = new Promise<Ack>((resolve, reject) => {
        waiting.set(token, { subject, since, resolve, reject });
      });
      headers.set('Nats-Msg-Id', id);
      client.publish(subject, body, {
        reply: inbox + token,
        headers: setTraceparent(headers, traceparent),
      });
      return acknowledged;
    },
    refuse(subject, error) {
      for (const [token, one] of waiting) {
        if (one.subject !== subject) continue;
        waiting.delete(token);
        one.reject(error);
      }
    },
  };
}

function settle({ resolve, reject }: PendingAck, { data, headers }: Answer): void {
  if (data.length === 0) {
    reject(new Error(headers?.code === 503 ? 'no responders' : 'the acknowledgement is empty'));
    return;
  }
  try {
    resolve(ackOf(decoder.decode(data)));
  } catch (error) {
    reject(error instanceof Error ? error : new Error(String(error)));
  }
}

function ackOf(text: string): Ack {
  const { stream = '', seq = 0, duplicate = false, error } = JSON.parse(text);
  if (error) throw new Error(error.description ?? text);
  if (stream === '') throw new Error(`not an acknowledgement: ${text.slice(0, 100)}`);
  return { stream, seq, duplicate };
}

/** Sets or removes the name of a span in headers that are used again. */
export function setTraceparent(
  headers: PublishHeaders,
  traceparent: string | null,
): PublishHeaders {
  if (traceparent === null) headers.delete(TRACE_HEADER);
  else headers.set(TRACE_HEADER, traceparent);
  return headers;
}
