/** What providers promise of files that are sent. */

import { expect, test } from 'bun:test';
import { newMessageId } from '../../src/core/providers/outgoing.ts';
import { SAMPLES } from '../../src/modules/sandbox/invented-values.ts';
import { wholeFile } from '../helpers/whole-file.ts';
import { type BasicWorld, CONTACT, type Stage } from './provider-stage.ts';

export function filePromises(opened: () => Promise<Stage<BasicWorld>>): void {
  test('sends and stores a message and a file under the ids that they bring along', async () => {
    const { session, host } = await opened();
    const { bytes, mimetype } = SAMPLES.image;
    const [said, shown] = [newMessageId(), newMessageId()];
    const content = { kind: 'text', text: 'Hello' } as const;
    const text = await session.send({ id: said, number: CONTACT, content });
    const image = { kind: 'image', bytes, mimetype } as const;
    const file = await session.sendMedia({ id: shown, number: CONTACT, ...image });
    expect([text.id, file.id]).toEqual([said, shown]);
    for (const id of [said, shown])
      expect(await host.findMessage(id)).toMatchObject({ id, isFromMe: true });
    await session.stop();
  });

  test('sends a sticker while it is open', async () => {
    const { session } = await opened();
    const bytes = await new Bun.Image(SAMPLES.image.bytes).resize(512, 512).webp().bytes();
    const sent = await session.sendMedia({
      number: CONTACT,
      kind: 'sticker',
      bytes,
      mimetype: 'image/webp',
    });
    expect(sent.message).toMatchObject({
      stickerMessage: { mimetype: 'image/webp', width: 512, height: 512, isAnimated: false },
    });
    await session.stop();
  });

  test('sends a voice note with its length and waveform while it is open', async () => {
    const { session, host } = await opened();
    const { bytes, mimetype } = SAMPLES.audio;
    const sent = await session.sendMedia({ number: CONTACT, kind: 'voice', bytes, mimetype });
    const waveform = Buffer.alloc(64).toString('base64');
    expect(sent.message).toMatchObject({
      audioMessage: { mimetype, ptt: true, seconds: 1, waveform },
    });
    const event = host.events.find(({ type }) => type === 'SendMessage');
    expect(event?.data).toMatchObject({ Info: { Type: 'media', MediaType: 'audio' } });
    await session.stop();
  });

  test('gives out the file of a message that was sent, and says of a text that it has none', async () => {
    const { session, host } = await opened();
    const { bytes, mimetype } = SAMPLES.document;
    const named = { fileName: 'a.pdf', caption: 'Read this' };
    const media = { number: CONTACT, kind: 'document', bytes, mimetype, ...named } as const;
    const { id } = await session.sendMedia(media);
    const text = await session.send({ number: CONTACT, content: { kind: 'text', text: 'Hello' } });
    const stored = (of: string) => host.messages.find((message) => message.id === of)!;
    const file = await session.fileOf(stored(id));
    expect(Buffer.compare(await wholeFile(file.content), bytes)).toBe(0);
    expect(file).toMatchObject({ field: 'documentMessage', mimetype, ...named });
    const refusal = await session.fileOf(stored(text.id)).catch((error) => error.reason);
    expect(refusal).toBe('invalid');
    await session.logout();
    expect(await session.fileOf(stored(id)).catch((error) => error.reason)).toBe('conflict');
    await session.stop();
  });
}

/** Of those whose messages leave as from a phone. */
export function mediaPromises(opened: () => Promise<Stage>): void {
  test('sends a round video while it is open', async () => {
    const { session, host } = await opened();
    const { bytes, mimetype } = SAMPLES.video;
    const sent = await session.sendMedia({ number: CONTACT, kind: 'ptv', bytes, mimetype });
    expect(sent.message).toMatchObject({ ptvMessage: { mimetype } });
    const event = host.events.find(({ type }) => type === 'SendMessage');
    expect(event?.data).toMatchObject({ Info: { Type: 'media', MediaType: 'video' } });
    await session.stop();
  });

  test.each(['image', 'video', 'audio'] as const)(
    'says of a file (%s) that it may be seen once, to phones and in its event',
    async (kind) => {
      const { session, host } = await opened();
      const { bytes, mimetype } = SAMPLES[kind];
      const media = { number: CONTACT, kind, bytes, mimetype };
      const sent = await session.sendMedia({ ...media, viewOnce: true });
      expect(sent.message).toMatchObject({ [`${kind}Message`]: { viewOnce: true } });
      const event = host.events.find(({ type }) => type === 'SendMessage');
      expect(event?.data).toMatchObject({
        IsViewOnce: true,
        IsViewOnceV2: true,
        IsViewOnceV2Extension: kind === 'audio',
      });
      await session.stop();
    },
  );
}
