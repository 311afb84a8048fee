/**
 * Protects the secrets inside an MCP server: every value under `environments`, `config_json.env` and
 * `config_json.headers`. They are sealed in the row, masked everywhere else, never opened here, and do not move with a
 * server to another address or command.
 */
import { mcpServers } from '../../../core/db/schema/crm.ts';
import { placeOf } from '../../../core/db/sealed-tables.ts';
import type { Vault } from '../../../core/shared/crypto.ts';
import { MASK, maskUrl, unmaskUrl } from '../../../core/shared/mask-url.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { unprocessable, unprocessableFields } from '../failures.ts';
import { type JsonFields, notString } from '../fields.ts';

/** Objects inside `config_json` whose values are secrets. */
const SECRET_FIELDS = ['env', 'headers'] as const;
/** Allowed names of environment variables and headers. */
const NAME = /^[\x21-\x7e]{1,255}$/;

/** This zone calls texts strings, as JSON does. */
const notStrings = { ...problem('not_object_of_texts'), message: 'must be an object of strings' };

type Texts = Readonly<Record<string, string>>;

interface SecretFields {
  readonly config_json?: JsonFields;
  readonly environments?: JsonFields;
}

/** The columns that hold secrets: JSON with each secret sealed by itself. */
interface SealedColumns {
  readonly configJson: string;
  readonly environments: string;
}

/** Throws 422 when a secret is not a text, or has a name that nothing could use. */
export function refuseUnusableSecrets({ config_json, environments }: SecretFields): void {
  if (environments) refuseUnusable('environments', environments);
  for (const field of SECRET_FIELDS) {
    const held = config_json && ownField(config_json, field);
    if (held !== undefined) refuseUnusable(`config_json.${field}`, held);
  }
}

function refuseUnusable(field: string, value: unknown): void {
  if (!isObject(value)) throw unprocessableFields([{ field, ...notStrings }]);
  for (const [name, text] of Object.entries(value)) {
    if (!NAME.test(name)) throw unprocessable(field, 'wrong_names', { max: 255 });
    if (typeof text !== 'string')
      throw unprocessableFields([{ field: `${field}.${name}`, ...notString }]);
  }
}

/**
 * Returns the columns for the server `id`, after `refuseUnusableSecrets`. The mask means the secret that `stored`
 * has in the same place, and a masked URL the stored one. Throws 422 when it has none, and when the server now leads elsewhere: stored secrets,
 * including `environments` that are not given, do not move with it.
 */
export function seal(
  id: string,
  { config_json: sentConfig, environments }: SecretFields,
  stored: SealedColumns | null,
  vault: Vault,
): Partial<SealedColumns> {
  const storedConfig = readObject(stored?.configJson);
  const storedEnvironments = readObject(stored?.environments);
  const config = sentConfig && unmaskAddresses(sentConfig, storedConfig);
  const hasMoved =
    stored !== null &&
    config !== undefined &&
    leadsElsewhere(withoutSecrets(storedConfig), withoutSecrets(config));
  if (hasMoved && !environments && Object.keys(storedEnvironments).length > 0)
    throw unprocessable('environments', 'secrets_do_not_move');
  const storedTexts = (texts: unknown): StoredTexts => ({ texts: hasMoved ? {} : texts, hasMoved });
  const { environments: inEnvironments, configJson: inConfig } = mcpServers;
  return {
    ...(environments && {
      environments: JSON.stringify(
        sealTexts('environments', environments, storedTexts(storedEnvironments), (text, name) =>
          vault.seal(text, placeOf(inEnvironments, id, name)),
        ),
      ),
    }),
    ...(config && {
      configJson: JSON.stringify(
        withSecrets(config, (texts, field) =>
          sealTexts(
            `config_json.${field}`,
            texts,
            storedTexts(ownField(storedConfig, field)),
            (text, name) => vault.seal(text, placeOf(inConfig, id, field, name)),
          ),
        ),
      ),
    }),
  };
}

/** Returns them as answers, audit rows and events show them; `isWhole`: with the tokens in URLs. */
export function maskSecrets(
  row: SealedColumns,
  isWhole: boolean,
): { config_json: JsonFields; environments: Texts } {
  const maskTexts = (texts: object) => mapTexts(texts, () => MASK);
  const config = readObject(row.configJson);
  return {
    config_json: withSecrets(isWhole ? config : maskAddresses(config), maskTexts),
    environments: maskTexts(readObject(row.environments)),
  };
}

