import { afterAll, describe, expect, test } from 'bun:test';
import { proto } from '@whiskeysockets/baileys';
import { PNG } from 'pngjs';
import type { OutgoingMedia } from '../../../../src/core/providers/outgoing.ts';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import {
  createUpload,
  prepareMedia,
  type Upload,
} from '../../../../src/modules/whatsapp/media/upload.ts';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';
import { respond } from '../../../doubles/receiver.ts';
import { messageWith } from './message-with-file.ts';
import { clock, download, json, mediaServers, transport } from './servers.ts';

const servers = mediaServers();
afterAll(() => servers.stop());

const NOW = Date.UTC(2026, 0, 5, 10);
const BYTES = Buffer.from('any bytes will do');
const taking: Upload = async () => ({
  directPath: '/v/1.enc',
  url: 'https://mmg.whatsapp.net/v/1.enc',
});

/** What the other end reads of it, as plain values. */
async function sent(media: Omit<OutgoingMedia, 'number'>) {
  const content = await messageWith(media, taking, NOW);
  return proto.Message.decode(proto.Message.encode(proto.Message.fromObject(content)).finish());
}

describe('what is sent', () => {
  test('an image has its size and its caption', async () => {
    const bytes = PNG.sync.write(new PNG({ width: 30, height: 20 }));
    const { imageMessage } = await sent({
      kind: 'image',
      bytes,
      mimetype: 'image/png',
      caption: 'Look',
    });
    expect(imageMessage).toMatchObject({
      url: 'https://mmg.whatsapp.net/v/1.enc',
      directPath: '/v/1.enc',
      mimetype: 'image/png',
      caption: 'Look',
      width: 30,
      height: 20,
    });
    expect([Number(imageMessage?.fileLength), Number(imageMessage?.mediaKeyTimestamp)]).toEqual([
      bytes.length,
      NOW / 1000,
    ]);
  });

  test('a video has its caption', async () => {
    const { videoMessage } = await sent({
      kind: 'video',
      bytes: BYTES,
      mimetype: 'video/mp4',
      caption: 'Look',
    });
    expect(videoMessage).toMatchObject({ mimetype: 'video/mp4', caption: 'Look' });
  });

  test.each(['audio/ogg', 'audio/ogg; codecs=opus', 'audio/ogg;codecs=opus'])(
    '%s is a voice note, spelled as phones play it, with its length',
    async (mimetype) => {
      const { audioMessage } = await sent({ kind: 'audio', bytes: SAMPLES.audio.bytes, mimetype });
      expect(audioMessage).toMatchObject({
        ptt: true,
        mimetype: 'audio/ogg; codecs=opus',
        seconds: 1,
      });
    },
  );

  test('other audio is an attached file', async () => {
    const { audioMessage } = await sent({ kind: 'audio', bytes: BYTES, mimetype: 'audio/mpeg' });
    expect(audioMessage).toMatchObject({ ptt: false, mimetype: 'audio/mpeg' });
  });

  test('a document has its name, and its caption in the envelope phones want', async () => {
    const media = { kind: 'document', bytes: BYTES, mimetype: 'application/pdf' } as const;
    const plain = await sent({ ...media, fileName: 'a.pdf' });
    expect(plain.documentMessage).toMatchObject({ fileName: 'a.pdf', title: 'a.pdf' });
    const captioned = await sent({ ...media, caption: 'Look' });
    expect(captioned.documentMessage).toBeNull();
    expect(captioned.documentWithCaptionMessage?.message?.documentMessage).toMatchObject({
      fileName: 'file',
      caption: 'Look',
    });
  });

  test.each(['image', 'video', 'audio', 'document'] as const)(
    '%s arrives at the other end byte for byte',
    async (kind) => {
      const server = await servers.start(
        json(200, { url: 'https://x.test/v/1.enc', direct_path: '/v/1.enc' }),
      );
      const hosts = [{ hostname: server.name }];
      const connection = async () => ({ auth: 'a', hosts });
      const upload = createUpload({ transport, clock: clock(), connection });
      const content = await messageWith({ kind, bytes: BYTES, mimetype: 'image/png' }, upload, NOW);
      const wire = proto.Message.encode(proto.Message.fromObject(content)).finish();
      const message = {
        key: { id: 'A', remoteJid: '1@s.whatsapp.net' },
        message: proto.Message.decode(wire),
      };
      const reference = messageEvent(
        message,
        { jid: '2@s.whatsapp.net', lid: null, pushName: '' },
        NOW,
      )?.media;
      server.script(respond(200, { body: server.requests[0]?.bytes ?? '' }));
      if (!reference) throw new Error('no media');
      const deps = { transport, clock: clock(), hosts: [server.name], limitBytes: 1_000 };
      expect(await download(reference, deps)).toEqual({ bytes: BYTES });
    },
  );

  test('nothing, when it could not be uploaded', async () => {
    const media = { kind: 'image', bytes: BYTES, number: '' } as const;
    const refusing: Upload = async () => ({ error: 'the media server answered 500' });
    expect(await prepareMedia(media, refusing, NOW)).toEqual({
      error: 'the media server answered 500',
    });
  });
});
