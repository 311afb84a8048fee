/** Divides long work on many items into several turns of the event loop. */
import { yieldToEventLoop } from '../clock.ts';

/** Yields the items in order, and yields to the event loop whenever those since the last time weigh `turnWeight`. */
export async function* inTurns<T>(
  items: Iterable<T> | AsyncIterable<T>,
  turnWeight: number,
  weightOf: (item: T) => number,
): AsyncGenerator<T, void> {
  let weight = 0;
  for await (const item of items) {
    yield item;
    weight += weightOf(item);
    if (weight < turnWeight) continue;
    weight = 0;
    await yieldToEventLoop();
  }
}
