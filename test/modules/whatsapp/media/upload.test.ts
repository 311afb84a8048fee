import { afterAll, describe, expect, test } from 'bun:test';
import { proto } from '@whiskeysockets/baileys';
import { PNG } from 'pngjs';
import type { OutgoingMedia } from '../../../../src/core/providers/outgoing.ts';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import { seal } from '../../../../src/modules/whatsapp/media/cipher.ts';
import {
  createUpload,
  type MediaConnection,
  prepareMedia,
  type Upload,
} from '../../../../src/modules/whatsapp/media/upload.ts';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';
import { type Answer, hang, reset, respond } from '../../../doubles/receiver.ts';
import { until } from '../../../helpers/until.ts';
import { messageWith } from './message-with-file.ts';
import { clock, download, json, mediaServers, transport } from './servers.ts';

const servers = mediaServers();
afterAll(() => servers.stop());

const SEALED = seal(Buffer.from('any bytes will do'), 'image');
const TOKEN = Buffer.from(SEALED.fileEncSha256).toString('base64url');
const TAKEN = { url: 'https://mmg.whatsapp.net/v/1.enc?a=b', direct_path: '/v/1.enc?a=b' };
const UPLOADED = { url: TAKEN.url, directPath: TAKEN.direct_path };

/** Uploads to hosts of these names; `asked` says whether the known hosts were called stale, each time. */
function uploading(
  names: readonly string[],
  change: Partial<Parameters<typeof createUpload>[0]> = {},
) {
  const asked: boolean[] = [];
  const connection = async (isStale: boolean): Promise<MediaConnection> => {
    asked.push(isStale);
    const auth = isStale ? 'fresh' : 'known+/=';
    return { auth, hosts: names.map((hostname) => ({ hostname })) };
  };
  return { asked, upload: createUpload({ transport, clock: clock(), connection, ...change }) };
}

async function answered(...answers: Answer[]) {
  const server = await servers.start(...answers);
  const { upload, asked } = uploading([server.name]);
  return { result: await upload(SEALED, 'image'), server, asked };
}

test('the sealed bytes go to the host the platform named, under their own sum', async () => {
  const { result, server, asked } = await answered(json(200, TAKEN));
  expect(result).toEqual(UPLOADED);
  const [request] = server.requests;
  const auth = 'auth=known%2B%2F%3D';
  expect(request?.path).toBe(`/mms/image/${TOKEN}?${auth}&token=${TOKEN}`);
  expect(request?.method).toBe('POST');
  expect(request?.bytes).toEqual(Buffer.from(SEALED.bytes));
  expect(request?.header('content-type')).toBe('application/octet-stream');
  expect(request?.header('origin')).toBe('https://web.whatsapp.com');
  expect(asked).toEqual([false]);
});

test.each(['image', 'video', 'audio', 'document'] as const)(
  '%s has a place of its own',
  async (kind) => {
    const server = await servers.start(json(200, TAKEN));
    await uploading([server.name]).upload(SEALED, kind);
    expect(server.requests[0]?.path).toStartWith(`/mms/${kind}/`);
  },
);

test('an answer that names no path means the path of its address', async () => {
  const { result } = await answered(json(200, { url: TAKEN.url }));
  expect(result).toEqual(UPLOADED);
});

describe('a host that does not take it', () => {
  test.each([
    ['is broken', reset],
    ['is not well', respond(500)],
    ['answers nonsense', respond(200, { body: '<html>' })],
    ['names no place', json(200, {})],
    ['redirects', respond(307, { headers: { location: 'https://localhost:1/' } })],
    ['answers without end', respond(200, { body: Buffer.alloc(65_537, ' ') })],
  ])('is followed by the next when it %s', async (_, answer) => {
    const first = await servers.start(answer);
    const second = await servers.start(json(200, TAKEN));
    const { upload, asked } = uploading([first.name, second.name]);
    expect(await upload(SEALED, 'image')).toEqual(UPLOADED);
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
    expect(asked).toEqual([false]);
  });

  test('is never called when its name is none', async () => {
    const server = await servers.start(json(200, TAKEN));
    const names = [`evil.test@${server.name}`, `${server.name}/x`, '', server.name];
    expect(await uploading(names).upload(SEALED, 'image')).toEqual(UPLOADED);
    expect(server.requests).toHaveLength(1);
  });
});

test('a token that ran out is asked for again, once', async () => {
  const { result, server, asked } = await answered(respond(401), json(200, TAKEN));
  expect(result).toEqual(UPLOADED);
  expect(asked).toEqual([false, true]);
  expect(server.requests[1]?.path).toContain('auth=fresh&');
});

describe('what cannot be uploaded says why', () => {
  test('and does not give the token away', async () => {
    const { result, server, asked } = await answered(respond(401), respond(403));
    expect(result).toEqual({ error: 'the media server answered 403' });
    expect([server.requests.length, asked]).toEqual([2, [false, true]]);
    const gone = await servers.start();
    await gone.stop();
    const unreached = await uploading([gone.name]).upload(SEALED, 'image');
    expect(unreached).toEqual({
      error: expect.stringMatching(/^the media server could not be reached: /),
    });
    expect(JSON.stringify(unreached)).not.toMatch(/known|fresh|token/);
  });

  test('when the platform names no host, or does not answer', async () => {
    const error = 'the platform named no host to upload media to';
    expect(await uploading([]).upload(SEALED, 'image')).toEqual({ error });
    const connection = () => Promise.reject(new Error('closed'));
    expect(await uploading([], { connection }).upload(SEALED, 'image')).toEqual({
      error: 'the platform did not say where to upload media',
    });
  });

  test('when a server says nothing, after as long as it may take', async () => {
    const server = await servers.start(hang);
    const time = clock();
    const { upload, asked } = uploading([server.name, server.name], { clock: time });
    const result = upload(SEALED, 'image');
    await until('the request is there', () => server.requests.length === 1);
    await time.advance(59_999);
    expect(server.open()).toBe(1);
    await time.advance(1);
    expect(await result).toEqual({ error: 'the media was not uploaded within 60000 ms' });
    expect([asked, server.requests.length, time.pending()]).toEqual([[false], 1, 0]);
  });

  test('when many hosts are named, after a few of them', async () => {
    const refusals = Array.from({ length: 20 }, () => respond(500));
    const server = await servers.start(...refusals);
    const result = await uploading(Array(20).fill(server.name)).upload(SEALED, 'image');
    expect(result).toEqual({ error: 'the media server answered 500' });
    expect(server.requests).toHaveLength(8);
  });
});

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
