/** How variables of the environment are declared, and which texts they accept. */
export interface Kind<T> {
  /** Completes the sentence "… accepts"; shown to operators and in docs/variables.md. */
  readonly accepts: string;
  /** Returns the value, or undefined when `text` (trimmed, never empty) is invalid. */
  read(text: string): T | undefined;
  /** Returns what is wrong with an invalid text, if the text as a whole does not show it. */
  problem?(text: string): string | undefined;
  /** Returns how a value is written; by default as JavaScript writes it. */
  show?(value: T): string;
}

export interface Variable<T> {
  readonly name: string;
  readonly kind: Kind<T>;
  /** The value when the variable is unset or empty. */
  readonly unset: NoInfer<T>;
  /** Replaces `unset` when NODE_ENV is `production`. */
  readonly unsetInProduction?: NoInfer<T>;
  /** Replaces both when TENANT_LIMITS is `strict`. */
  readonly unsetIfStrict?: NoInfer<T>;
  /** The variable must be set when NODE_ENV is `production`. */
  readonly requiredInProduction?: true;
  /** The default in words, if the value itself does not say it. */
  readonly defaultText?: string;
  /** `whole` if all of it is secret; `in-address` if only a user, password or query in it is. */
  readonly secret?: 'whole' | 'in-address';
  readonly about: string;
}

/** The values of a table of variables. */
export type Values<V> = { readonly [F in keyof V]: V[F] extends Variable<infer T> ? T : never };

/** All members of a union combined: for several tables, one with the fields of each. */
export type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never;

export const variable = <T>(described: Variable<T>): Variable<T> => described;

/** Returns a variable without a default, which is null when it is unset. */
export const optional = <T>(
  described: Omit<Variable<T>, 'unset' | 'unsetInProduction'>,
): Variable<T | null> => ({ ...described, unset: null });

/** A decimal integer without sign, blanks, fraction, exponent or leading zeros. */
export const integer = (min: number, max: number): Kind<number> => ({
  accepts: `an integer from ${min} to ${max}`,
  read(text) {
    const value = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

const KIB = 1024;
const UNITS: readonly string[] = ['', 'k', 'm', 'g'];
const BYTES_MAX = 1024 * KIB ** 3;

/** Returns the shortest text for a number of bytes, such as `64m`. */
function sizeText(bytes: number): string {
  const power = [3, 2, 1, 0].find((one) => bytes % KIB ** one === 0) ?? 0;
  return `${bytes / KIB ** power}${UNITS[power]}`;
}

/** A number of bytes; suffixes count by 1024. */
export const bytes = (min: number): Kind<number> => ({
  accepts: `bytes, or a number with \`k\`, \`m\` or \`g\`, from \`${sizeText(min)}\` to \`${sizeText(BYTES_MAX)}\``,
  read(text) {
    const [, digits, suffix = ''] = /^([1-9]\d{0,12})([kmg]?)$/.exec(text.toLowerCase()) ?? [];
    const unit = UNITS.indexOf(suffix);
    const value = Number(digits) * KIB ** unit;
    return value >= min && value <= BYTES_MAX ? value : undefined;
  },
  show: sizeText,
});

const SWITCH: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };

export const flag: Kind<boolean> = {
  accepts: '`true`, `false`, `1` or `0`',
  read: (text) => SWITCH[text.toLowerCase()],
};

/** True for every text but the ones that mean off, so that no text is invalid. */
export const onUnlessOff: Kind<boolean> = {
  accepts: 'anything; `false` and `0` mean false',
  read: (text) => text !== 'false' && text !== '0',
};

export const oneOf = <T extends string>(...values: readonly T[]): Kind<T> => ({
  accepts: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
  read: (text) => values.find((value) => value === text),
});

export const path: Kind<string> = {
  accepts: 'a path',
  read: (text) => (text.includes('\0') ? undefined : text),
};

const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*$/i;
/** Returns whether the text is a name and not an address; `300.1.2.3` is neither. */
export const isHostName = (text: string): boolean => HOST_NAME.test(text) && !/^[\d.]+$/.test(text);

/** Returns 4 or 6 for an address, and 0 for any other text. The module of Node is loaded for the first of them. */
export const ipVersionOf = (text: string): number =>
  (require('node:net') as typeof import('node:net')).isIP(text);

export const listenHost: Kind<string> = {
  accepts: 'an IP address or a host name',
  read: (text) => (ipVersionOf(text) !== 0 || isHostName(text) ? text : undefined),
};

/** A value that is sent in a header, so that it cannot have blanks or control characters. */
export const credential: Kind<string> = {
  accepts: '1 to 256 visible ASCII characters without blanks',
  read: (text) => (/^[!-~]{1,256}$/.test(text) ? text : undefined),
};

/** Returns how many bytes a strict base64 text encodes, or null when it is not base64. */
function base64Length(text: string): number | null {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return isBase64 ? Buffer.from(text, 'base64').length : null;
}

const ENCRYPTION_KEY_BYTES = 32;

export const encryptionKey: Kind<string> = {
  accepts: '32 bytes in base64, such as `openssl rand -base64 32` prints',
  read: (text) => (base64Length(text) === ENCRYPTION_KEY_BYTES ? text : undefined),
};

/** The current value, and the one that it replaces while that is still valid. */
export type CurrentAndFormer<T> = readonly [current: T] | readonly [current: T, former: T];

/** One value, or two separated by a comma; neither contains a comma. */
export const withFormer = <T>(kind: Kind<T>): Kind<CurrentAndFormer<T>> => ({
  accepts: `${kind.accepts}; or two such, \`new,old\`, while one replaces the other`,
  read(text) {
    const [current, former, ...others] = text.split(',').map((one) => kind.read(one.trim()));
    if (current === undefined || others.length > 0) return undefined;
    if (!text.includes(',')) return [current];
    return former === undefined ? undefined : [current, former];
  },
});

const SIGNING_PREFIX = 'whsec_';

export const signingSecret: Kind<string> = {
  accepts: '`whsec_` followed by 24 to 64 bytes in base64',
  read(text) {
    if (!text.startsWith(SIGNING_PREFIX)) return undefined;
    const bytes = base64Length(text.slice(SIGNING_PREFIX.length)) ?? 0;
    return bytes >= 24 && bytes <= 64 ? text : undefined;
  },
};

/** A share, from 0 to 1. */
export const ratio: Kind<number> = {
  accepts: 'a number from 0 to 1',
  read: (text) => (/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : undefined),
};

const HEADER = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([!-~]*)\s*$/;

/** Headers by their names. */
export const headerList: Kind<Readonly<Record<string, string>>> = {
  accepts: '`name=value` pairs separated by commas, values percent-encoded where they must be',
  read(text) {
    const pairs = text.split(',').map((pair) => HEADER.exec(pair));
    try {
      const entries = pairs.map((pair) => [pair?.[1], decodeURIComponent(pair?.[2] ?? '')]);
      return pairs.includes(null) ? undefined : Object.fromEntries(entries);
    } catch {
      return undefined;
    }
  },
};

export const anyText: Kind<string> = { accepts: 'any text', read: (text) => text };
