/** Variables that are still understood under the name that they had before, and those that have ended. */
import type { Kind, Variable } from '../shared/variables/kinds.ts';
import { VARIABLES } from './variables.ts';
import { wrongLine } from './wording.ts';

interface FormerName {
  readonly variable: Variable<unknown>;
  readonly name: string;
  /** Reads what the former name accepted as the text that the present name accepts. */
  readonly kind: Kind<string>;
}

const DIALECTS: Readonly<Record<string, string>> = { interface: 'false', 'evolution-api': 'true' };

const FORMER_NAMES: readonly FormerName[] = [
  {
    variable: VARIABLES.evolutionMode,
    name: 'GATEWAY_DIALECT',
    kind: {
      accepts: 'one of `interface`, `evolution-api`',
      read: (text) => (Object.hasOwn(DIALECTS, text) ? DIALECTS[text] : undefined),
    },
  },
];

/** A sentence for each variable that no longer exists: what the service does instead. */
const ENDED_NAMES: Readonly<Record<string, string>> = {
  WEBHOOK_BATCH: 'each request has one event',
};

type Texts = Readonly<Record<string, string | undefined>>;

interface RenamedVariables {
  /** The environment, with the present name set where only the former one was. */
  readonly environment: Texts;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Moves values of former names to the present ones. Both names with different values are a fault; a variable that has
 * ended gets a warning.
 */
export function withPresentNames(environment: Texts): RenamedVariables {
  const texts = { ...environment };
  const faults: string[] = [];
  const warnings: string[] = [];
  for (const { variable, name, kind } of FORMER_NAMES) {
    const former = (environment[name] ?? '').trim();
    if (former === '') continue;
    const text = kind.read(former);
    if (text === undefined) {
      faults.push(wrongLine({ ...variable, name, kind }, former));
      continue;
    }
    const present = (environment[variable.name] ?? '').trim();
    const isOther = present !== '' && variable.kind.read(present) !== variable.kind.read(text);
    if (isOther) {
      faults.push(
        `${name}=${former} contradicts ${variable.name}=${present}: remove ${name}, the old name of ${variable.name}`,
      );
    } else {
      warnings.push(`${name} is the old name of ${variable.name}: set ${variable.name}=${text}`);
      texts[variable.name] = text;
    }
  }
  for (const [name, instead] of Object.entries(ENDED_NAMES))
    if ((environment[name] ?? '').trim() !== '')
      warnings.push(`${name} is no longer read: ${instead}; remove it`);
  return { environment: texts, faults, warnings };
}
