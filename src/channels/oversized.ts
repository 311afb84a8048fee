/**
 * Large events on their way to a broker. Owns: that few are in memory at once, and what is left of one that is
 * larger than the broker takes. Must never: touch an event that fits.
 */
export const LARGE_BYTES = 1024 * 1024;

/** Runs its work one after another; work whose `over` has aborted meanwhile is left undone. */
export type Turns = <T>(over: AbortSignal, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (over, work) => {
    const turn = last.then(() => {
      over.throwIfAborted();
      return work();
    });
    last = turn.catch(() => {});
    return turn;
  };
}

interface WithMedia {
  data?: { Message?: { base64?: unknown; mediaError?: string } };
}

/** The body without its media bytes, saying why, or null when it has none to leave out. */
export function withoutMedia(body: string, bytesMax: number): string | null {
  const event: WithMedia = JSON.parse(body);
  const content = event.data?.Message;
  if (content?.base64 === undefined) return null;
  delete content.base64;
  content.mediaError = `the event has ${Buffer.byteLength(body)} bytes, more than the ${bytesMax} its broker takes`;
  return JSON.stringify(event);
}
