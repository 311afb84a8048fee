/** An authority of the test's own, a server certificate for `localhost` by it, and processes that trust it or do not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from '../doubles/certificate.ts';
import { temporaryFolder } from './database.ts';

export interface TlsFiles {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** Paths of PEM files. */
export function tlsFiles(): TlsFiles {
  const folder = temporaryFolder();
  const authority = makeCertificate({ name: 'an authority', isAuthority: true });
  const server = makeCertificate({ name: 'localhost', by: authority });
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  return {
    authority: write('authority.pem', authority.cert),
    certificate: write('server.pem', server.cert),
    key: write('server-key.pem', server.key),
  };
}

/** What one event sent by a process of its own came to; `authority` is the file it trusts beside the system's. */
export async function sendOne(
  kind: string,
  url: string,
  authority: string | null,
): Promise<string> {
  const script = new URL('../conformance/send-one.ts', import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, 'run', script, kind, url, 'tls-test.{event}'], {
    env: { ...process.env, ...(authority !== null && { NODE_EXTRA_CA_CERTS: authority }) },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  return new Response(child.stdout).text();
}

/** Encrypts on a port of its own what goes on in the clear to `port`. */
export function tlsProxy(
  { certificate, key }: TlsFiles,
  port: number,
): { port: number; stop(): void } {
  const pairs = new Map<Bun.Socket, Promise<Bun.Socket>>();
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: Bun.file(certificate), key: Bun.file(key) },
    socket: {
      open(socket) {
        const back = { data: (_: Bun.Socket, chunk: Buffer) => void socket.write(chunk) };
        pairs.set(socket, Bun.connect({ hostname: '127.0.0.1', port, socket: back }));
      },
      async data(socket, chunk) {
        (await pairs.get(socket))?.write(chunk);
      },
      async close(socket) {
        (await pairs.get(socket))?.end();
      },
    },
  });
  return { port: server.port, stop: () => server.stop(true) };
}
