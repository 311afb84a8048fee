/** Large files on their way from WhatsApp to the bucket: what they take of memory, and that only whole ones get there. */
import { Database } from 'bun:sqlite';
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createBucket, createLinks } from '../../../src/modules/storage/bucket.ts';
import { createFileStore } from '../../../src/modules/storage/file-store.ts';
import { MediaStore } from '../../../src/modules/storage/media-store.ts';
import { createStoreRequests } from '../../../src/modules/storage/store-requests.ts';
import { CONTACT, PHONE } from '../../conformance/provider-stage.ts';
import { cleanUp, isolated, listening, spawnService } from '../../core/process/spawned-process.ts';
import type { MediaFault } from '../../doubles/whatsapp/media-messages.ts';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { hasObjectStore, objectStore } from '../../helpers/object-store.ts';
import { until } from '../../helpers/until.ts';
import { endAll, opened } from './opened-stage.ts';

afterEach(endAll);
afterAll(cleanUp);

const MIB = 1024 ** 2;
const KEY = 'the-key-of-this-test';

/** A paired instance whose files go to a bucket of this machine. */
async function withBucket() {
  const { access } = await objectStore();
  const clock = systemClock();
  const ask = createStoreRequests({ access: { ...access, sessionToken: null }, clock });
  const bucket = createBucket(ask, createLinks({ ...access, linkTtlSeconds: 60 }));
  const log = createLog('error', clock.now, () => {});
  const mediaSinks = new MediaStore({ bucket, ask, clock, log });
  const stage = await opened({ mediaSinks, mediaLimitBytes: 20 * MIB });
  const objects = createFileStore({ ask, clock });
  const list = () => objects.list(stage.host.instanceId, new AbortController().signal);
  const { length: there } = await list();
  /** Objects that have come to the bucket since. */
  const kept = async () => (await list()).length - there;
  /** What becomes of an image with this fault. */
  const fileOf = async (bytes: Uint8Array, fault: MediaFault = {}) =>
    (await stage.message(await stage.ana.sendsImage(stage.phone, bytes, { fault }))).media;
  return { ...stage, fileOf, kept };
}

/** The service as a process of its own, paired, with its files in the bucket. */
async function pairedService() {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const folder = temporaryFolder();
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, whatsapp.media.ca);
  const { access } = await objectStore();
  const service = spawnService({
    ...isolated(folder),
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    WHATSAPP_SOCKET_URL: whatsapp.url,
    WHATSAPP_ROOT_PUBLIC_KEY: whatsapp.rootPublicKey,
    WHATSAPP_WEB_VERSION: whatsapp.version.join('.'),
    NODE_EXTRA_CA_CERTS: authority,
    S3_ENDPOINT: access.endpoint,
    S3_BUCKET: access.bucket,
    S3_ACCESS_KEY: access.accessKey,
    S3_SECRET_KEY: access.secretKey,
    S3_REGION: access.region,
  });
  const url = `http://127.0.0.1:${await listening(service)}`;
  const ask = (method: string, path: string, body?: object) => {
    const headers = { apikey: KEY, 'content-type': 'application/json' };
    return fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const call = async (...asked: Parameters<typeof ask>) =>
    (await (await ask(...asked)).json()) as Record<string, never>;
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const contact = whatsapp.contact({ number: CONTACT, name: 'Ana' });
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  await phone.scan(async () => String((await call('GET', '/instance/connect/shop')).code));
  const events = new Database(join(folder, 'gatehouse.db'), { readonly: true }).query(
    "select body ->> '$.data.Message.mediaUrl' as link from events where type = 'Message'",
  );
  const links = () => events.all() as { link: string }[];
  const fileOf = (id: string) =>
    ask('POST', '/chat/getBase64FromMediaMessage/shop', { message: { key: { id } } });
  return { whatsapp, service, phone, contact, links, fileOf };
}

/** MiB, of a process. */
const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
};

describe.skipIf(!hasObjectStore())('with a bucket', () => {
  test('a large file on its way to the bucket, and to a caller, is never in memory as a whole', async () => {
    const { whatsapp, service, phone, contact, links, fileOf } = await pairedService();
    await contact.writes(phone, { media: 'document', bytes: randomBytes(1_000) });
    await until('files come', () => links().length === 1);
    const before = memoryOf(service.pid, 'VmRSS');
    // From here on the highest there is counts.
    writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
    const bytes = randomBytes(64 * MIB);
    const id = await contact.writes(phone, { media: 'document', bytes });
    await until('the file has come', () => links().length === 2, 30_000);
    const grown = memoryOf(service.pid, 'VmHWM') - before;
    const stored = await (await fetch(links()[1]?.link ?? '')).bytes();
    expect(Bun.hash(stored)).toBe(Bun.hash(bytes));
    // Twice its size, with all that waits to be collected; whole, several copies of it were there at once.
    expect(grown).toBeLessThan(128);
    const here = memoryOf(service.pid, 'VmRSS');
    writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
    const { base64, size } = (await (await fileOf(id)).json()) as Record<string, unknown>;
    expect(memoryOf(service.pid, 'VmHWM') - here).toBeLessThan(128);
    expect(size).toEqual({ fileLength: bytes.length, height: null, width: null });
    expect(Bun.hash(Buffer.from(String(base64), 'base64'))).toBe(Bun.hash(bytes));
    service.signal('SIGTERM');
    await service.ended();
    await whatsapp.stop();
  }, 60_000);

  test('a file of several parts and a small one come to the bucket byte for byte, with their type', async () => {
    const { fileOf, kept } = await withBucket();
    for (const size of [0, 1_000, 5 * MIB, 5 * MIB + 1, 11 * MIB]) {
      const bytes = randomBytes(size);
      const media = await fileOf(bytes);
      const link = media && 'mediaUrl' in media ? media.mediaUrl : JSON.stringify(media);
      const answer = await fetch(link);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect(Bun.hash(await answer.bytes())).toBe(Bun.hash(bytes));
    }
    expect(await kept()).toBe(5);
  });

  test('a file that fails a check has no link, and nothing of it is in the bucket', async () => {
    const { fileOf, kept } = await withBucket();
    for (const [fault, error] of [
      [{ tampered: true }, 'the media was altered: its checksum differs'],
      [{ wrongSha256: true }, 'the media is not that of the message'],
      [{ fileLength: 3 }, 'not the 3 the message says'],
    ] as const) {
      for (const size of [1_000, 6 * MIB]) {
        const media = await fileOf(randomBytes(size), fault);
        expect(media).toEqual({ error: expect.stringContaining(error) });
      }
    }
    expect(await kept()).toBe(0);
  });

  test('a file that is gone is uploaded again by the phone, and comes to the bucket', async () => {
    const { fileOf, kept } = await withBucket();
    expect(await fileOf(randomBytes(1_000), { status: 404 })).toHaveProperty('mediaUrl');
    expect(await kept()).toBe(1);
  });
});
