/** Uploads to a service that is a process of its own: what a kill leaves of them, and the memory that they take. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  type SpawnedProcess,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { answerOf, bearer, upload } from '../../helpers/graph-uploads.ts';
import { rawHttp } from '../../helpers/raw-http.ts';
import { until } from '../../helpers/until.ts';

const MIB = 1024 * 1024;
const PDF = { type: 'application/pdf', name: 'book.pdf' };

afterAll(cleanUp);

async function started(dataDir: string, env: Record<string, string> = {}) {
  const keys = {
    GLOBAL_API_KEY: GLOBAL_KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const service = spawnService({ ...isolated(dataDir), ...keys, ...env });
  const port = await listening(service);
  const url = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = {
      apikey: GLOBAL_KEY,
      ...bearer(GLOBAL_KEY),
      'content-type': 'application/json',
    };
    const options = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return answerOf(await fetch(url + path, options));
  };
  return { service, port, url, ask };
}

async function withShop(dataDir: string, env?: Record<string, string>) {
  const found = await started(dataDir, env);
  const body = { instanceName: 'shop', provider: 'sandbox' };
  const { instance } = (await found.ask('POST', '/instance/create', body)).body;
  return { ...found, number: String(instance.phoneNumberId) };
}

async function kill(service: SpawnedProcess): Promise<void> {
  service.signal('SIGKILL');
  await service.ended();
}

test('after a kill an answered upload is whole, and one that was on its way was never there', async () => {
  const dataDir = await freshDataDir();
  const { service, port, url, number } = await withShop(dataDir);
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(3 * MIB, 'book')]);
  const { id } = (await upload(url, number, GLOBAL_KEY, { bytes, ...PDF })).body;
  const half = rawHttp(port, [
    `POST /graph/v25.0/${number}/media HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${GLOBAL_KEY}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${4 * MIB}`,
  ]);
  half.write(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
  );
  half.write(Buffer.alloc(2 * MIB));
  const database = new Database(join(dataDir, 'gatehouse.db'), { readonly: true });
  const unfinished = () =>
    database
      .query<{ id: string }, []>(
        'select id from uploaded_files where sha256 is null and exists (select 1 from uploaded_pieces where file_id = id)',
      )
      .get()?.id;
  await until('a part of it is stored', () => unfinished() !== undefined);
  const lost = unfinished();
  await kill(service);
  half.destroy();
  database.close();
  const again = await started(dataDir);
  const file = await fetch(`${again.url}/graph/v25.0/${id}/bytes`, { headers: bearer(GLOBAL_KEY) });
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  const { status, body } = await again.ask('GET', `/graph/v25.0/${lost}`);
  expect([status, body.error.error_subcode]).toEqual([404, 33]);
}, 60_000);

/** The most memory that the process has ever had, in bytes. */
const peakOf = ({ pid }: SpawnedProcess): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

test.skipIf(process.platform !== 'linux')(
  'twenty uploads of 16 MiB at once are all taken, and the process stays within its memory',
  async () => {
    const { service, url, number } = await withShop(await freshDataDir());
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(16 * MIB - 8)]);
    const all = Array.from({ length: 20 }, () =>
      upload(url, number, GLOBAL_KEY, { bytes, ...PDF }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(peakOf(service)).toBeLessThan(512 * MIB);
    await kill(service);
  },
  60_000,
);
