/** The service on a disk whose syncs take long, as a real process: who waits for it, and what a kill -9 leaves. */
import { afterAll, expect, test } from 'bun:test';
import { openDatabase } from '../../src/core/db/open.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  type SpawnedProcess,
  spawnService,
} from '../core/process/spawned-process.ts';
import { preload } from '../helpers/preload.ts';

afterAll(cleanUp);

const KEY = 'the-key-of-this-test';
const slow = preload('slow-fsync', 50)?.environment ?? null;
const MESSAGE = { kind: 'text', from: '551199990001', text: 'hi' };

interface Service {
  readonly process: SpawnedProcess;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** Resolves once its commits have a thread of their own. */
async function startThreaded(dataDir: string): Promise<Service> {
  const process = spawnService({
    ...isolated(dataDir),
    ...slow,
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const port = await listening(process);
  const call: Service['call'] = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' }).catch(
    () => 'it is there from an earlier start',
  );
  await call('GET', '/instance/connect/shop');
  await call('POST', '/sandbox/shop/scan', {}).catch(() => 'it is paired');
  for (let index = 0; index < 8; index++) await call('POST', '/sandbox/shop/message', MESSAGE);
  await process.printed(/commits are slow and have a thread of their own now/);
  return { process, call };
}

test.skipIf(slow === null)(
  'requests that need no disk are answered while others wait for it',
  async () => {
    const { process, call } = await startThreaded(await freshDataDir());
    let answered = 0;
    let isOver = false;
    const asking = (async () => {
      for (; !isOver; answered++) {
        await call('GET', '/health');
        await call('GET', '/instance/connectionState/shop');
      }
    })();
    const rounds = 4;
    for (let index = 0; index < rounds; index++)
      await call('POST', '/sandbox/shop/message', MESSAGE);
    isOver = true;
    await asking;
    // On the event loop each commit lets one or two of them through, on its way in and out.
    expect(answered).toBeGreaterThan(4 * rounds);
    process.signal('SIGTERM');
    expect(await process.ended()).toBe(0);
  },
  60_000,
);

test.skipIf(slow === null)(
  'kill -9 while commits are on a thread of their own loses nothing acknowledged, and leaves no gap',
  async () => {
    const dataDir = await freshDataDir();
    const acknowledged = new Set<unknown>();
    for (const limit of [40, 100]) {
      const { process, call } = await startThreaded(dataDir);
      const writer = async () => {
        while (acknowledged.size < limit) {
          const answer = await call('POST', '/sandbox/shop/message', MESSAGE).catch(() => null);
          if (answer === null) return;
          acknowledged.add(answer.messageId);
        }
      };
      await Promise.race(Array.from({ length: 32 }, writer));
      process.signal('SIGKILL');
      await process.ended();
      const db = await openDatabase({ url: `file:${dataDir}/gatehouse.db` });
      const rows = await db.query(
        "select sequence, body ->> '$.data.Info.ID' from events order by sequence",
        [],
      );
      await db.close();
      const stored = new Set(rows.map(([, id]) => id));
      expect([...acknowledged].filter((id) => !stored.has(String(id)))).toEqual([]);
      expect(rows.map(([sequence]) => sequence)).toEqual(rows.map((_, index) => index + 1));
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(100);
  },
  90_000,
);
