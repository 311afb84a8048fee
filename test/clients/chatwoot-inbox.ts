/** An inbox of Chatwoot: its webhook with the token of the handshake, and what it has read there. */
import { signatureOf } from '../doubles/graph/webhooks.ts';
import { until } from '../helpers/until.ts';
import {
  answerHandshake,
  type ChatwootMessage,
  type ChatwootStatus,
  ENDPOINT,
  isForChannel,
  readWebhook,
} from './chatwoot.ts';
import type { GraphStage } from './graph-stage.ts';

export interface ChatwootInbox {
  /** What it is sent. */
  readonly endpoint: object;
  readonly callbackUrl: string;
  readonly verifyToken: string;
  /** Handshakes that were answered with the challenge. */
  readonly handshakes: number;
  /** By `source_id`; what came twice is one message. */
  readonly messages: ReadonlyMap<string, ChatwootMessage>;
  /** The words of each message in the order in which they came. */
  readonly statuses: ReadonlyMap<string, readonly string[]>;
  /** Resolves with the message of this `source_id` once it has come. */
  has(id: string): Promise<ChatwootMessage>;
  stop(): Promise<void>;
}

/** `appSecret` is given late: without it no signature is checked, as with a channel that was set up by hand. */
export function startChatwoot(
  stage: Pick<GraphStage, 'number' | 'phoneNumberId'>,
  appSecret?: () => string,
): ChatwootInbox {
  const channel = { phone_number: `+${stage.number}`, phone_number_id: stage.phoneNumberId };
  const verifyToken = 'f3c1a9d27b';
  const messages = new Map<string, ChatwootMessage>();
  const statuses = new Map<string, string[]>();
  let handshakes = 0;

  const take = (read: ChatwootMessage | ChatwootStatus) => {
    if ('status' in read) statuses.getOrInsertComputed(read.source_id, () => []).push(read.status);
    else messages.set(read.source_id, read);
  };
  const receive = async (request: Request): Promise<Response> => {
    const body = await request.text();
    const signature = request.headers.get('x-hub-signature-256');
    if (appSecret !== undefined && signature !== signatureOf(appSecret(), body))
      return new Response(null, { status: 401 });
    const webhook = JSON.parse(body);
    const read = isForChannel(webhook, channel) ? readWebhook(webhook) : null;
    if (read !== null) take(read);
    return new Response();
  };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      if (request.method === 'POST') return receive(request);
      const answer = answerHandshake(new URL(request.url).searchParams, verifyToken);
      if (answer.ok) handshakes++;
      return answer;
    },
  });
  return {
    endpoint: ENDPOINT,
    callbackUrl: new URL(`/webhooks/whatsapp/${channel.phone_number}`, server.url).href,
    verifyToken,
    get handshakes() {
      return handshakes;
    },
    messages,
    statuses,
    async has(id) {
      await until(`${id} has come`, () => messages.has(id));
      return messages.get(id) as ChatwootMessage;
    },
    stop: () => server.stop(true),
  };
}
