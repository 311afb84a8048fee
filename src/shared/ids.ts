/** UUID v7 sorts by time, so rows and indexes grow at one end. */
export const newId = (): string => Bun.randomUUIDv7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** No id that is made at `ms`, ms since 1970, or later sorts before it. */
export function firstIdAt(ms: number): string {
  const digits = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** When an id was made, in ms since 1970. */
export const timeOfId = (id: string): number =>
  Number.parseInt(id.replace('-', '').slice(0, 12), 16);