/** Sealed texts for which masks may stand. */
interface StoredTexts {
  readonly texts: unknown;
  readonly hasMoved: boolean;
}

function sealTexts(
  field: string,
  sentValues: object,
  { texts, hasMoved }: StoredTexts,
  seal: (text: string, name: string) => string,
): Texts {
  return mapTexts(sentValues, (value, name) => {
    if (value !== MASK) return seal(String(value), name);
    const sealed = isObject(texts) ? ownField(texts, name) : undefined;
    if (sealed === undefined)
      throw unprocessable(
        `${field}.${name}`,
        hasMoved ? 'secrets_do_not_move' : 'value_not_stored',
      );
    return String(sealed);
  });
}

const withoutSecrets = (config: JsonFields): JsonFields => ({
  ...config,
  ...Object.fromEntries(SECRET_FIELDS.map((field) => [field, null])),
});

/** Returns a copy in which the objects of secrets are replaced. */
function withSecrets(
  config: JsonFields,
  replace: (texts: object, field: string) => Texts,
): JsonFields {
  const copy = { ...config };
  for (const field of SECRET_FIELDS) {
    const held = ownField(config, field);
    if (isObject(held)) copy[field] = replace(held, field);
  }
  return copy;
}

const mapTexts = (texts: object, change: (value: unknown, name: string) => string): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, change(value, name)]));

// Only this feature writes it, as an object.
const readObject = (json: string | undefined): JsonFields =>
  json === undefined ? {} : (JSON.parse(json) as JsonFields);

/** Fields of `config_json` that alone name what is called or started. */
const LOCATION_FIELDS = ['host', 'port', 'command', 'args'] as const;
/** Characters that cannot be in the beginning of a URL, which is all that is searched for. */
const SEPARATORS = /[\s"'`<>=,;()]+/;

/**
 * Tells whether `after` leads anywhere that `before` did not: to another origin (scheme, host, port) of a URL in any
 * text, or another value of LOCATION_FIELDS. Both are without their secrets. Leading to fewer places is not a move.
 */
function leadsElsewhere(before: JsonFields, after: JsonFields): boolean {
  const known = locationsOf(before);
  return [...locationsOf(after)].some((location) => !known.has(location));
}

function locationsOf(config: JsonFields): Set<string> {
  const locations = new Set<string>();
  for (const field of LOCATION_FIELDS) {
    if (Object.hasOwn(config, field)) locations.add(`${field} ${JSON.stringify(config[field])}`);
  }
  addOrigins(config, locations);
  return locations;
}

/** The recursion is bounded, since the levels of bodies are. */
function addOrigins(value: unknown, locations: Set<string>): void {
  if (typeof value === 'string') {
    for (const word of value.split(SEPARATORS))
      if (word.includes('://')) locations.add(originOf(word));
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) addOrigins(inner, locations);
  }
}

/** A word without an origin, such as a URL with a variable for its host, is a location itself. */
function originOf(word: string): string {
  const origin = URL.parse(word)?.origin;
  return origin === undefined || origin === 'null' ? word : origin;
}

/** Returns a copy in which credentials and query values of every text that is a URL are masked. */
const maskAddresses = (config: JsonFields): JsonFields =>
  mapFields(config, (value) => maskedValue(value));

/**
 * Returns a copy in which a masked URL is the one that `stored` has in the same place. Throws 422 for a URL that is masked
 * in any other way.
 */
const unmaskAddresses = (config: JsonFields, stored: JsonFields): JsonFields =>
  mapFields(config, (value, name) =>
    unmaskedValue(value, ownField(stored, name), `config_json.${name}`),
  );

/** The recursion is bounded, since the levels of bodies are. */
function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return hasHost(value) ? maskedText(value) : value;
  if (Array.isArray(value)) return value.map(maskedValue);
  return isObject(value) ? maskAddresses(value) : value;
}

function unmaskedValue(value: unknown, stored: unknown, field: string): unknown {
  if (typeof value === 'string') return unmaskedText(value, stored, field);
  if (Array.isArray(value))
    return value.map((item, at) =>
      unmaskedValue(item, Array.isArray(stored) ? stored[at] : undefined, `${field}.${at}`),
    );
  if (!isObject(value)) return value;
  const before = isObject(stored) ? stored : {};
  return mapFields(value, (inner, name) =>
    unmaskedValue(inner, ownField(before, name), `${field}.${name}`),
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

const isObject = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an own field; names come from outside, so inherited ones do not count. */
const ownField = (fields: JsonFields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;
