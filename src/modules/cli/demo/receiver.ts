/** The receiver of a demonstration: it refuses the first two attempts, and then accepts correctly signed ones. */
import { timingSafeEqual } from 'node:crypto';
import { sign, signingKey } from '../../../core/webhooks/signature.ts';
import { Queue } from '../feed/queue.ts';

interface Attempt {
  readonly event: string;
  readonly attempt: number;
  readonly isVerified: boolean;
  readonly status: number;
}

export interface DemoReceiver {
  readonly url: string;
  /** Sets the secret of the webhook, once it is known. */
  use(secret: string): void;
  /** Resolves with the next attempt for an event, or null when it was stopped. */
  next(event: string): Promise<Attempt | null>;
  stop(): Promise<void>;
}

const REFUSED = 2;

export function startReceiver(): DemoReceiver {
  const attempts = new Queue<Attempt, null>();
  let secret = '';
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.text();
      const isVerified = isSigned(request.headers, body, secret);
      const attempt = Number(request.headers.get('x-gatehouse-attempt'));
      const { event } = JSON.parse(body) as { event: string };
      const isDown = event === 'Message' && attempt <= REFUSED;
      const status = isDown ? 503 : isVerified ? 200 : 401;
      attempts.push({ event, attempt, isVerified, status });
      return new Response('', { status });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    use: (known) => {
      secret = known;
    },
    async next(event) {
      for (;;) {
        const attempt = await attempts.next();
        if (attempt === null || attempt.event === event) return attempt;
      }
    },
    async stop() {
      attempts.end(null);
      await server.stop(true);
    },
  };
}

function isSigned(headers: Headers, body: string, secret: string): boolean {
  const id = headers.get('webhook-id') ?? '';
  const seconds = headers.get('webhook-timestamp') ?? '';
  const wanted = Buffer.from(sign([signingKey(secret)], { id, seconds, body }));
  const signature = Buffer.from(headers.get('webhook-signature') ?? '');
  return signature.length === wanted.length && timingSafeEqual(signature, wanted);
}
