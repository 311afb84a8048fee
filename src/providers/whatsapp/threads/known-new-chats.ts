/** Knows in a thread of sessions whether its instance may open new chats, so that few messages ask the main thread. */
import { lockEnd, type NewChatLimit, type NewChats } from '../../../messages/new-chats.ts';

/** Only the instance's session learns of a limit, so what it has asked or learned once stays true. */
export function knownNewChats(remote: NewChats): NewChats {
  let known: NewChatLimit | null = null;
  const limit = async () => {
    if (known !== null) return known;
    const asked = await remote.limit();
    // It may have been learned meanwhile.
    known ??= asked;
    return known;
  };
  const requireUnknown = async (addresses: readonly string[], nowMs: number) => {
    if (lockEnd(await limit(), nowMs) !== null) await remote.require(addresses, nowMs);
  };
  return {
    limit,
    async learned(limit) {
      await remote.learned(limit);
      known = limit;
    },
    require: (addresses, nowMs) =>
      known !== null && lockEnd(known, nowMs) === null
        ? undefined
        : requireUnknown(addresses, nowMs),
  };
}
