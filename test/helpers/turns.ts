import { yieldToEventLoop } from '../../src/core/shared/clock.ts';

/** What `work` comes to, and how many turns of the event loop it takes. */
export async function turnsOf<T>(work: Promise<T>): Promise<readonly [T, number]> {
  let [turns, isOver] = [0, false];
  const done = work.finally(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await yieldToEventLoop();
  return [await done, turns];
}
