/** Words the refusals of variables that are wrong, missing or misspelt, in one line each. */
import { nearest, question } from '../shared/nearest.ts';
import type { Variable } from '../shared/variables/kinds.ts';
import { isUnreadName, unreadAdvice } from './unread-names.ts';
import { FIELDS, VARIABLES } from './variables.ts';

const SHOWN_CHARACTERS = 80;

/** Everything before an `@` except the scheme, and everything after `?`, may be a credential. */
const maskAddress = (text: string): string =>
  text.replace(/^([a-z]+:\/\/)?[^?]*@/i, '$1********@').replace(/\?.*$/s, '?********');

/** Quotes a text, so that it stays on one line. */
const quote = (text: string): string =>
  JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

function displayValue(variable: Pick<Variable<unknown>, 'secret'>, text: string): string {
  if (variable.secret === 'whole') return `******** (${text.length} characters)`;
  return quote(variable.secret === 'in-address' ? maskAddress(text) : text);
}

/** `reason` says why a value is refused although it has the right form. */
export function wrongLine(variable: Variable<unknown>, text: string, reason?: string): string {
  const but = reason === undefined ? '' : ` (${reason})`;
  return `${variable.name} is ${displayValue(variable, text)}${but}; it accepts ${variable.kind.accepts}`;
}

export const missingLine = (variable: Variable<unknown>): string =>
  `${variable.name} is not set; with NODE_ENV=production it is required and accepts ${variable.kind.accepts}`;

export const idleLine = (
  on: { readonly name: string },
  without: { readonly name: string },
): string => `${on.name} is on, but ${without.name} is not set: nothing is sent`;

export const weakLine = (variable: { readonly name: string }, length: number): string =>
  `${variable.name} is shorter than ${length} characters and may be guessed: use what \`openssl rand -hex 32\` prints`;

/** Prefixes of our names; other variables of the environment concern us only if they are nearly the same. */
const FAMILY =
  /^((WEBHOOK|EVENT|DELIVERY|AUDIT|INSTANCE|TENANT|WEBSOCKETS|QRCODE|S3|BACKUP|AMQP|NATS|EVOLUTION)_|AUTH_FAIL|TRUST_PROX|RATE_LIMIT)/;
/** Names that platforms and tools set by themselves, however near to ours. */
const OF_OTHERS =
  /^(npm_|BUN_|NODE_|FLY_|KUBERNETES_|RAILWAY_|RENDER|DYNO|HEROKU_|AWS_|OTEL_|XDG_|LC_)|_SERVICE_(HOST|PORT)|_PORT_\d/;
const SLIPS_MAX = { family: 4, others: 2 } as const;
/** Among shorter names, two letters make another word: HOME and HOST. */
const OTHERS_CHARACTERS_MIN = 8;
const UNREAD_LINES_MAX = 40;

/**
 * Returns one line for each variable that nothing reads although its name is nearly one of ours, or is one of
 * another gateway or one that has ended; never with its value.
 */
export function unreadLines(environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = FIELDS.map((field) => VARIABLES[field].name);
  const known = new Set(names);
  const lines = Object.entries(environment).flatMap(([name, value = '']) => {
    if (known.has(name) || NOT_OF_TABLE.has(name) || OF_OTHERS.test(name)) return [];
    // Kubernetes sets such for each service: S3_PORT=tcp://10.0.0.7:9000.
    if (/^(tcp|udp):\/\//.test(value)) return [];
    if (isUnreadName(name)) {
      const advice = unreadAdvice(name, value);
      return advice === null ? [] : [`${name} is not read here: ${advice}`];
    }
    const most = slipsAllowed(name);
    const meant = most === 0 ? null : nearest(name, names, () => most);
    return meant === null ? [] : [`unknown variable ${name}: ${question(meant)}`];
  });
  const more = lines.length - UNREAD_LINES_MAX;
  if (more <= 0) return lines;
  return [...lines.slice(0, UNREAD_LINES_MAX), `${more} more variables are not read here`];
}

/** Variables that are read elsewhere than in the table. */
const NOT_OF_TABLE: ReadonlySet<string> = new Set(['S3_SESSION_TOKEN', 'NODE_EXTRA_CA_CERTS']);

function slipsAllowed(name: string): number {
  const isFamily = FAMILY.test(name.toUpperCase());
  if (!isFamily && name.length < OTHERS_CHARACTERS_MIN) return 0;
  // A short name with other letters at its end is another word: NATS_USER and NATS_URL.
  return Math.min(SLIPS_MAX[isFamily ? 'family' : 'others'], Math.ceil(name.length / 4) - 1);
}
