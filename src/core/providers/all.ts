/** The platforms that an instance can be on: what people see there, and their variables. Modules of their names reach them. */
import type { Intersection } from '../shared/variables/kinds.ts';
import { CLOUD_VARIABLES } from './cloud-variables.ts';
import { WHATSAPP_VARIABLES } from './whatsapp-variables.ts';

/** It is the same in installations that leave out the module of its name. */
export interface Platform<V = object> {
  readonly name: string;
  /** Whether people see lists and buttons as such; otherwise they are sent as text. */
  readonly showsChoices?: true;
  /** Whether they can be tried nevertheless, in the form of paired phones, with a fallback when it is refused. */
  readonly triesChoices?: true;
  /** Whether people see forms (flows) as such. */
  readonly showsForms?: true;
  /** Whether people see templates as such; otherwise they are sent as texts, with their file if they have one. */
  readonly showsTemplates?: true;
  /** The variables of the environment that are only about this platform. */
  readonly variables: V;
}

/** A platform that a person or a program drives in place of a phone. */
const SANDBOX = {
  name: 'sandbox',
  triesChoices: true,
  showsForms: true,
  showsTemplates: true,
  variables: {},
} as const;
/** WhatsApp by a paired phone. */
const WHATSAPP = { name: 'whatsapp', triesChoices: true, variables: WHATSAPP_VARIABLES } as const;
/** WhatsApp's official API. */
const WHATSAPP_CLOUD = {
  name: 'whatsapp-cloud',
  showsChoices: true,
  showsForms: true,
  showsTemplates: true,
  variables: CLOUD_VARIABLES,
} as const;

const DECLARED = [SANDBOX, WHATSAPP, WHATSAPP_CLOUD] as const;

/** In the order in which answers list them. */
const PLATFORMS: readonly Platform[] = DECLARED;

export const PROVIDER_NAMES: readonly string[] = PLATFORMS.map(({ name }) => name);

/** The variables of all platforms. */
// The cast: `assign` does not know that the list holds one of each.
export const PROVIDER_VARIABLES = Object.assign(
  {},
  ...DECLARED.map(({ variables }) => variables),
) as Intersection<(typeof DECLARED)[number]['variables']>;

const tells =
  (fact: 'showsChoices' | 'triesChoices' | 'showsForms' | 'showsTemplates') =>
  (provider: string): boolean =>
    PLATFORMS.some((one) => one.name === provider && one[fact]);

export const showsChoices = tells('showsChoices');
export const triesChoices = tells('triesChoices');
export const showsForms = tells('showsForms');
export const showsTemplates = tells('showsTemplates');
