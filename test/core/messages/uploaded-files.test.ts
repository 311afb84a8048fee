import { beforeEach, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Database } from '../../../src/core/db/client.ts';
import { UNLIMITED_QUOTA } from '../../../src/core/events/log/storage-limit.ts';
import { measureRows, removeOldestRows } from '../../../src/core/events/log/stored-rows.ts';
import {
  createUploadedFiles,
  UPLOADED_BYTES_PER_INSTANCE,
  UPLOADS_KEPT_DAYS,
  UPLOADS_PER_INSTANCE,
  type UploadedFile,
  type UploadedFiles,
} from '../../../src/core/messages/uploaded-files.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { CAFE, insertInstances, SHOP } from '../../helpers/gateway-server.ts';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

let db: Database;
let clock: ReturnType<typeof manualClock>;
let files: UploadedFiles;
let counted: [string, number][];
beforeEach(async () => {
  db = await testDatabase();
  await insertInstances(db);
  clock = manualClock(Date.now());
  counted = [];
  const room = {
    ...UNLIMITED_QUOTA,
    recordStored: (id: string, bytes: number) => void counted.push([id, bytes]),
  };
  files = createUploadedFiles({ db, clock, room });
});

const PDF = { mimetype: 'application/pdf', fileName: 'prices.pdf' };

async function upload(bytes: Uint8Array, instanceId = SHOP.id): Promise<UploadedFile> {
  const one = await files.begin(instanceId);
  // Chunks of a size that fits no piece.
  for (let at = 0; at < bytes.length; at += 70_001)
    await one.write(bytes.subarray(at, at + 70_001));
  return one.finish(PDF);
}

const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(content));

/** Bytes of which no two pieces are alike. */
const bytesLike = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) * 7 + (at >> 16)) % 251);

const rowsOf = async (table: string) =>
  Number((await db.query(`select count(*) from ${table}`, []))[0]?.[0]);

test.each([0, 1, 512 * 1024 - 1, 512 * 1024, 512 * 1024 + 1, 2 * MIB + 17])(
  'a file of %i bytes is found with its size and sum, and every byte comes back',
  async (size) => {
    const bytes = bytesLike(size);
    const { id } = await upload(bytes);
    expect(id).toMatch(/^[1-9]\d{15}$/);
    const file = await files.find(id);
    expect({ ...file }).toEqual({
      id,
      instanceId: SHOP.id,
      ...PDF,
      size,
      sha256: createHash('sha256').update(bytes).digest('base64'),
    });
    if (file === null) throw new Error('not found');
    expect((await bytesOf(file.content())).equals(bytes)).toBe(true);
    expect(Buffer.from(await file.bytes()).equals(bytes)).toBe(true);
  },
);

test('a part of a file is read without what is before and after it', async () => {
  const bytes = bytesLike(2 * MIB);
  const file = await upload(bytes);
  for (const [from, to] of [
    [0, 1],
    [MIB / 2 - 1, MIB / 2 + 1],
    [700_000, 1_900_000],
    [2 * MIB - 1, 2 * MIB],
  ] as const)
    expect((await bytesOf(file.content(from, to))).equals(bytes.subarray(from, to))).toBe(true);
});

test('a file that is not complete is not found, and nothing is left when it is abandoned', async () => {
  const one = await files.begin(SHOP.id);
  await one.write(bytesLike(MIB));
  const [[id] = []] = await db.query('select id from uploaded_files', []);
  expect(await files.find(String(id))).toBeNull();
  expect(await files.remove(SHOP.id, String(id))).toBe(false);
  await one.abandon();
  expect([await rowsOf('uploaded_files'), await rowsOf('uploaded_pieces')]).toEqual([0, 0]);
});

test('an upload that broke off with its process is removed after an hour, and none that is under way', async () => {
  const broken = await files.begin(SHOP.id);
  await broken.write(bytesLike(MIB));
  await clock.advance(HOUR_MS - 1);
  expect(await files.prune()).toBe(0);
  const running = await files.begin(SHOP.id);
  await clock.advance(1);
  expect(await files.prune()).toBe(1);
  expect([await rowsOf('uploaded_files'), await rowsOf('uploaded_pieces')]).toEqual([1, 0]);
  expect((await running.finish(PDF)).size).toBe(0);
});

test('neither a file nor an upload under way ages when the wall clock steps forward', async () => {
  const { id } = await upload(bytesLike(1));
  const coming = await files.begin(SHOP.id);
  clock.jump(365 * 24 * HOUR_MS);
  expect(await files.prune()).toBe(0);
  expect((await files.find(id))?.size).toBe(1);
  expect((await coming.finish(PDF)).size).toBe(0);
});

