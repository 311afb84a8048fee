/** Files that come in: whole and checked, or published with the reason why not; from the platform's own hosts alone. */
import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import type { MediaContent } from '../../../src/core/events/contract/catalog.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { type Receiver, startReceiver } from '../../doubles/receiver.ts';
import { sealMedia } from '../../doubles/whatsapp/media-keys.ts';
import type { Media, MediaFault } from '../../doubles/whatsapp/server.ts';
import { until } from '../../helpers/until.ts';
import { endAll, type OpenedStage, opened } from './opened-stage.ts';

const receivers: Receiver[] = [];
afterEach(async () => {
  await endAll();
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

const bytesOf = (media: MediaContent | undefined): unknown =>
  media && 'bytes' in media ? Buffer.copyBytesFrom(media.bytes) : media;
const errorOf = (media: MediaContent | undefined) => (media && 'error' in media ? media.error : '');

/** Time as it is, until a wait of some length is ended by hand. */
function impatientClock() {
  const clock = systemClock();
  const waits = new Map<() => void, number>();
  return {
    ...clock,
    after(ms: number, run: () => void) {
      const end = () => {
        cancel();
        if (waits.delete(end)) run();
      };
      const cancel = clock.after(ms, end);
      waits.set(end, ms);
      return () => {
        cancel();
        waits.delete(end);
      };
    },
    end(ms: number) {
      for (const [end, of] of waits) if (of === ms) end();
    },
  };
}

/** What becomes of the file of an image with this fault. */
async function fileOf(
  { ana, phone, message }: OpenedStage,
  fault: MediaFault,
  bytes: Uint8Array = randomBytes(2_000),
) {
  const event = await message(await ana.sendsImage(phone, bytes, { fault, caption: 'look' }));
  // The event goes in any case.
  expect(event.data.Message.imageMessage?.caption).toBe('look');
  return event.media;
}

test('a file of every kind comes in with its bytes and what was said of it', async () => {
  const { phone, ana, message } = await opened();
  const bytes = randomBytes(70_000);
  const cases: [Media, string, object][] = [
    [{ media: 'image', bytes, caption: 'look' }, 'image/jpeg', { caption: 'look' }],
    [{ media: 'video', bytes, caption: 'see', seconds: 7 }, 'video/mp4', { seconds: 7 }],
    [{ media: 'audio', bytes, ptt: true, seconds: 3 }, 'audio/ogg; codecs=opus', { ptt: true }],
    [{ media: 'document', bytes, fileName: 'a.pdf' }, 'application/pdf', { fileName: 'a.pdf' }],
    [
      { media: 'document', bytes, fileName: 'b.txt', mimetype: 'text/plain', caption: 'read' },
      'text/plain',
      { fileName: 'b.txt', title: 'b.txt', caption: 'read' },
    ],
  ];
  for (const [content, mimetype, fields] of cases) {
    const { data, media } = await message(await ana.writes(phone, content));
    expect(bytesOf(media)).toEqual(bytes);
    expect(media).toMatchObject({ mimetype });
    expect(data.Info).toMatchObject({ Type: 'media', MediaType: content.media });
    expect(data.IsDocumentWithCaption).toBe(
      content.media === 'document' && content.caption !== undefined,
    );
    expect(data.Message[`${content.media}Message`]).toMatchObject({
      url: expect.stringMatching(/^https:/),
      mimetype,
      fileLength: bytes.length,
      fileSha256: expect.stringMatching(/=$/),
      fileEncSha256: expect.stringMatching(/=$/),
      mediaKey: expect.stringMatching(/=$/),
      directPath: expect.stringMatching(/^\/v\//),
      mediaKeyTimestamp: expect.any(Number),
      ...fields,
    });
  }
});

test('a sticker comes in as a file too', async () => {
  const { phone, ana, message, whatsapp } = await opened();
  const bytes = randomBytes(5_000);
  const { bytes: sealed, ...sums } = sealMedia(bytes, 'image');
  const directPath = whatsapp.media.keep('image', sealed);
  const stickerMessage = { ...sums, directPath, mimetype: 'image/webp', height: 64, width: 64 };
  const { data, media } = await message(await ana.writes(phone, { message: { stickerMessage } }));
  expect(bytesOf(media)).toEqual(bytes);
  expect(media).toMatchObject({ mimetype: 'image/webp' });
  expect(data.Info).toMatchObject({ Type: 'media', MediaType: 'sticker' });
  expect(data.Message.stickerMessage).toMatchObject({ fileLength: 5_000, height: 64, directPath });
});

test('a file that is not what its message says is published with what is wrong with it', async () => {
  const stage = await opened({ mediaLimitBytes: 10_000 });
  const error = async (fault: MediaFault, bytes?: Buffer) =>
    errorOf(await fileOf(stage, fault, bytes));
  expect(await error({ tampered: true })).toContain('altered');
  expect(await error({ wrongSha256: true })).toContain('not that of the message');
  expect(await error({ fileLength: 3 })).toContain('not the 3 the message says');
  expect(await error({ fileLength: 2 ** 40 })).toContain('more than 10000');
  expect(await error({ fileLength: 10 }, randomBytes(40_000))).toContain('more than 10000');
  expect(await error({ status: 500 })).toContain('answered 500');
  expect(bytesOf(await fileOf(stage, {}, Buffer.from('and all is well again')))).toEqual(
    Buffer.from('and all is well again'),
  );
});

test('no host is called but those the platform names, whatever a sender says', async () => {
  const stage = await opened();
  const elsewhere = await startReceiver();
  receivers.push(elsewhere);
  const { host } = elsewhere;
  const bytes = randomBytes(500);
  for (const url of [`${elsewhere.url}/x`, 'http://10.0.0.1/', 'https://evil.example/x']) {
    expect(bytesOf(await fileOf(stage, { url }, bytes))).toEqual(bytes);
    expect(errorOf(await fileOf(stage, { url, noDirectPath: true }))).toContain(
      'does not say where',
    );
  }
  for (const directPath of [`@${host}/x`, `//${host}/x`, `${elsewhere.url}/x`, '/\\x', '/../x'])
    expect(errorOf(await fileOf(stage, { directPath }))).toContain('does not say where');
  expect(elsewhere.connections()).toBe(0);
});

test('a file that is gone is uploaded again by the phone, and arrives', async () => {
  const stage = await opened();
  for (const status of [404, 410]) {
    const bytes = randomBytes(3_000);
    expect(bytesOf(await fileOf(stage, { status }, bytes))).toEqual(bytes);
  }
});

test('a file that is gone for good is reported as gone, whether the phone says so or nothing', async () => {
  const clock = impatientClock();
  const stage = await opened({ clock });
  const { whatsapp } = stage;
  whatsapp.reuploads.behaviour = 'not-found';
  expect(errorOf(await fileOf(stage, { status: 404 }))).toMatch(/no longer.*NOT_FOUND/);
  whatsapp.reuploads.behaviour = 'silent';
  const file = fileOf(stage, { status: 410 });
  await until('the phone is asked', () => whatsapp.reuploads.asked === 2);
  clock.end(30_000);
  expect(errorOf(await file)).toMatch(/no longer.*the phone did not upload it again/);
});

test('a slow file holds back its own chat alone, in order', async () => {
  const { phone, ana, bob, message, all } = await opened();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = await ana.sendsImage(phone, randomBytes(100), { fault: { heldUntil: promise } });
  const behind = await ana.writes(phone, { text: 'behind it' });
  const beside = await bob.writes(phone, { text: 'beside it' });
  await message(beside);
  const recorded = () => all('Message').map(({ data }) => data.Info.ID);
  expect(recorded()).toEqual([beside]);
  resolve();
  await message(behind);
  expect(recorded()).toEqual([beside, slow, behind]);
});

test('of a dozen files no more than three are fetched at once, and all arrive', async () => {
  const { whatsapp, phone, all } = await opened();
  const { promise, resolve } = Promise.withResolvers<void>();
  const files = Array.from({ length: 12 }, () => randomBytes(1_000));
  for (const [index, bytes] of files.entries()) {
    const contact = whatsapp.contact({ number: `55118888100${10 + index}` });
    await contact.sendsImage(phone, bytes, { fault: { heldUntil: promise } });
  }
  await until('three are asked for', () => whatsapp.media.requests.length === 3);
  resolve();
  await until('all arrive', () => all('Message').length === 12);
  expect(whatsapp.media.mostAtOnce).toBe(3);
  const arrived = all('Message').map(({ media }) => bytesOf(media));
  for (const bytes of files) expect(arrived).toContainEqual(bytes);
});

test('files that a phone is asked for keep no other file waiting', async () => {
  const { whatsapp, phone, message, bob } = await opened();
  whatsapp.reuploads.behaviour = 'silent';
  for (let index = 0; index < 5; index++) {
    const contact = whatsapp.contact({ number: `55118888200${10 + index}` });
    await contact.sendsImage(phone, randomBytes(10), { fault: { status: 404 } });
  }
  await until('all are found gone', () => whatsapp.media.requests.length === 5);
  const bytes = randomBytes(10);
  expect(bytesOf((await message(await bob.sendsImage(phone, bytes))).media)).toEqual(bytes);
});

test('files arrive again once the platform says again where they are', async () => {
  const stage = await opened();
  const { whatsapp, session } = stage;
  whatsapp.media.isUnnamed = true;
  const asked = { number: '5511888880000', kind: 'image', bytes: randomBytes(9) } as const;
  const sending = session.sendMedia({ ...asked, mimetype: 'image/png' });
  expect(await sending.catch(String)).toContain('did not say where to upload');
  whatsapp.media.isUnnamed = false;
  await session.sendMedia({ ...asked, mimetype: 'image/png' });
  const bytes = randomBytes(10);
  expect(bytesOf(await fileOf(stage, {}, bytes))).toEqual(bytes);
});
