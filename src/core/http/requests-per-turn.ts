/**
 * Limits how many requests begin in one turn of the event loop, so that a client which sends thousands at once does not
 * keep others waiting. Bun hands over all requests that one read of a connection holds, perhaps ten thousand, and
 * answers each that need not wait before it reads from another connection. Once an answer has to wait, Bun closes a
 * connection on which another request follows; clients that wait for each answer never notice.
 */

/** The cheapest take about 10 ms together. */
const REQUESTS_PER_TURN = 64;

/** Call the returned function for each request: it returns what to wait for first, or null. */
export function createTurnLimit(): () => Promise<void> | null {
  /** Counts since the last wait, also when turns have passed since. */
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
