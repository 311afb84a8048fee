/** The modules, and what an installation may leave out of them. */
import type { Settings } from './core/config/config.ts';
import type { Environment } from './core/config/environment.ts';
import { VARIABLES } from './core/config/variables.ts';
import { channelOf, isOfAccount } from './core/events/contract/endpoint.ts';
import type { Check } from './core/process/checks.ts';
import { StartRefused } from './core/process/refusal.ts';
import { didYouMean } from './core/shared/nearest.ts';
import type { Module, ModuleParts } from './module.ts';
import { AMQP } from './modules/amqp/module.ts';
import { CLUSTER } from './modules/cluster/module.ts';
import { CRM } from './modules/crm/module.ts';
import { DOCS } from './modules/docs/module.ts';
import { ECHO } from './modules/echo/module.ts';
import { EVOLUTION } from './modules/evolution/module.ts';
import { EVOLUTION_GO } from './modules/evolution-go/module.ts';
import { GATEWAY } from './modules/gateway/module.ts';
import { GRAPH } from './modules/graph/module.ts';
import { MANAGER } from './modules/manager/module.ts';
import { MCP } from './modules/mcp/module.ts';
import { NATS } from './modules/nats/module.ts';
import { PASSKEY } from './modules/passkey/module.ts';
import { PORTAL } from './modules/portal/module.ts';
import { PROVIDER_WEBHOOK } from './modules/provider-webhook/module.ts';
import { SANDBOX } from './modules/sandbox/module.ts';
import { SOCKET_IO } from './modules/socket-io/module.ts';
import { STORAGE } from './modules/storage/module.ts';
import { TEMPLATES } from './modules/templates/module.ts';
import { TRACING } from './modules/tracing/module.ts';
import { WHATSAPP } from './modules/whatsapp/module.ts';
import { WHATSAPP_CLOUD } from './modules/whatsapp-cloud/module.ts';

/** In the order in which they are added to the service. */
export const MODULES: readonly Module[] = [
  GATEWAY,
  CLUSTER,
  TRACING,
  AMQP,
  NATS,
  STORAGE,
  SANDBOX,
  WHATSAPP,
  WHATSAPP_CLOUD,
  PROVIDER_WEBHOOK,
  PASSKEY,
  TEMPLATES,
  CRM,
  MANAGER,
  PORTAL,
  EVOLUTION_GO,
  EVOLUTION,
  GRAPH,
  ECHO,
  DOCS,
  SOCKET_IO,
  MCP,
];

/** The names of those that may be left out. */
export const LEAVABLE: readonly string[] = MODULES.filter(({ isRequired }) => !isRequired).map(
  ({ name }) => name,
);

const VARIABLE = VARIABLES.without.name;
const DEFAULT = VARIABLES.defaultProvider.name;

/** Returns the modules that are left out: those that the variable names, and those that cannot be without them. */
export function leftOut({ without }: Pick<Settings, 'without'>): string[] {
  const left = new Set(without);
  for (let size = 0; size !== left.size; ) {
    size = left.size;
    for (const { name, needs } of MODULES) if (needs.some((one) => left.has(one))) left.add(name);
  }
  return [...left];
}

/**
 * Returns the modules that are used and not left out. Throws StartRefused for a name that no module has, and for a module
 * that the settings need or that is the provider of new instances.
 */
export function chooseModules(settings: Settings): Module[] {
  const { without, defaultProvider } = settings;
  const unknown = without.filter((name) => !LEAVABLE.includes(name)).map(unknownLine);
  if (unknown.length > 0) throw new StartRefused(unknown.join('\n'));
  const left = leftOut(settings);
  const isLeft = ({ name }: Module) => left.includes(name);
  const used = MODULES.filter(({ isUsed }) => isUsed?.(settings) ?? true);
  const faults = used.filter(isLeft).flatMap(indispensableLine);
  if (left.includes(defaultProvider)) faults.push(defaultLine(defaultProvider));
  if (faults.length > 0) throw new StartRefused(faults.join('\n'));
  return used.filter((module) => !isLeft(module));
}

const indispensableLine = ({ name, whyNeeded }: Module): string[] =>
  whyNeeded === undefined ? [] : [`${VARIABLE} leaves out ${name}, but ${whyNeeded}`];

function unknownLine(unknown: string): string {
  const hint = didYouMean(unknown, LEAVABLE) ?? `it accepts ${LEAVABLE.join(', ')}`;
  return `${VARIABLE} names ${JSON.stringify(unknown)}, which cannot be left out: ${hint}`;
}

const defaultLine = (left: string): string =>
  `${VARIABLE} leaves out ${left}, which is the provider of new instances: set ${DEFAULT} to another`;

/** Loads what `gatehouse doctor` checks of the modules that are not left out. */
export async function checksOf(settings: Pick<Settings, 'without'>): Promise<readonly Check[]> {
  const left = leftOut(settings);
  const kept = MODULES.filter(({ name }) => !left.includes(name));
  return (await Promise.all(kept.map((module) => module.checks?.() ?? []))).flat();
}

/**
 * Returns a line for each name that is there twice, for each module that is left out because it needs another one, and
 * for each variable that only a left-out module reads.
 */
export const linesLeftOut = (
  environment: Environment,
  settings: Pick<Settings, 'without'>,
): string[] => [
  ...namedTwice(environment).map((name) => `${VARIABLE} names ${name} twice`),
  ...dependentsLeftOut(settings),
  ...variablesLeftOut(environment, settings),
];

function dependentsLeftOut(settings: Pick<Settings, 'without'>): string[] {
  const left = leftOut(settings);
  return MODULES.filter(({ name }) => left.includes(name) && !settings.without.includes(name)).map(
    ({ name, needs }) =>
      `${VARIABLE} leaves out ${name} too, which needs ${needs.filter((one) => left.includes(one)).join(' and ')}`,
  );
}

function namedTwice(environment: Environment): string[] {
  const names = (environment[VARIABLE] ?? '').split(',').map((name) => name.trim());
  const isSecond = (name: string, at: number) => name !== '' && names.indexOf(name) < at;
  return [...new Set(names.filter(isSecond))];
}

function variablesLeftOut(environment: Environment, settings: Pick<Settings, 'without'>): string[] {
  const left = leftOut(settings);
  return MODULES.filter(({ name }) => left.includes(name)).flatMap(({ name, variables }) =>
    variables
      .filter((variable) => (environment[variable] ?? '').trim() !== '')
      .map((variable) => `${variable} has no effect: ${VARIABLE} leaves out ${name}`),
  );
}

const SENDERS = new Map(MODULES.map(({ name, endpoints }) => [endpoints ?? name, name]));

/** Returns the module without which nothing is sent to an endpoint; for webhooks of instances none that can be left out. */
export function moduleOf(endpoint: string): string {
  const kind = isOfAccount(endpoint) ? 'account' : channelOf(endpoint);
  return SENDERS.get(kind) ?? kind;
}

/** Returns what the first module makes that makes it, or null. */
export function firstOf<T>(
  modules: readonly ModuleParts[],
  make: (module: ModuleParts) => T | null | undefined,
): T | null {
  for (const module of modules) {
    const made = make(module) ?? null;
    if (made !== null) return made;
  }
  return null;
}
