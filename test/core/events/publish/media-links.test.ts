/** Media by link, as the engine publishes it: what bodies hold, and that order holds while uploads take time. */
import { expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import type {
  LinkedMedia,
  MediaLinks,
  MessageMedia,
} from '../../../../src/core/events/publish/media-links.ts';
import { CAFE, connected, engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

interface StoredMedia {
  readonly media: MessageMedia;
  readonly end: (linked: LinkedMedia) => void;
}

/** Holds every upload until the test ends it. */
function heldLinks(): MediaLinks & { stored: StoredMedia[] } {
  const stored: StoredMedia[] = [];
  return {
    stored,
    store(media) {
      const answer = Promise.withResolvers<LinkedMedia>();
      stored.push({ media, end: answer.resolve });
      return answer.promise;
    },
  };
}
const atOnce = (linked: LinkedMedia): MediaLinks => ({ store: async () => linked });
const LINK = { mediaUrl: 'https://store.test/a?signature' };

function picture(id: string, chat = 'a'): CatalogEvent {
  const event = message(chat, id);
  if (event.type !== 'Message') throw new Error('not a message');
  return { ...event, media: { bytes: new Uint8Array([1, 2, 3]), mimetype: 'image/png' } };
}

const bodies = async ({ db }: Awaited<ReturnType<typeof engineBench>>, streamId = SHOP.id) =>
  (await db.query('select body from events where stream_id = ? order by sequence', [streamId])).map(
    ([body]) => JSON.parse(String(body)),
  );

test('every destination gets the link and the type, none the bytes, whatever its webhook says', async () => {
  const stored: MessageMedia[] = [];
  const mediaLinks: MediaLinks = {
    async store(media) {
      stored.push(media);
      return LINK;
    },
  };
  const bench = await engineBench({ mediaLinks });
  bench.targets.set('webhook', { ...target(), base64: true });
  bench.targets.set('global-webhook', { ...target(), base64: false });
  await bench.engine.start();
  await bench.engine.publish(SHOP, [picture('P')]);
  await until('both are sent', () => bench.channel.sent.length === 2);
  const [first, second] = bench.channel.sent.map(({ outgoing }) => outgoing.body);
  expect(first).toBe(second);
  expect(JSON.parse(first!).data.Message).toEqual({
    conversation: 'P',
    ...LINK,
    mimetype: 'image/png',
  });
  expect(stored).toEqual([
    {
      streamId: SHOP.id,
      messageId: 'P',
      bytes: new Uint8Array([1, 2, 3]),
      mimetype: 'image/png',
    },
  ]);
  expect(await bench.db.query('select count(*) from media', [])).toEqual([[0]]);
  await bench.engine.stop(0);
});

test('media that could not be stored leaves its reason, and the event goes', async () => {
  const bench = await engineBench({ mediaLinks: atOnce({ mediaError: 'no' }) });
  await bench.engine.publish(SHOP, [picture('P')]);
  expect((await bodies(bench))[0].data.Message).toEqual({ conversation: 'P', mediaError: 'no' });
});

test('media that could not be fetched leaves its reason, and nothing is uploaded', async () => {
  const links = heldLinks();
  const bench = await engineBench({ mediaLinks: links });
  const event = picture('P');
  await bench.engine.publish(SHOP, [
    { ...event, media: { error: 'the media is gone' } } as CatalogEvent,
  ]);
  expect(links.stored).toEqual([]);
  expect((await bodies(bench))[0].data.Message.mediaError).toBe('the media is gone');
});

test('with WEBHOOK_FILES off nothing is uploaded and nothing carried, even to a webhook that wants base64', async () => {
  const links = heldLinks();
  const bench = await engineBench({ mediaLinks: links, mediaInBodies: false });
  bench.targets.set('webhook', { ...target(), base64: true });
  await bench.engine.publish(SHOP, [picture('P')]);
  expect(links.stored).toEqual([]);
  expect((await bodies(bench))[0].data.Message).toEqual({ conversation: 'P' });
  expect(await bench.db.query('select count(*) from media', [])).toEqual([[0]]);
});

test('events keep the order of their calls although uploads end in another, side by side', async () => {
  const links = heldLinks();
  const bench = await engineBench({ mediaLinks: links });
  const publishes = [
    bench.engine.publish(SHOP, [message('a', '1')]),
    bench.engine.publish(SHOP, [picture('2'), message('b', '3'), picture('4', 'b')]),
    bench.engine.publish(SHOP, [connected, message('a', '5')]),
    bench.engine.publish(SHOP, [picture('6')]),
    bench.engine.publish(SHOP, [message('c', '7')]),
  ];
  await publishes[0];
  await until('all uploads run', () => links.stored.length === 3);
  for (const { end } of links.stored.toReversed()) {
    expect(await bodies(bench)).toHaveLength(1);
    end(LINK);
    await bench.clock.advance(0);
  }
  await Promise.all(publishes);
  const all = await bodies(bench);
  expect(all.map(({ data }) => data.Info?.ID ?? 'connected')).toEqual([
    ...['1', '2', '3', '4', 'connected', '5', '6', '7'],
  ]);
  expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('an upload of one instance holds up no other, and none that came before it', async () => {
  const links = heldLinks();
  const bench = await engineBench({ mediaLinks: links });
  const waiting = bench.engine.publish(SHOP, [picture('P')]);
  await bench.engine.publish(CAFE, [message('a')]);
  expect(await bodies(bench, CAFE.id)).toHaveLength(1);
  links.stored[0]!.end(LINK);
  await waiting;
});

test('an event that cannot be written is refused alone: those behind it go on', async () => {
  const links = heldLinks();
  const bench = await engineBench({ mediaLinks: links });
  const event = picture('P');
  const poison = { ...event, data: { ...event.data, serial: 1n } } as unknown as CatalogEvent;
  const refused = bench.engine.publish(SHOP, [poison]);
  const next = bench.engine.publish(SHOP, [message('a', 'next')]);
  links.stored[0]!.end(LINK);
  expect(refused).rejects.toThrow();
  await next;
  expect((await bodies(bench)).map(({ sequence }) => sequence)).toEqual([1]);
});
