/** What every provider promises of files that are sent. */
import { expect, test } from 'bun:test';
import { SAMPLES } from '../../src/providers/sandbox/samples.ts';
import { CONTACT, type Stage } from './conformance-stage.ts';

export function mediaPromises(opened: () => Promise<Stage>): void {
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
}
