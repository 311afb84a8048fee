/** The webhook of a number in Typebot: its token is good once, and what its schema does not take is refused. */
import { until } from '../helpers/until.ts';
import {
  answerHandshake,
  ENDPOINT,
  readWebhook,
  type TypebotMessage,
  takesWebhook,
} from './typebot.ts';

export interface TypebotBot {
  /** What it is sent. */
  readonly endpoint: object;
  readonly callbackUrl: string;
  readonly verifyToken: string;
  readonly messages: readonly TypebotMessage[];
  /** Webhooks that it has answered with 400. */
  readonly refused: readonly unknown[];
  /** Resolves with the first message that fits, once it has come. */
  has(fits: (message: TypebotMessage) => boolean): Promise<TypebotMessage>;
  stop(): Promise<void>;
}

export function startTypebot(): TypebotBot {
  const verifyToken = 'clx0f5a2b0000';
  const tokens = new Set([verifyToken]);
  const messages: TypebotMessage[] = [];
  const refused: unknown[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (request.method === 'GET')
        return answerHandshake(new URL(request.url).searchParams, tokens);
      const webhook = await request.json();
      if (takesWebhook(webhook)) {
        messages.push(...readWebhook(webhook));
        return new Response('Message received');
      }
      refused.push(webhook);
      return Response.json({ message: 'Invalid WhatsApp webhook payload' }, { status: 400 });
    },
  });
  return {
    endpoint: ENDPOINT,
    callbackUrl: new URL('/api/v1/workspaces/w1/whatsapp/c1/webhook', server.url).href,
    verifyToken,
    messages,
    refused,
    async has(fits) {
      await until('the message has come', () => messages.some(fits));
      return messages.find(fits) as TypebotMessage;
    },
    stop: () => server.stop(true),
  };
}
