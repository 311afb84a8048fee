/** The media server: HTTPS on 127.0.0.1 under an authority of its own; keeps what is uploaded, gives it to who asks. */
import { randomBytes } from 'node:crypto';
import type { Server } from 'bun';
import { makeCertificate } from '../certificate.ts';
import type { SealedKind } from './media-keys.ts';

const MAX_BODY_BYTES = 128 * 1024 * 1024;

export class MediaHost {
  /** Paths that were asked for, in order. */
  readonly requests: string[] = [];
  /** Answers every upload with this status; null for normal service. */
  uploadRefusal: number | null = null;
  /** The chat server refuses to say where media is to be had; false in normal service. */
  isUnnamed = false;
  /** The most downloads that were under way at one time. */
  mostAtOnce = 0;
  #atOnce = 0;
  /** Named apart: a client that trusts two authorities of one name tries the wrong one. */
  readonly #authority = makeCertificate({
    name: `media authority ${randomBytes(8).toString('hex')}`,
    isAuthority: true,
  });
  readonly #certificate = makeCertificate({ name: 'localhost', by: this.#authority });
  readonly #files = new Map<string, Uint8Array>();
  readonly #refusals = new Map<string, number>();
  readonly #held = new Map<string, Promise<unknown>>();
  #server: Server<undefined> | null = null;

  /** Host and port, as clients are told it. */
  get host(): string {
    return `localhost:${this.#server?.port ?? 0}`;
  }

  /** PEM of the authority that clients must trust. */
  get ca(): string {
    return this.#authority.cert;
  }

  start(): void {
    this.#server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      maxRequestBodySize: MAX_BODY_BYTES,
      // A file that a test holds back is not one whose reader has gone.
      idleTimeout: 120,
      tls: { cert: this.#certificate.cert, key: this.#certificate.key },
      fetch: (request) => this.#serve(request),
    });
  }

  async stop(): Promise<void> {
    await this.#server?.stop(true);
  }

  /** Keeps sealed bytes under a path of their own. */
  keep(kind: SealedKind, bytes: Uint8Array): string {
    const path = `/v/t62.7118-24/${kind}-${randomBytes(12).toString('hex')}.enc?ccb=11-4&oh=1`;
    this.#files.set(withoutQuery(path), bytes);
    return path;
  }

  /** Takes a file away: whoever asks is answered with this status. */
  refuse(path: string, status: number): void {
    this.#refusals.set(withoutQuery(path), status);
  }

  /** Gives a file out only after this. */
  hold(path: string, until: Promise<unknown>): void {
    this.#held.set(withoutQuery(path), until);
  }

  /** What is kept under a path; throws when nothing is. */
  read(path: string): Buffer {
    const bytes = this.#files.get(withoutQuery(path));
    if (!bytes) throw new Error(`no media at ${path}`);
    return Buffer.from(bytes);
  }

  async #serve(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    this.requests.push(`${request.method} ${pathname}`);
    if (request.method === 'POST' || request.method === 'PUT') return this.#upload(request);
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    await this.#held.get(pathname);
    this.#atOnce -= 1;
    const refusal = this.#refusals.get(pathname);
    if (refusal !== undefined) return new Response(null, { status: refusal });
    const bytes = this.#files.get(pathname);
    return bytes ? new Response(Buffer.from(bytes)) : new Response(null, { status: 404 });
  }

  async #upload(request: Request): Promise<Response> {
    if (this.uploadRefusal !== null) return new Response(null, { status: this.uploadRefusal });
    const bytes = new Uint8Array(await request.arrayBuffer());
    const kind = new URL(request.url).pathname.split('/')[2] as SealedKind;
    const directPath = this.keep(kind, bytes);
    const url = `https://${this.host}${directPath}`;
    const handle = kind.startsWith('newsletter') ? 'handle' : undefined;
    return Response.json({ url, direct_path: directPath, handle });
  }
}

const withoutQuery = (path: string): string => path.split('?')[0] ?? path;
