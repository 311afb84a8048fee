/**
 * Rules for the credentials that operators choose: their form, and their length with NODE_ENV=production, where anyone
 * may reach the service. Credentials that the service generates are longer.
 */
import { isReservedKey, PORTAL_PREFIX } from '../shared/chosen-keys.ts';
import type { Variable } from '../shared/variables/kinds.ts';
import { type Settings, VARIABLES } from './variables.ts';
import { weakLine, wrongLine } from './wording.ts';

const CHARACTERS_MIN = 8;
const CHARACTERS_ADVISED = 32;

/** One line for each that is too short to be used. */
export const shortKeyFaults = (values: Partial<Settings>): string[] =>
  keysShorterThan(CHARACTERS_MIN, values).map(([variable, key]) =>
    wrongLine(variable, key, `in production it needs ${CHARACTERS_MIN} characters or more`),
  );

/** One line for each that would be taken for another kind of credential. */
export const reservedKeyFaults = ({ globalApiKeys = null }: Partial<Settings>): string[] =>
  (globalApiKeys ?? [])
    .filter(isReservedKey)
    .map((key) =>
      wrongLine(VARIABLES.globalApiKeys, key, `it must not begin with ${PORTAL_PREFIX}`),
    );

/** One line for each variable with one that is short enough to be guessed in time. */
export function shortKeyWarnings(settings: Settings): string[] {
  const short = keysShorterThan(CHARACTERS_ADVISED, settings);
  return [...new Set(short.map(([variable]) => weakLine(variable, CHARACTERS_ADVISED)))];
}

/** A variable may hold one key or several. */
function keysShorterThan(length: number, values: Partial<Settings>): [Variable<unknown>, string][] {
  if (values.environment !== 'production') return [];
  return (['globalApiKeys', 'bootstrapAccessToken'] as const).flatMap((field) =>
    [values[field] ?? []]
      .flat()
      .filter((key) => key.length < length)
      .map((key): [Variable<unknown>, string] => [VARIABLES[field], key]),
  );
}
