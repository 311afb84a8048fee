/**
 * A real S3-compatible store for a test: OpenStack Swift out of Debian's python3-swift, on a loopback port,
 * its objects in memory. It checks signatures, expiry and buckets as the product's operators will meet them.
 */
import { join } from 'node:path';
import { temporaryFolder } from './database.ts';
import { freePort } from './free-port.ts';
import { spawnGroup } from './process-group.ts';
import { until } from './until.ts';

/** Shared by the tests of a process, so it is never ended by one of them; `startRelay` gives a line to it that can be. */
export interface ObjectStore {
  /** As variables and options name them. */
  readonly access: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly accessKey: string;
    readonly secretKey: string;
    readonly region: string;
  };
  /** Stays connected and answers nothing once this resolves, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** Debian's own, where its packages are; whatever else is called python3 on the PATH does not see them. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dir, 'object-store.py');
const SECRET_KEY = 'secret-of-the-store';
const BUCKET = 'media';

let isThere: boolean | undefined;

/** False when this machine has none; where CI is set, that is an error instead. */
export function hasObjectStore(): boolean {
  isThere ??=
    Bun.which(PYTHON) !== null && Bun.spawnSync([PYTHON, '-c', 'import swift.obj']).success;
  if (!isThere && process.env.CI)
    throw new Error('an object store is needed: install python3-swift');
  return isThere;
}

let shared: Promise<ObjectStore> | undefined;

/** The one of this process; its start takes a second of CPU. Tests keep apart by the names of their objects. */
export function objectStore(): Promise<ObjectStore> {
  shared ??= startObjectStore();
  return shared;
}

async function startObjectStore(): Promise<ObjectStore> {
  const port = freePort();
  const store = await launch(port);
  return {
    access: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      accessKey: 'test:owner',
      secretKey: SECRET_KEY,
      region: 'us-east-1',
    },
    freeze: () => store.freeze(),
    thaw: () => store.thaw(),
  };
}

async function launch(port: number) {
  const store = spawnGroup([PYTHON, SCRIPT, temporaryFolder(), String(port), SECRET_KEY, BUCKET]);
  await until('the object store answers', async () => {
    if (store.exitCode() !== null) throw new Error('the object store has ended');
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  });
  return store;
}
