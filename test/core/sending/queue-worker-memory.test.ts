/** The memory that files take which waited to be sent. */
import { expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import { BIA, stage } from './queue-setup.ts';

const KIB = 1024;
const FILES = 6;
const numberOf = (index: number) => `551191111000${index}`;

/** Files of 100 KiB to six people that come due together, where two have room; `held` are those being sent. */
async function dueFiles() {
  const staged = await stage({ mediaBytes: 450 * KIB });
  const { g, post, soon } = staged;
  const { sendMedia } = g.provider.script;
  const held: PromiseWithResolvers<void>[] = [];
  g.provider.script.sendMedia = async (session, media) => {
    const end = Promise.withResolvers<void>();
    held.push(end);
    await end.promise;
    return sendMedia(session, media);
  };
  const scheduleAt = soon(1_000);
  const media = Buffer.alloc(100 * KIB, 7).toString('base64');
  for (let index = 0; index < FILES; index++) {
    const body = { number: numberOf(index), mediatype: 'document', media, scheduleAt };
    expect((await post('sendMedia', body)).status).toBe(201);
  }
  await g.clock.advance(1_000);
  await until('two are being sent', () => held.length === 2);
  return { ...staged, held };
}

test('files that come due together are in memory only as far as there is room, and all are sent', async () => {
  const { g, held, gone, left } = await dueFiles();
  for (let sent = 0; sent < FILES; sent++) {
    await until('the next is being sent', () => held.length > sent);
    expect(held.length).toBeLessThanOrEqual(sent + 2);
    held[sent]?.resolve();
    await gone(sent + 1);
    await g.clock.advance(1_000);
  }
  expect(new Set(left.map(({ number }) => number)).size).toBe(FILES);
});

test('a file that ends unsent is not read, and its status repeats what its caller gave', async () => {
  const { g, post, soon, statusOf } = await stage();
  const { body } = await post('sendMedia', {
    number: BIA,
    mediatype: 'document',
    media: 'aGVsbG8=',
    callbackData: 'order-17',
    scheduleAt: soon(1_000),
  });
  const { contentOf } = g.queued;
  const files: unknown[] = [];
  g.queued.contentOf = async function (...asked) {
    const content = await contentOf.call(this, ...asked);
    files.push(content?.file);
    return content;
  };
  await g.provider.of('shop').host.enter('reconnecting', 'connection lost');
  await g.clock.advance(24 * 3_600_000 + 2_000);
  await until('it has ended', async () => (await statusOf(body.key.id)).status === 'Error');
  expect(files).toEqual([null]);
  expect((await statusOf(body.key.id)).callbackData).toBe('order-17');
});

test('a file that finds no room within 10 seconds is tried again, and a text waits for none', async () => {
  const { g, held, say, texts, get, gone } = await dueFiles();
  await g.clock.advance(10_000);
  const reasons = async () => {
    const { messages } = (await get('/message/scheduled/shop')).body;
    return messages.map(({ reason }: { reason: string }) => reason);
  };
  await until('four wait', async () =>
    (await reasons()).slice(2).every((reason: string) => reason.includes('media')),
  );
  expect((await say(BIA, 'hello', { delay: 1 })).status).toBe(201);
  await g.clock.advance(1);
  await gone(1);
  expect(texts()).toEqual(['hello']);
  await until('all were sent', async () => {
    for (const one of held) one.resolve();
    await g.clock.advance(1_000);
    return texts().length === FILES + 1;
  });
});
