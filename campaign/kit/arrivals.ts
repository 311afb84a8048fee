/** Events as they come to a receiver: which are repeats, and which came first after a later one of their chat. */
export interface Arrivals {
  /**
   * Notes one; false when it was there before. `isRetry`: its first attempt went elsewhere or was refused, so that
   * it may come late.
   */
  add(id: string, chat: string, sequence: number, isRetry?: boolean): boolean;
  has(id: string): boolean;
  /** Events, each once. */
  count(): number;
  repeats(): number;
  outOfOrder(): number;
}

export function createArrivals(): Arrivals {
  const seen = new Set<string>();
  const lastOfChat = new Map<string, number>();
  let repeats = 0;
  let outOfOrder = 0;
  return {
    add(id, chat, sequence, isRetry = false) {
      if (seen.has(id)) {
        repeats++;
        return false;
      }
      seen.add(id);
      const last = lastOfChat.get(chat) ?? 0;
      if (sequence < last && !isRetry) outOfOrder++;
      lastOfChat.set(chat, Math.max(last, sequence));
      return true;
    },
    has: (id) => seen.has(id),
    count: () => seen.size,
    repeats: () => repeats,
    outOfOrder: () => outOfOrder,
  };
}
