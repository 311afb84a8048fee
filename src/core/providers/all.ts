/** The providers that an instance can have, each declared in a folder of its own. */

import { SANDBOX } from '../../modules/sandbox/declaration.ts';
import { WHATSAPP } from '../../modules/whatsapp/declaration.ts';
import { WHATSAPP_CLOUD } from '../../modules/whatsapp-cloud/declaration.ts';
import type { Intersection } from '../shared/variables/kinds.ts';
import type { ProviderDeclaration, ProviderDeps } from './declaration.ts';
import type { Provider } from './provider.ts';

const DECLARED = [SANDBOX, WHATSAPP, WHATSAPP_CLOUD] as const;
// The cast: each declaration reads the settings that its own `create` takes.
const PROVIDERS = DECLARED as unknown as readonly ProviderDeclaration[];

export const PROVIDER_NAMES: readonly string[] = PROVIDERS.map(({ name }) => name);

/** The variables of all providers. */
// The cast: `assign` does not know that the list holds one of each.
export const PROVIDER_VARIABLES = Object.assign(
  {},
  ...DECLARED.map(({ variables }) => variables),
) as Intersection<(typeof DECLARED)[number]['variables']>;

/** Tells whether people on this provider's platform see lists and buttons as such. */
export const showsChoices = (provider: string): boolean =>
  PROVIDERS.some((one) => one.name === provider && one.showsChoices);

/** Tells whether lists and buttons can be tried in the form of paired phones. */
export const triesChoices = (provider: string): boolean =>
  PROVIDERS.some((one) => one.name === provider && one.triesChoices);

/** Tells whether people on this provider's platform see forms (flows) as such. */
export const showsForms = (provider: string): boolean =>
  PROVIDERS.some((one) => one.name === provider && one.showsForms);

/** Tells whether people on this provider's platform see templates as such. */
export const showsTemplates = (provider: string): boolean =>
  PROVIDERS.some((one) => one.name === provider && one.showsTemplates);

/** Returns the providers by name. `settings` are the values of `PROVIDER_VARIABLES`. */
export const createProviders = (
  settings: object,
  deps: ProviderDeps,
): ReadonlyMap<string, Provider> =>
  new Map(PROVIDERS.map(({ name, create }) => [name, create(settings, deps)]));
