/** Reads the environment once into frozen values. */
import { join } from 'node:path';
import { readBroker, variableOf } from '../channels/broker.ts';
import { BROKERS } from '../channels/brokers.ts';
import { isReservedKey, PORTAL_PREFIX } from '../shared/chosen-keys.ts';
import { databasePath, fileUrl } from '../shared/database-url.ts';
import type { AllowedNetworks } from '../shared/variables/addresses.ts';
import type { CurrentAndFormer, Variable } from '../shared/variables/kinds.ts';
import type { Environment } from './environment.ts';
import { partlySetLines } from './storage-variables.ts';
import { FIELDS, type Settings, VARIABLES } from './variables.ts';
import { idleLine, missingLine, unreadLines, weakLine, wrongLine } from './wording.ts';

export type { Settings } from './variables.ts';

/** The settings with their secrets resolved. */
export interface Config extends Settings {
  readonly globalApiKeys: CurrentAndFormer<string>;
  readonly encryptionKeys: CurrentAndFormer<string>;
}

/** Returns why a URL may not be called under `allow`, or null, as the network guard judges address literals. */
export type RefusesUrl = (url: URL, allow: AllowedNetworks) => string | null;

type Reading =
  | { readonly settings: Settings; readonly warnings: readonly string[] }
  /** One line for each variable that is wrong or missing, for the operator. */
  | { readonly faults: readonly string[] };

/**
 * Reads every variable and reports all that are wrong at once. An empty or blank value counts as unset; blanks around a
 * value are ignored.
 */
export function readSettings(environment: Environment, refusesUrl: RefusesUrl): Reading {
  const mode = {
    isProduction: textOf(environment, VARIABLES.environment) === 'production',
    isStrict: textOf(environment, VARIABLES.tenantLimits) === 'strict',
  };
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const field of FIELDS) {
    const variable: Variable<unknown> = VARIABLES[field];
    const read = readOne(variable, textOf(environment, variable), mode);
    if ('fault' in read) faults.push(read.fault);
    else values[field] = read.value;
  }
  // A DATA_DIR that is wrong has no value.
  if (textOf(environment, VARIABLES.databaseUrl) === '' && typeof values.dataDir === 'string')
    values.databaseUrl = fileUrl(join(values.dataDir, 'gatehouse.db'));
  faults.push(
    ...refusedAddresses(values, refusesUrl),
    ...partlySetLines(values),
    ...reservedKeyFaults(values),
    ...shortKeyFaults(values),
    ...needlessNodeUrl(values),
    ...hiddenKeys(values),
  );
  if (faults.length > 0) return { faults };
  // Without faults, every field of the table was read by its own kind.
  const settings = Object.freeze(values) as unknown as Settings;
  const unread = unreadLines(environment);
  return {
    settings,
    warnings: [unread, idle(settings), shortKeyWarnings(settings)].flat(),
  };
}

const textOf = (environment: Environment, variable: { readonly name: string }): string =>
  (environment[variable.name] ?? '').trim();

/** The facts that determine the defaults of variables. */
interface DefaultsMode {
  readonly isProduction: boolean;
  readonly isStrict: boolean;
}

function readOne(
  variable: Variable<unknown>,
  text: string,
  { isProduction, isStrict }: DefaultsMode,
): { readonly value: unknown } | { readonly fault: string } {
  if (text !== '') {
    const value = variable.kind.read(text);
    if (value !== undefined) return { value };
    return { fault: wrongLine(variable, text, variable.kind.problem?.(text)) };
  }
  if (isStrict && variable.unsetIfStrict !== undefined) return { value: variable.unsetIfStrict };
  if (!isProduction) return { value: variable.unset };
  if (variable.requiredInProduction) return { fault: missingLine(variable) };
  return { value: variable.unsetInProduction ?? variable.unset };
}

/** Names settings that are switched on and have no effect. */
const idle = (settings: Settings): string[] =>
  BROKERS.flatMap((broker) => {
    const { url, isGlobal } = readBroker(broker, settings);
    if (url !== null || !isGlobal) return [];
    return [idleLine(variableOf(broker, 'GlobalEnabled'), variableOf(broker, 'Url'))];
  });

/** An operator who sets it expects several nodes, but would have several independent services. */
function needlessNodeUrl({ nodeUrl, databaseUrl }: Partial<Settings>): string[] {
  if (!nodeUrl || databaseUrl === undefined || databasePath(databaseUrl) === null) return [];
  const repair = `${VARIABLES.databaseUrl.name} is a file, which one process has to itself; several nodes need a libSQL server`;
  return [wrongLine(VARIABLES.nodeUrl, nodeUrl, repair)];
}

/** A format whose bodies consist of keys, where none may be shown. */
function hiddenKeys({ webhookFormat, evolutionShowKeys }: Partial<Settings>): string[] {
  if (webhookFormat !== 'evolution-go' || evolutionShowKeys !== false) return [];
  const repair = `its bodies carry the keys of instances, so it needs ${VARIABLES.evolutionShowKeys.name}=true`;
  return [wrongLine(VARIABLES.webhookFormat, webhookFormat, repair)];
}

/** Lists forbidden addresses that requests would go to; nothing while a variable is wrong by itself. */
function refusedAddresses(values: Partial<Settings>, refusesUrl: RefusesUrl): string[] {
  const { webhookAllowNetworks: allow } = values;
  if (allow === undefined) return [];
  return (['webhookUrl', 'metaGraphUrl'] as const).flatMap((field) => {
    const url = values[field];
    const reason = url ? refusesUrl(new URL(url), allow) : null;
    const repair = `${reason}; see ${VARIABLES.webhookAllowNetworks.name}`;
    return !url || reason === null ? [] : [wrongLine(VARIABLES[field], url, repair)];
  });
}

// Rules for the credentials that operators choose: their form, and their length with NODE_ENV=production, where anyone
// may reach the service. Credentials that the service generates are longer.

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
