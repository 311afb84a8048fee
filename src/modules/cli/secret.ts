/** The signing secret of commands that post to a receiver. */
import { randomBytes } from 'node:crypto';
import { signingSecret } from '../../core/shared/variables/kinds.ts';
import { UsageFault, type Words } from './command.ts';

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
