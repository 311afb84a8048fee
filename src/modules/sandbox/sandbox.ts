/** Adds a provider that a person or a program drives in place of a phone. */
import { madeWhenOpened } from '../../core/providers/provider.ts';
import type { ModuleParts } from '../../module.ts';
import { SANDBOX_OPERATIONS } from './operations/operations.ts';

export const SANDBOX_PARTS: ModuleParts = {
  operations: () => SANDBOX_OPERATIONS,
  provider: (_config, deps) =>
    madeWhenOpened({ name: 'sandbox', loginPauseMs: 0 }, () => {
      const { createSandboxProvider } = require('./provider.ts') as typeof import('./provider.ts');
      return createSandboxProvider(deps);
    }),
};
