import { type Signal, signal } from '@preact/signals';

const REMEMBERED_MAX = 1_000;

/** The latest values by address or id. */
export type LatestValues<T> = Signal<ReadonlyMap<string, T>>;

export const latestValues = <T>(): LatestValues<T> => signal(new Map());

/** Keeps the latest values of a map. Undefined leaves what is known; null takes it away. */
export function remember<T>(
  map: LatestValues<T>,
  news: readonly (readonly [key: string, value: T | null | undefined])[],
): void {
  const changes = news.filter(
    ([key, value]) =>
      value !== undefined && (value === null ? map.value.has(key) : map.value.get(key) !== value),
  );
  if (changes.length === 0) return;
  const next = new Map(map.value);
  for (const [key, value] of changes) {
    next.delete(key);
    if (value !== null && value !== undefined) next.set(key, value);
  }
  map.value = new Map([...next].slice(-REMEMBERED_MAX));
}
