/**
 * Publishes to JetStream and the acknowledgements of all of them, through one inbox of the connection.
 * Owns: which publish an acknowledgement is for. The clients' own requests cost each publish a timer, an Error
 * and several promises; here whoever waits has limits already. Must never: publish twice.
 */
import type { Clock } from '../../shared/clock.ts';
import { newId } from '../../shared/ids.ts';
import type { Answer, Client, PublishHeaders } from './client.ts';

export interface Ack {
  readonly stream: string;
  readonly seq: number;
  readonly duplicate: boolean;
}

export interface Acknowledged {
  /** Rejects with what the server says against it, `no responders` when no stream takes the subject. May take for ever. */
  publish(subject: string, body: Uint8Array, id: string): Promise<Ack>;
  /** Nothing may be published to this subject: rejects what waits for its acknowledgement. */
  refuse(subject: string, error: Error): void;
}

export interface AcknowledgedOptions {
  readonly client: Pick<Client, 'publish' | 'subscribe'>;
  readonly clock: Clock;
  /** The stream that must be the one to store it. */
  readonly stream: string;
  readonly headers: () => PublishHeaders;
}

interface Waiting {
  readonly subject: string;
  readonly since: number;
  readonly resolve: (ack: Ack) => void;
  readonly reject: (error: Error) => void;
}

/** Longer than anyone waits: an acknowledgement that late has nobody to go to. */
const KEPT_MS = 60_000;
const decoder = new TextDecoder();

export function createAcknowledged(options: AcknowledgedOptions): Acknowledged {
  const { client, clock, stream } = options;
  const inbox = `_INBOX.${newId()}.`;
  /** By the last token of the inbox, in the order they were sent. */
  const waiting = new Map<string, Waiting>();
  let last = 0;

  client.subscribe(`${inbox}*`, {
    callback(_error, answer) {
      const token = answer.subject?.slice(inbox.length) ?? '';
      const one = waiting.get(token);
      waiting.delete(token);
      if (one !== undefined) settle(one, answer);
    },
  });

  // The client writes them out at once, so that one set serves every publish.
  const headers = options.headers();
  headers.set('Nats-Expected-Stream', stream);

  const dropOld = (now: number) => {
    for (const [token, { since }] of waiting) {
      if (now - since < KEPT_MS) return;
      waiting.delete(token);
    }
  };

  return {
    publish(subject, body, id) {
      const since = clock.steady();
      dropOld(since);
      const token = String(++last);
      const acknowledged = new Promise<Ack>((resolve, reject) => {
        waiting.set(token, { subject, since, resolve, reject });
      });
      headers.set('Nats-Msg-Id', id);
      client.publish(subject, body, { reply: inbox + token, headers });
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

function settle({ resolve, reject }: Waiting, { data, headers }: Answer): void {
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
