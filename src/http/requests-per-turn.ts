/**
 * How many requests are begun in one turn of the event loop, so that a client which sends thousands at once without
 * waiting for answers does not keep others waiting. Bun hands over all that one read of a connection holds, ten thousand
 * requests perhaps, and answers each that needs no waiting before it reads from another connection. Once an answer has
 * to wait, Bun closes a connection on which another request follows; clients that wait for each answer never see that.
 */

/** About 10 ms of the cheapest ones. */
const REQUESTS_PER_TURN = 64;

/** To be asked for each request: null, or what to wait for first, since there have been enough in this turn. */
export function createTurnLimit(): () => Promise<void> | null {
  /** Since the last wait: whether turns have passed meanwhile is not worth asking. */
  let begun = 0;
  let nextTurn: Promise<void> | null = null;
  return () => {
    begun++;
    if (begun < REQUESTS_PER_TURN) return null;
    nextTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        begun = 0;
        nextTurn = null;
        resolve();
      });
    });
    return nextTurn;
  };
}
