/** Files on their way to somebody who takes them at a pace of their own. */
import { expect, test } from 'bun:test';
import { FileFlow } from '../../../src/core/providers/message-files.ts';
import { yieldToEventLoop } from '../../../src/core/shared/clock.ts';
import { wholeFile } from '../../helpers/whole-file.ts';

const MIB = 1024 * 1024;
const NEVER = new AbortController().signal;
const chunk = (fill: number) => new Uint8Array(MIB / 4).fill(fill);

/** Writes chunks until no more are wanted; says how many were taken so far. */
function writing(flow: FileFlow, count: number, signal = NEVER) {
  const sink = flow.sink(signal);
  const state = { taken: 0, isWhole: null as boolean | null };
  const all = (async () => {
    while (state.taken < count && (await sink.write(chunk(state.taken)))) state.taken++;
    state.isWhole = await sink.finish();
    if (state.isWhole) flow.end(null);
  })();
  return { sink, state, all };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await yieldToEventLoop();
};

test('a file comes whole, and no more of it than 1 MiB before it is taken', async () => {
  const flow = new FileFlow();
  const { state, all } = writing(flow, 40);
  const content = await flow.content();
  await settled();
  expect(state.taken).toBe(4);
  let index = 0;
  for await (const piece of content) {
    expect([piece.byteLength, piece[0]]).toEqual([MIB / 4, index]);
    await settled();
    expect(state.taken).toBeLessThanOrEqual(index + 6);
    index++;
  }
  await all;
  expect([index, state.isWhole]).toEqual([40, true]);
});

test('a small file is handed on once all of it has come, with the reason where it does not', async () => {
  const whole = new FileFlow();
  const sink = whole.sink(NEVER);
  expect(await sink.write(chunk(1))).toBe(true);
  expect(await sink.finish()).toBe(true);
  whole.end(null);
  expect((await wholeFile(await whole.content())).byteLength).toBe(MIB / 4);
  const broken = new FileFlow();
  await broken.sink(NEVER).write(chunk(1));
  broken.end(new Error('it was altered'));
  await expect(broken.content()).rejects.toThrow('it was altered');
});

test('another server takes over until something was handed on, and none does afterwards', async () => {
  const flow = new FileFlow();
  const first = flow.sink(NEVER);
  await first.write(chunk(7));
  await first.abandon();
  const second = writing(flow, 6);
  const content = await flow.content();
  const reader = content[Symbol.asyncIterator]();
  expect((await reader.next()).value?.[0]).toBe(0);
  await second.sink.abandon();
  const third = flow.sink(NEVER);
  expect([await third.write(chunk(0)), await third.finish()]).toEqual([false, false]);
  await reader.return?.();
  await second.all;
});

test('what fails after something was handed on is thrown while it is read', async () => {
  const flow = new FileFlow();
  const sink = flow.sink(NEVER);
  for (let index = 0; index < 5; index++) void sink.write(chunk(index));
  const content = await flow.content();
  flow.end(new Error('it was altered'));
  await expect(wholeFile(content)).rejects.toThrow('it was altered');
});

test('nothing more is taken once the reader has gone, or the time is over', async () => {
  const left = new FileFlow();
  const leaving = writing(left, 40);
  for await (const _ of await left.content()) break;
  await leaving.all;
  expect(leaving.state.isWhole).toBe(false);
  const time = new AbortController();
  const late = new FileFlow();
  const coming = writing(late, 40, time.signal);
  await late.content();
  await settled();
  time.abort();
  await coming.all;
  expect(coming.state).toEqual({ taken: 4, isWhole: false });
});
