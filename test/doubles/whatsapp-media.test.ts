/** Media through the WhatsApp double: sealed, hosted, opened; and every fault of it as a client meets it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys';
import { ANA, endAll, linked } from './whatsapp/linked-phone.ts';
import type { MediaHost } from './whatsapp/media-host.ts';
import type { MediaKind } from './whatsapp/media-keys.ts';

const plainFetch = globalThis.fetch;
/** Authorities that `fetch` trusts: the client has no way of its own to be told one. */
const trusted: string[] = [];
beforeAll(() => {
  globalThis.fetch = Object.assign(
    (input: string | URL | Request, init?: RequestInit) =>
      plainFetch(input, { ...init, tls: { ca: trusted } } as RequestInit),
    plainFetch,
  );
});
afterAll(() => {
  globalThis.fetch = plainFetch;
});
afterEach(endAll);

const download = (message: WAMessage, host: MediaHost) =>
  downloadMediaMessage(message, 'buffer', { host: host.host });

async function trusting(config = {}) {
  const all = await linked(config);
  trusted.push(all.whatsapp.media.ca);
  return { ...all, media: all.whatsapp.media };
}

const KINDS: MediaKind[] = ['image', 'video', 'audio', 'document'];

test('media of every kind comes in with the bytes it was sent with', async () => {
  const { phone, shop, ana, media } = await trusting();
  for (const kind of KINDS) {
    const bytes = randomBytes(70_000);
    const id = await ana.writes(phone, { media: kind, bytes, caption: 'look' });
    const message = await shop.message((m) => m.key.id === id);
    expect((await download(message, media)).equals(bytes)).toBe(true);
  }
});

test('media of every kind goes out and opens with every check made', async () => {
  const { shop, ana } = await trusting();
  const bytes = randomBytes(70_000);
  const contents = [
    { image: bytes, jpegThumbnail: '', caption: 'look' },
    { video: bytes, jpegThumbnail: '' },
    { audio: bytes, mimetype: 'audio/mp4', seconds: 1 },
    { document: bytes, mimetype: 'application/pdf', fileName: 'a.pdf' },
  ];
  for (const content of contents) {
    const sent = await shop.socket.sendMessage(ANA, content);
    const received = await ana.receives((m) => m.id === sent?.key.id);
    expect(ana.opens(received).equals(bytes)).toBe(true);
  }
});

test('what is gone from the host is uploaded again when it is asked for', async () => {
  const { phone, shop, ana, media, whatsapp } = await trusting();
  const bytes = randomBytes(1000);
  const id = await ana.sendsImage(phone, bytes, { fault: { status: 410 } });
  const message = await shop.message((m) => m.key.id === id);
  await expect(download(message, media)).rejects.toThrow();
  const again = await shop.socket.updateMediaMessage(message);
  expect((await download(again, media)).equals(bytes)).toBe(true);
  whatsapp.reuploads.behaviour = 'not-found';
  await expect(shop.socket.updateMediaMessage(message)).rejects.toThrow('NOT_FOUND');
});

test('senders can lie about their media', async () => {
  const { phone, shop, ana, media } = await trusting();
  const bytes = randomBytes(1000);
  const sent = async (fault: object) => {
    const id = await ana.sendsImage(phone, bytes, { fault });
    return shop.message((m) => m.key.id === id);
  };
  const tampered = await sent({ tampered: true });
  expect((await download(tampered, media)).equals(bytes)).toBe(false);
  const elsewhere = await sent({ url: 'http://10.0.0.1/x', noDirectPath: true });
  expect(elsewhere.message?.imageMessage?.url).toBe('http://10.0.0.1/x');
  expect(elsewhere.message?.imageMessage?.directPath).toBeFalsy();
  const huge = await sent({ fileLength: 2 ** 40 });
  expect(Number(huge.message?.imageMessage?.fileLength)).toBe(2 ** 40);
  const digest = await sent({ wrongSha256: true });
  const said = Buffer.from(digest.message?.imageMessage?.fileSha256 ?? []);
  expect(said.equals(new Bun.CryptoHasher('sha256').update(bytes).digest())).toBe(false);
});
