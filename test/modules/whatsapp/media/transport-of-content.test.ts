/** Media comes and goes through the real client and a server that speaks the platform's protocol. */
import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { httpsTransport } from '../../../../src/modules/whatsapp/media/transport.ts';
import { createUpload } from '../../../../src/modules/whatsapp/media/upload.ts';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';
import { ANA, endAll, linked } from '../../../doubles/whatsapp/linked-phone.ts';
import { messageWith } from './message-with-file.ts';
import { clock, type DownloadDeps, download } from './servers.ts';

afterEach(endAll);

const KINDS = ['image', 'video', 'audio', 'document'] as const;
const SELF = { jid: '5511999990000@s.whatsapp.net', lid: null, pushName: '' };
const BYTES = randomBytes(70_000);

async function linkedWithMedia() {
  const all = await linked();
  const { media } = all.whatsapp;
  const transport = httpsTransport({ authority: media.ca });
  const deps: DownloadDeps = {
    transport,
    clock: clock(),
    hosts: [media.host],
    limitBytes: 100_000,
  };
  const referenceOf = async (id: string) => {
    const message = await all.shop.message((m) => m.key.id === id);
    const reference = messageEvent(message, SELF, 0)?.media;
    if (!reference) throw new Error('no media');
    return { message, reference };
  };
  return { ...all, media, transport, deps, referenceOf };
}

test('what contacts send comes byte for byte', async () => {
  const { phone, ana, deps, referenceOf } = await linkedWithMedia();
  for (const kind of KINDS) {
    const { reference } = await referenceOf(await ana.writes(phone, { media: kind, bytes: BYTES }));
    expect(await download(reference, deps)).toEqual({ bytes: BYTES });
  }
});

test('what we send opens at the other end with every check made', async () => {
  const { shop, ana, transport } = await linkedWithMedia();
  const connection = (isStale: boolean) => shop.socket.refreshMediaConn(isStale);
  const upload = createUpload({ transport, clock: clock(), connection });
  for (const kind of KINDS) {
    const outgoing = { kind, bytes: BYTES, mimetype: 'application/x', caption: 'look' };
    const message = await messageWith(outgoing, upload, Date.now());
    const id = await shop.socket.relayMessage(ANA, message, {});
    const received = await ana.receives((m) => m.id === id);
    expect(ana.opens(received).equals(BYTES)).toBe(true);
  }
});

test('what lies about itself is refused, and what is gone comes once uploaded again', async () => {
  const { phone, shop, ana, media, deps, referenceOf } = await linkedWithMedia();
  const sent = async (fault: object) => referenceOf(await ana.sendsImage(phone, BYTES, { fault }));
  const outcome = async (fault: object) => download((await sent(fault)).reference, deps);
  expect(await outcome({ tampered: true })).toMatchObject({
    error: expect.stringMatching(/altered/),
  });
  expect(await outcome({ wrongSha256: true })).toMatchObject({
    error: expect.stringMatching(/checksum differs/),
  });
  expect(await outcome({ fileLength: 2 ** 40 })).toMatchObject({
    error: expect.stringMatching(/more than 100000/),
  });
  const asked = media.requests.length;
  expect(await outcome({ url: 'http://10.0.0.1/x', noDirectPath: true })).toMatchObject({
    error: expect.stringMatching(/does not say where/),
  });
  expect(media.requests.length).toBe(asked);
  const { message, reference } = await sent({ status: 410 });
  expect(await download(reference, deps)).toMatchObject({ isGone: true });
  const again = messageEvent(await shop.socket.updateMediaMessage(message), SELF, 0)?.media;
  expect(again && (await download(again, deps))).toEqual({ bytes: BYTES });
});
