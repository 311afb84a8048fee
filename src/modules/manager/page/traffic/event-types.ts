import { EVENT_CATEGORIES, OLDER_NAMES } from '../words.ts';

export const EVENT_TYPES: readonly string[] = Object.values(EVENT_CATEGORIES).flat();

const GROUPS: Readonly<Record<string, readonly string[]>> = { ...EVENT_CATEGORIES, ...OLDER_NAMES };

/** `names` are as the service has them: ALL, categories, types, and names of older systems. */
export const typesOf = (names: readonly string[]): readonly string[] =>
  names.includes('ALL') ? EVENT_TYPES : names.flatMap((name) => GROUPS[name] ?? [name]);
