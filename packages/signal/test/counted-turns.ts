import { yieldToEventLoop } from '../src/turns.ts';

/** Returns the result of `work`, and the number of turns of the event loop that it takes. */
export async function turnsOf<T>(work: Promise<T>): Promise<readonly [T, number]> {
  let [turns, isOver] = [0, false];
  const done = work.finally(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await yieldToEventLoop();
  return [await done, turns];
}
