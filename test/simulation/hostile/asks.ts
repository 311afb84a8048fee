/** What second tenants ask for. */
import type { Ask } from './attack.ts';
import type { Stage } from './stage.ts';

const NUMBER = '5511888880000';

const posting = (what: string, path: string, body: object): Ask => ({
  what,
  async send(stage: Stage, signal) {
    const full = `${path}/${stage.other.name}`;
    const { status } = await stage.call('POST', full, {
      body: { number: NUMBER, ...body },
      signal,
    });
    return status;
  },
});

export const sendText = posting('sends a text', '/message/sendText', { text: 'Hello' });

export const sendFile = (mebibytes: number): Ask =>
  posting(`sends a file of ${mebibytes} MiB`, '/message/sendMedia', {
    mediatype: 'document',
    media: Buffer.alloc(mebibytes * 1024 * 1024, 1).toString('base64'),
  });

export const sendSticker = (sticker: string): Ask =>
  posting('sends a sticker', '/message/sendSticker', { sticker });

export const sendVoice = (audio: string): Ask =>
  posting('sends a voice note', '/message/sendWhatsAppAudio', { audio });

export const readState: Ask = {
  what: 'reads its state',
  async send({ call, other }, signal) {
    return (await call('GET', `/instance/connectionState/${other.name}`, { signal })).status;
  },
};

/** Of the operator, whose key is for all. */
export const readAll: Ask = {
  what: 'reads all instances with the global key',
  async send({ call }, signal) {
    return (await call('GET', '/instance/fetchInstances', { key: 'global', signal })).status;
  },
};

export const fileByUrl: Ask = {
  what: 'sends a file by its address',
  send: (stage, signal) =>
    posting('', '/message/sendMedia', { mediatype: 'image', media: stage.files }).send(
      stage,
      signal,
    ),
};
