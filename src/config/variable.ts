/** How one variable of the environment is described. */
import type { Kind } from './kinds.ts';

export interface Variable<T> {
  readonly name: string;
  readonly kind: Kind<T>;
  /** The value when the variable is unset or empty. */
  readonly unset: NoInfer<T>;
  /** Replaces `unset` when NODE_ENV is `production`. */
  readonly unsetInProduction?: NoInfer<T>;
  /** Unset is refused when NODE_ENV is `production`. */
  readonly requiredInProduction?: true;
  /** The default in words, where the value itself does not say it. */
  readonly defaultText?: string;
  /** `whole`: all of it; `in-address`: only a user, password or query inside it. */
  readonly secret?: 'whole' | 'in-address';
  readonly about: string;
}

export const variable = <T>(described: Variable<T>): Variable<T> => described;

/** A variable without a default: null when it is unset. */
export const optional = <T>(
  described: Omit<Variable<T>, 'unset' | 'unsetInProduction'>,
): Variable<T | null> => ({ ...described, unset: null });
