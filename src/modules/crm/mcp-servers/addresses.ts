/**
 * The URLs in an MCP server's `config_json`, at any depth. They may hold tokens, so only callers who may change the
 * server see them whole. Its secrets are elsewhere (`secrets.ts`).
 */
import { MASK, maskUrl, unmaskUrl } from '../../../core/shared/mask-url.ts';
import { unprocessableFields } from '../failures.ts';
import type { JsonFields } from '../fields.ts';

/** Returns a copy in which credentials and query values of every text that is a URL are masked. */
export const maskAddresses = (config: JsonFields): JsonFields =>
  mapFields(config, (value) => masked(value));

/**
 * Returns a copy in which a masked URL is the one that `stored` has in the same place. Throws 422 for a URL that is masked
 * in any other way.
 */
export const unmaskAddresses = (config: JsonFields, stored: JsonFields): JsonFields =>
  mapFields(config, (value, name) =>
    unmasked(value, ownField(stored, name), `config_json.${name}`),
  );

/** The recursion is bounded, since the levels of bodies are. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return hasHost(value) ? maskedText(value) : value;
  if (Array.isArray(value)) return value.map(masked);
  return isObject(value) ? maskAddresses(value) : value;
}

function unmasked(value: unknown, stored: unknown, field: string): unknown {
  if (typeof value === 'string') return unmaskedText(value, stored, field);
  if (Array.isArray(value))
    return value.map((item, at) =>
      unmasked(item, Array.isArray(stored) ? stored[at] : undefined, `${field}.${at}`),
    );
  if (!isObject(value)) return value;
  const before = isObject(stored) ? stored : {};
  return mapFields(value, (inner, name) =>
    unmasked(inner, ownField(before, name), `${field}.${name}`),
  );
}

function unmaskedText(text: string, stored: unknown, field: string): string {
  if (!text.includes(MASK) || !hasHost(text)) return text;
  const found = unmaskUrl(text, typeof stored === 'string' && hasHost(stored) ? stored : '');
  if ('problem' in found) throw unprocessableFields([{ field, ...found.problem }]);
  return found.url;
}

/** Returns the text unchanged if it has nothing to mask. */
function maskedText(text: string): string {
  const shown = maskUrl(text);
  return shown.includes(MASK) ? shown : text;
}

const hasHost = (text: string): boolean => text.includes('://') && Boolean(URL.parse(text)?.host);

const mapFields = (
  fields: JsonFields,
  change: (value: unknown, name: string) => unknown,
): JsonFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));

export const isObject = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an own field; names come from outside, so inherited ones do not count. */
export const ownField = (fields: JsonFields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;
