/** Files of stored messages: fetched once more, from the phone where WhatsApp no longer has them, or with the reason. */
import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { sealMedia } from '../../doubles/whatsapp/media-keys.ts';
import { wholeFile } from '../../helpers/whole-file.ts';
import { endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

/** The file of a message with this id, or why there is none. */
async function fileOf({ session, host, message }: OpenedStage, id: string): Promise<unknown> {
  await message(id);
  const stored = host.messages.findLast((one) => one.id === id)!;
  return session.fileOf(stored).then(
    ({ content }) => wholeFile(content),
    (error) => `${error.reason}: ${error.message}`,
  );
}

test('the file of a received message can be fetched again, a sticker as any other', async () => {
  const stage = await opened();
  const { phone, ana, whatsapp } = stage;
  const bytes = randomBytes(3_000);
  for (const media of ['image', 'video', 'audio', 'document'] as const)
    expect(await fileOf(stage, await ana.writes(phone, { media, bytes }))).toEqual(bytes);
  const captioned = { media: 'document', bytes, caption: 'look' } as const;
  expect(await fileOf(stage, await ana.writes(phone, captioned))).toEqual(bytes);
  const { bytes: sealed, ...sums } = sealMedia(bytes, 'image');
  const directPath = whatsapp.media.keep('image', sealed);
  const stickerMessage = { ...sums, directPath, mimetype: 'image/webp' };
  const sticker = await ana.writes(phone, { message: { stickerMessage } });
  expect(await fileOf(stage, sticker)).toEqual(bytes);
});

test('a file that WhatsApp no longer has comes from the phone, and is gone when the phone has it not either', async () => {
  const stage = await opened();
  const { phone, ana, whatsapp } = stage;
  const bytes = randomBytes(3_000);
  const fault = { status: 410 };
  const id = await ana.sendsImage(phone, bytes, { fault });
  expect(await fileOf(stage, id)).toEqual(bytes);
  whatsapp.reuploads.behaviour = 'not-found';
  const lost = await ana.sendsImage(phone, bytes, { fault });
  expect(await fileOf(stage, lost)).toMatch(
    /^gone: the file is gone: the media is no longer .*NOT_FOUND/,
  );
});

test('a file that only the phone has comes to each of several callers at once', async () => {
  const stage = await opened();
  const { phone, ana } = stage;
  const bytes = randomBytes(3_000);
  const id = await ana.sendsImage(phone, bytes, { fault: { status: 410 } });
  const files = await Promise.all([1, 2, 3].map(() => fileOf(stage, id)));
  expect(files).toEqual([bytes, bytes, bytes]);
});

test('a file that cannot be fetched at this moment says why', async () => {
  const stage = await opened();
  const { phone, ana } = stage;
  const id = await ana.sendsImage(phone, randomBytes(9), { fault: { status: 500 } });
  expect(await fileOf(stage, id)).toBe(
    'unavailable: the file cannot be fetched: the media server answered 500',
  );
});
