/** A receiver that was made for Meta's webhooks: it answers the handshake, and takes nothing that is not signed. */
import { createHmac, timingSafeEqual } from 'node:crypto';

interface MetaChange {
  readonly field: string;
  readonly value: Record<string, unknown>;
}

/** What came in one request that was signed well. */
export interface MetaPost {
  readonly body: string;
  readonly headers: Headers;
  /** Of all entries, in order. */
  readonly changes: readonly MetaChange[];
}

export interface MetaReceiver {
  readonly url: string;
  /** The app secret. */
  secret: string;
  /** While set, well signed requests are answered with this status and not kept. */
  refusal: number | null;
  /** While set, well signed requests that it returns true for are refused with 503. */
  refuses: ((body: string) => boolean) | null;
  readonly posts: readonly MetaPost[];
  /** Those of all requests. */
  changes(): readonly MetaChange[];
  /** How many requests were signed otherwise. */
  readonly forged: () => number;
  stop(): Promise<void>;
}

export async function startMetaReceiver(verifyToken: string): Promise<MetaReceiver> {
  const posts: MetaPost[] = [];
  let forged = 0;
  const receiver = {
    secret: '',
    refusal: null as number | null,
    refuses: null as MetaReceiver['refuses'],
  };

  const handshake = (query: URLSearchParams): Response =>
    query.get('hub.mode') === 'subscribe' && query.get('hub.verify_token') === verifyToken
      ? new Response(query.get('hub.challenge'))
      : new Response('Forbidden', { status: 403 });

  const isSigned = (body: Buffer, signature: string): boolean => {
    const mac = createHmac('sha256', receiver.secret).update(body).digest('hex');
    const [own, received] = [Buffer.from(`sha256=${mac}`), Buffer.from(signature)];
    return own.length === received.length && timingSafeEqual(own, received);
  };

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (request.method === 'GET') return handshake(new URL(request.url).searchParams);
      const bytes = Buffer.from(await request.arrayBuffer());
      if (!isSigned(bytes, request.headers.get('x-hub-signature-256') ?? '')) {
        forged++;
        return new Response('Forbidden', { status: 403 });
      }
      if (receiver.refusal !== null) return new Response(null, { status: receiver.refusal });
      if (receiver.refuses?.(bytes.toString())) return new Response(null, { status: 503 });
      const { object, entry } = JSON.parse(bytes.toString());
      if (object !== 'whatsapp_business_account') return new Response(null, { status: 404 });
      const changes = entry.flatMap(({ changes }: { changes: MetaChange[] }) => changes);
      posts.push({ body: bytes.toString(), headers: request.headers, changes });
      return new Response();
    },
  });
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${server.port}/webhooks/whatsapp`,
    posts,
    changes: () => posts.flatMap(({ changes }) => changes),
    forged: () => forged,
    stop: () => server.stop(true),
  });
}