test('a file is found for 30 days, and removed afterwards', async () => {
  const { id } = await upload(bytesLike(10));
  await clock.advance(UPLOADS_KEPT_DAYS * 24 * HOUR_MS - 1);
  expect(await files.find(id)).not.toBeNull();
  expect(await files.prune()).toBe(0);
  await clock.advance(1);
  expect(await files.find(id)).toBeNull();
  expect(await files.prune()).toBe(1);
  expect(await rowsOf('uploaded_pieces')).toBe(0);
});

test('a file is removed by its own instance and by no other', async () => {
  const { id } = await upload(bytesLike(10));
  expect(await files.remove(CAFE.id, id)).toBe(false);
  expect(await files.find(id)).not.toBeNull();
  expect(await files.remove(SHOP.id, id)).toBe(true);
  expect(await files.remove(SHOP.id, id)).toBe(false);
  expect(await files.find(id)).toBeNull();
});

test('a file that is removed while it is read fails as gone, and does not end early', async () => {
  const file = await upload(bytesLike(MIB));
  const content = file.content();
  await content.next();
  await files.remove(SHOP.id, file.id);
  await expect(content.next()).rejects.toMatchObject({ reason: 'gone' });
});

test('files go with their instance, and what is being uploaded to it fails as not found', async () => {
  await upload(bytesLike(MIB));
  const cut = await files.begin(SHOP.id);
  const ending = await files.begin(SHOP.id);
  const kept = await upload(bytesLike(MIB), CAFE.id);
  await db.query('delete from instances where id = ?', [SHOP.id]);
  await expect(cut.write(bytesLike(MIB))).rejects.toMatchObject({ reason: 'not_found' });
  await expect(ending.finish(PDF)).rejects.toMatchObject({ reason: 'not_found' });
  await ending.abandon();
  await expect(files.begin(SHOP.id)).rejects.toMatchObject({ reason: 'not_found' });
  expect(await files.find(kept.id)).not.toBeNull();
  expect([await rowsOf('uploaded_files'), await rowsOf('uploaded_pieces')]).toEqual([1, 2]);
});

test('every byte counts for the storage of its instance', async () => {
  await upload(bytesLike(MIB + 1));
  expect(counted).toEqual([
    [SHOP.id, MIB / 2],
    [SHOP.id, MIB / 2],
    [SHOP.id, 1],
  ]);
});

/** Complete files of SHOP, one a second from the oldest to the newest, without their bytes. */
const older = (count: number, size: number) =>
  db.query(
    `with recursive n(s) as (select 1 union all select s + 1 from n where s < ?)
      insert into uploaded_files (id, instance_id, created_at, mimetype, size, sha256)
      select 'old-' || s, ?, ?, 'image/png', ?, 'x' from n`,
    [count, SHOP.id, clock.now(), size],
  );

test('an instance with as many files as it may have loses the oldest for another, and no other instance does', async () => {
  const kept = await upload(bytesLike(1), CAFE.id);
  await older(UPLOADS_PER_INSTANCE - 1, 1);
  await clock.advance(1);
  await upload(bytesLike(1));
  expect(await rowsOf('uploaded_files')).toBe(UPLOADS_PER_INSTANCE + 1);
  const { id } = await upload(bytesLike(1));
  expect(await rowsOf('uploaded_files')).toBe(UPLOADS_PER_INSTANCE + 1);
  expect(await files.find(id)).not.toBeNull();
  expect(await files.find(kept.id)).not.toBeNull();
});

test('an instance whose files have as many bytes as they may loses the oldest for another', async () => {
  await older(4, UPLOADED_BYTES_PER_INSTANCE / 4);
  await clock.advance(1);
  await upload(bytesLike(1));
  expect(await rowsOf('uploaded_files')).toBe(4);
});

test('an instance that stores too much uploads nothing, and no row is left', async () => {
  const full = new Error('full');
  const assertUnder = () => {
    throw full;
  };
  const room = { ...UNLIMITED_QUOTA, assertUnder };
  await expect(createUploadedFiles({ db, clock, room }).begin(SHOP.id)).rejects.toBe(full);
  expect(await rowsOf('uploaded_files')).toBe(0);
});

test('files are measured with all their bytes, and removed for the limit of their instance once they are complete', async () => {
  const before = await measureRows(db, SHOP.id, clock.now());
  const { id } = await upload(bytesLike(MIB));
  const coming = await files.begin(SHOP.id);
  await coming.write(bytesLike(MIB));
  const stored = await measureRows(db, SHOP.id, clock.now());
  expect(stored.bytes - before.bytes).toBeGreaterThan(2 * MIB);
  expect(stored.bytes - before.bytes).toBeLessThan(2.1 * MIB);
  const removal = { instanceId: SHOP.id, enough: 2 * MIB, isNeeded: () => false };
  const removed = await removeOldestRows(db, removal, stored, clock.now());
  expect(removed.bytes).toBeGreaterThan(MIB);
  expect(await files.find(id)).toBeNull();
  expect((await coming.finish(PDF)).size).toBe(MIB);
});
