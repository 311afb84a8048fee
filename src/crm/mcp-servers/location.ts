/** Where an MCP server is, which is what its secrets are handed to. */
import type { JsonFields } from '../fields.ts';

/** Fields of `config_json` that say by themselves what is called or started. */
const PLACE_FIELDS = ['host', 'port', 'command', 'args'] as const;
/** What cannot be part of the beginning of a URL, which is all that is looked for. */
const SEPARATORS = /[\s"'`<>=,;()]+/;

/**
 * True when `after` leads anywhere that `before` did not: to another origin (scheme, host, port) of a URL in
 * any text, or another value of PLACE_FIELDS. Both without their secrets. To lead to less is no move.
 */
export function leadsElsewhere(before: JsonFields, after: JsonFields): boolean {
  const known = placesOf(before);
  return [...placesOf(after)].some((place) => !known.has(place));
}

function placesOf(config: JsonFields): Set<string> {
  const places = new Set<string>();
  for (const field of PLACE_FIELDS) {
    if (Object.hasOwn(config, field)) places.add(`${field} ${JSON.stringify(config[field])}`);
  }
  addOrigins(config, places);
  return places;
}

/** Bodies are limited in their levels, and so is this. */
function addOrigins(value: unknown, places: Set<string>): void {
  if (typeof value === 'string') {
    for (const word of value.split(SEPARATORS))
      if (word.includes('://')) places.add(originOf(word));
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) addOrigins(inner, places);
  }
}

/** What has no origin, such as a URL with a placeholder for its host, is a place of its own. */
function originOf(word: string): string {
  const origin = URL.parse(word)?.origin;
  return origin === undefined || origin === 'null' ? word : origin;
}
