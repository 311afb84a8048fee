import { expect, test } from 'bun:test';
import { Backlog } from '../../../../src/modules/whatsapp/engine/reading-order.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';

/** Three messages that had waited, and whether they are still waited for. */
function stage() {
  const clock = manualClock();
  const backlog = new Backlog(clock);
  const ciphertexts = [1, 2, 3].map((byte) => Uint8Array.of(byte));
  for (const ciphertext of ciphertexts) backlog.add(ciphertext);
  const end = new AbortController();
  const waiting = { isOver: false };
  void backlog.idle(end.signal).then(() => {
    waiting.isOver = true;
  });
  const read = async (at: number) => {
    await backlog.reading(ciphertexts[at] ?? new Uint8Array(), async () => {});
    await clock.advance(0);
  };
  return { clock, backlog, ciphertexts, end, waiting, read };
}

test('a backlog is waited for as long as some of it is read, however long all of it takes', async () => {
  const { clock, waiting, read } = stage();
  for (const at of [0, 1]) {
    await clock.advance(29_000);
    await read(at);
  }
  await clock.advance(29_000);
  expect(waiting.isOver).toBe(false);
  await read(2);
  expect(waiting.isOver).toBe(true);
});

test('a backlog is waited for while one of its messages is being read', async () => {
  const { clock, backlog, ciphertexts, waiting } = stage();
  const { promise, resolve } = Promise.withResolvers<void>();
  const reading = backlog.reading(ciphertexts[2] ?? new Uint8Array(), () => promise);
  await clock.advance(120_000);
  expect(waiting.isOver).toBe(false);
  resolve();
  await reading;
  await clock.advance(0);
  expect(waiting.isOver).toBe(true);
});

test('a backlog of which nothing is read for half a minute is not waited for again', async () => {
  const { clock, backlog, waiting } = stage();
  await clock.advance(30_000);
  expect([waiting.isOver, backlog.isEmpty]).toEqual([true, true]);
});

test('a backlog is not waited for once the connection has ended', async () => {
  const { clock, end, waiting } = stage();
  end.abort();
  await clock.advance(0);
  expect(waiting.isOver).toBe(true);
});

/** Whether the backlog is waited for until WhatsApp has handed over all of it. */
function wholeStage() {
  const made = stage();
  const waiting = { isOver: false };
  void made.backlog.whole(made.end.signal).then(() => {
    waiting.isOver = true;
  });
  return { ...made, waiting };
}

test('a backlog of which more may follow is waited for, on the next connection too if this one ends', async () => {
  const { backlog, clock, waiting, read } = wholeStage();
  for (const at of [0, 1, 2]) await read(at);
  await clock.advance(29_000);
  backlog.begin();
  await clock.advance(0);
  await clock.advance(29_000);
  expect(waiting.isOver).toBe(false);
  backlog.handedOver();
  await clock.advance(0);
  expect(waiting.isOver).toBe(true);
});

test('what was handed over last is read before the whole backlog counts as read', async () => {
  const { backlog, clock, waiting, read } = wholeStage();
  backlog.handedOver();
  for (const at of [0, 1]) await read(at);
  await clock.advance(29_000);
  expect(waiting.isOver).toBe(false);
  await read(2);
  expect(waiting.isOver).toBe(true);
});

test('a backlog of which WhatsApp never says that it was all is waited for until no message came for half a minute', async () => {
  const { backlog, clock, end, waiting, read } = wholeStage();
  for (const at of [0, 1, 2]) await read(at);
  await clock.advance(29_999);
  expect(waiting.isOver).toBe(false);
  await clock.advance(1);
  expect(waiting.isOver).toBe(true);
  let isSecondOver = false;
  void backlog.whole(end.signal).then(() => {
    isSecondOver = true;
  });
  await clock.advance(0);
  expect(isSecondOver).toBe(true);
});
