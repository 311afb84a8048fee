/** The files above the texts of a message: fetched one after another, within one limit, and their memory given back. */
import { describe, expect, test } from 'bun:test';
import { UploadedFile } from '../../../src/core/messages/uploaded-files.ts';
import {
  createHeaderFiles,
  HEADER_BYTES_MAX,
  type HeaderFileRequest,
} from '../../../src/core/sending/header-files.ts';
import { createMediaBudget } from '../../../src/core/sending/media.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const { signal } = new AbortController();
const MIB = 1024 * 1024;
const at = (url: string): HeaderFileRequest => ({ kind: 'image', file: { url }, mimetype: null });
const inline = (bytes: Uint8Array, mimetype: string | null = null): HeaderFileRequest => ({
  kind: 'image',
  file: { bytes },
  mimetype,
});

const uploaded = (size: number): HeaderFileRequest => {
  const facts = { id: '1', instanceId: 'shop', mimetype: 'image/png', fileName: null, size };
  const read = async () => new Uint8Array(size);
  const file = new UploadedFile({ ...facts, sha256: '' }, read);
  return { kind: 'image', file: { uploaded: file }, mimetype: file.mimetype };
};

/** `served`: the size of the file at each URL; -1: there is none. */
function stage(served: Record<string, number> = {}) {
  const asked: [url: string, bytesMax: number][] = [];
  const budget = createMediaBudget({
    clock: manualClock(),
    bytes: 4 * HEADER_BYTES_MAX,
    bytesPerInstance: HEADER_BYTES_MAX,
  });
  const fetchFile = async (url: string, { bytesMax }: { bytesMax: number }) => {
    asked.push([url, bytesMax]);
    const size = served[url] ?? -1;
    if (size < 0) return { problem: 'status 404' };
    if (size > bytesMax) return { isTooLarge: true as const };
    const bytes = url.endsWith('.pdf')
      ? Buffer.from('%PDF-1.7'.padEnd(size))
      : new Uint8Array(size);
    return { bytes, contentType: 'image/png', fileName: null, url };
  };
  // The cast: only this much of it is used.
  const outbound = { fetchFile } as unknown as Parameters<typeof createHeaderFiles>[0]['outbound'];
  const withFiles = createHeaderFiles({ outbound, budget });
  const run = (...requests: HeaderFileRequest[]) =>
    withFiles('shop', requests, signal, async (files) => files).then(
      (files) => files.map(({ mimetype, bytes }) => `${mimetype} ${bytes.byteLength}`),
      (error) => `${error.reason}: ${error.message}`,
    );
  /** Fails where anything is still reserved, since one instance may hold just this much. */
  const isFree = async () => {
    (await budget.take('shop', HEADER_BYTES_MAX, false)).release();
    return true;
  };
  return { run, asked, isFree };
}

test('they come in their order, those in the body and those at URLs, with their types', async () => {
  const { run, isFree } = stage({ 'https://a.test/1': 5 });
  const requests = [inline(new Uint8Array(3), 'image/webp'), at('https://a.test/1')];
  expect(await run(...requests, inline(new Uint8Array(2)))).toEqual([
    'image/webp 3',
    'image/png 5',
    'image/jpeg 2',
  ]);
  expect(await isFree()).toBe(true);
});

test('uploaded files are read among the others, and count like those at URLs', async () => {
  const { run, asked, isFree } = stage({ 'https://a.test/1': 5 });
  expect(await run(uploaded(7), at('https://a.test/1'))).toEqual(['image/png 7', 'image/png 5']);
  expect(await run(uploaded(10 * MIB), uploaded(7 * MIB))).toStartWith('too_large: the files of');
  await run(uploaded(10 * MIB), at('https://a.test/1'));
  expect(asked.at(-1)).toEqual(['https://a.test/1', 6 * MIB]);
  expect(await isFree()).toBe(true);
});

describe('more than 16 MiB together are refused, and nothing stays reserved', () => {
  test('in the body, before anything is fetched', async () => {
    const { run, asked, isFree } = stage({ 'https://a.test/1': 1 });
    const half = inline(new Uint8Array(8 * MIB + 1));
    expect(await run(half, half, at('https://a.test/1'))).toStartWith('too_large: the files of');
    expect([asked, await isFree()]).toEqual([[], true]);
  });

  test('at URLs, of which each may only have what the others leave', async () => {
    const { run, asked, isFree } = stage({
      'https://a.test/1': 10 * MIB,
      'https://a.test/2': 7 * MIB,
    });
    expect(await run(at('https://a.test/1'), at('https://a.test/2'))).toStartWith('too_large');
    expect(asked.map(([, bytesMax]) => bytesMax)).toEqual([16 * MIB, 6 * MIB]);
    expect(await isFree()).toBe(true);
  });
});

test('a document in place of a picture is refused by its bytes, and nothing stays reserved', async () => {
  const { run, isFree } = stage({ 'https://a.test/1.pdf': 20 });
  expect(await run(at('https://a.test/1.pdf'))).toBe(
    'invalid: media is no image: the file is a PDF',
  );
  expect(await isFree()).toBe(true);
});

test('a URL without a file is refused with the reason, and nothing stays reserved', async () => {
  const { run, isFree } = stage();
  expect(await run(at('https://a.test/none'))).toBe(
    'invalid: media could not be fetched: status 404',
  );
  expect(await isFree()).toBe(true);
});
