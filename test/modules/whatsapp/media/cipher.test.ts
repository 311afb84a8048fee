/** Our reading of the platform's cipher and the client's agree, in both directions. */
import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { downloadContentFromMessage, encryptedStream } from '@whiskeysockets/baileys';
import {
  MediaOpening,
  type SealedKind,
  seal,
} from '../../../../src/modules/whatsapp/media/cipher.ts';
import { type Receiver, respond, startReceiver } from '../../../doubles/receiver.ts';

const KINDS = ['image', 'video', 'audio', 'document'] as const;
const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

/** Null when the seal is broken. The pieces end anywhere, within the seal too. */
function open(whole: Uint8Array, mediaKey: Uint8Array, kind: SealedKind, pieceBytes = 1_009) {
  const opening = new MediaOpening(mediaKey, kind);
  const plain: Uint8Array[] = [];
  for (let from = 0; from < whole.length; from += pieceBytes)
    plain.push(opening.update(whole.subarray(from, from + pieceBytes)));
  const rest = opening.finish();
  return rest === null ? null : Buffer.concat([...plain, rest]);
}

test.each(KINDS)('%s: the client opens what we sealed', async (kind) => {
  const file = randomBytes(33_333);
  const sealed = seal(file, kind);
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.script(respond(200, { body: sealed.bytes }));
  const { mediaKey } = sealed;
  const stream = await downloadContentFromMessage({ mediaKey, url: `${receiver.url}/x` }, kind);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  expect(Buffer.concat(chunks)).toEqual(file);
});

test.each(KINDS)('%s: we open what the client sealed', async (kind) => {
  const file = randomBytes(33_333);
  const theirs = await encryptedStream(file, kind);
  const whole = await readFile(theirs.encFilePath);
  await rm(theirs.encFilePath);
  expect(open(whole, theirs.mediaKey, kind)).toEqual(file);
  const others = KINDS.filter((other) => other !== kind);
  expect(others.map((other) => open(whole, theirs.mediaKey, other))).toEqual([null, null, null]);
});

test.each([1, 7, 16, 25, 26, 1_000])('it opens in pieces of %d bytes too', (pieceBytes) => {
  const file = randomBytes(990);
  const { bytes, mediaKey } = seal(file, 'image');
  expect(open(bytes, mediaKey, 'image', pieceBytes)).toEqual(file);
});

test('both describe the same file by the same sums', async () => {
  const file = randomBytes(1_000);
  const theirs = await encryptedStream(file, 'image');
  const whole = await readFile(theirs.encFilePath);
  await rm(theirs.encFilePath);
  const ours = seal(file, 'image');
  expect(theirs.fileSha256.equals(ours.fileSha256)).toBe(true);
  expect([ours.fileLength, ours.bytes.length]).toEqual([theirs.fileLength, whole.length]);
});

test('every file is sealed under a key of its own', () => {
  const file = Buffer.from('the same');
  const [one, other] = [seal(file, 'image'), seal(file, 'image')];
  expect(Buffer.from(one.mediaKey)).not.toEqual(Buffer.from(other.mediaKey));
  expect(Buffer.from(one.bytes)).not.toEqual(Buffer.from(other.bytes));
  expect(open(one.bytes, other.mediaKey, 'image')).toBeNull();
});
