/** Declares a command of `gatehouse`: its words, its help, and its code. */

import { randomBytes } from 'node:crypto';
import type { Settings } from '../../core/config/config.ts';
import { createNetworkGuard } from '../../core/outbound/network-guard.ts';
import type { Check } from '../../core/process/checks.ts';
import type { ExitCode } from '../../core/process/refusal.ts';
import { signingSecret } from '../../core/shared/variables/kinds.ts';
import { checkWebhookUrl } from '../../core/webhooks/url.ts';
import type { Terminal } from './terminal.ts';

/** A word that is recognised by its position. */
interface Operand {
  /** The name in the help: in capitals, or the word itself when it is the only one accepted. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: true;
  /** Whether it takes any number of words; only the last operand may. */
  readonly isMany?: true;
}

export interface Option {
  /** The name without its dashes. */
  readonly name: string;
  /** The name of its value in the help; absent for an option without a value. */
  readonly value?: string;
  readonly about: string;
}

/** The words of one call, checked against the command's table. */
export interface Words {
  /** In their order; only optional ones may be missing. */
  readonly operands: readonly string[];
  /** Returns the value of an option, or null when it was not given. The last one counts. */
  value(name: string): string | null;
  isOn(name: string): boolean;
}

/** Resolves with the exit code. Throws UsageFault and StartRefused; any other error is a fault in the product. */
export type Run = (words: Words, terminal: Terminal, service: Service) => Promise<ExitCode>;

/** The service that the command belongs to. */
export interface Service {
  readonly version: string;
  /** Runs the service until a signal ends the process. */
  readonly start: () => Promise<void>;
  /** Loads what `doctor` checks of the modules that are not left out. */
  readonly checksOf: (settings: Settings) => Promise<readonly Check[]>;
}

export interface Command {
  /** One word or two. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Further sentences for its own help. */
  readonly about: string;
  readonly operands: readonly Operand[];
  readonly options: readonly Option[];
  readonly example: string;
  /** Loads its code, which no other command needs; null for the command that runs the service. */
  readonly load: (() => Promise<{ readonly run: Run }>) | null;
}

/**
 * Thrown for words that the command cannot work with; `message` is one line that names what is wrong and what would be
 * right.
 */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}

/** For every command that talks to a service. */
export const GATEWAY_OPTIONS: readonly Option[] = [
  {
    name: 'url',
    value: 'URL',
    about: 'URL of the service. Default: GATEHOUSE_URL, or the service of this machine.',
  },
  {
    name: 'key',
    value: 'KEY',
    about:
      'API key of the service. Prefer GATEHOUSE_KEY, which other users of the machine cannot see.',
  },
];
export const INSTANCE_OPTION: Option = {
  name: 'instance',
  value: 'NAME',
  about: 'Name of the instance. Default: the only one that the key opens.',
};

export const SECRET_OPTION = {
  name: 'secret',
  value: 'SECRET',
  about: 'Sign with this secret (`whsec_…`); the receiver verifies with the same one.',
} as const;

/** Returns null when none was given. Throws UsageFault for a text that is not a secret. */
export function secretIn(words: Words): string | null {
  const text = words.value(SECRET_OPTION.name);
  if (text === null || signingSecret.read(text) !== undefined) return text;
  throw new UsageFault(`--secret is not a signing secret; it accepts ${signingSecret.accepts}`);
}

/** Makes a secret in the form of Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The person who types an address may reach it anyway. */
export const openGuard = createNetworkGuard({ allow: 'everything' });

/** Returns an http or https URL, checked like those of webhooks. `name` is the operand or option. Throws UsageFault. */
export function urlIn(name: string, text: string): URL {
  const checked = checkWebhookUrl(text, openGuard, { headers: null });
  if ('url' in checked) return new URL(checked.url);
  throw new UsageFault(`${name} ${JSON.stringify(text)} ${checked.problem.message}`);
}
