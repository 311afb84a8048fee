/** Words the refusals of variables that are wrong, missing or misspelt, in one line each. */
import { distance } from 'fastest-levenshtein';
import type { Variable } from '../shared/variables/kinds.ts';
import { FIELDS, VARIABLES } from './variables.ts';

const SHOWN_CHARACTERS = 80;

/** Everything before an `@` except the scheme, and everything after `?`, may be a credential. */
const maskAddress = (text: string): string =>
  text.replace(/^([a-z]+:\/\/)?[^?]*@/i, '$1********@').replace(/\?.*$/s, '?********');

/** Quotes a text, so that it stays on one line. */
const quoted = (text: string): string =>
  JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

function shown(variable: Pick<Variable<unknown>, 'secret'>, text: string): string {
  if (variable.secret === 'whole') return `******** (${text.length} characters)`;
  return quoted(variable.secret === 'in-address' ? maskAddress(text) : text);
}

/** `reason` says why a value is refused although it has the right form. */
export function wrongLine(variable: Variable<unknown>, text: string, reason?: string): string {
  const but = reason === undefined ? '' : ` (${reason})`;
  return `${variable.name} is ${shown(variable, text)}${but}; it accepts ${variable.kind.accepts}`;
}

export const missingLine = (variable: Variable<unknown>): string =>
  `${variable.name} is not set; with NODE_ENV=production it is required and accepts ${variable.kind.accepts}`;

export const idleLine = (
  on: { readonly name: string },
  without: { readonly name: string },
): string => `${on.name} is on, but ${without.name} is not set: nothing is sent`;

export const weakLine = (variable: { readonly name: string }, length: number): string =>
  `${variable.name} is shorter than ${length} characters and may be guessed: use what \`openssl rand -hex 32\` prints`;

/** Prefixes of our names; other variables of the environment do not concern us. */
const FAMILY =
  /^((WEBHOOK|EVENT|DELIVERY|AUDIT|INSTANCE|TENANT|WEBSOCKETS|QRCODE|S3|BACKUP|AMQP|NATS|EVOLUTION)_|AUTH_FAIL|TRUST_PROX|RATE_LIMIT)/;
const SLIPS_MAX = 4;

/** Returns one line for each name that looks like a misspelt variable; names unlike ours are ignored. */
export function misspeltLines(names: readonly string[]): string[] {
  const known = FIELDS.map((field) => VARIABLES[field].name);
  return names
    .filter((name) => FAMILY.test(name) && !known.includes(name))
    .flatMap((name) => {
      const [nearest] = known.toSorted((a, b) => distance(name, a) - distance(name, b));
      const isNear = nearest !== undefined && distance(name, nearest) <= SLIPS_MAX;
      return isNear ? [`unknown variable ${name}: did you mean ${nearest}?`] : [];
    });
}
