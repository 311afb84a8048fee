/** Returns a new UUID v7. These sort by time, so that tables and indexes grow at one end. */
export const newId = (): string => Bun.randomUUIDv7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** Returns an id that sorts before all ids created at or after `ms` (ms since 1970). */
export function firstIdAt(ms: number): string {
  const digits = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** Returns when an id was created, in ms since 1970. */
export const timeOfId = (id: string): number =>
  Number.parseInt(id.replace('-', '').slice(0, 12), 16);
