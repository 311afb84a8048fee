/** Declares a provider that a person or a program drives in place of a phone. */
import { madeWhenOpened, type ProviderDeclaration } from '../../core/providers/declaration.ts';

export const SANDBOX: ProviderDeclaration<'sandbox'> = {
  name: 'sandbox',
  showsChoices: false,
  showsForms: true,
  showsTemplates: true,
  triesChoices: true,
  variables: {},
  create: (_settings, deps) =>
    madeWhenOpened({ name: 'sandbox', loginPauseMs: 0 }, () => {
      const { createSandboxProvider } = require('./provider.ts') as typeof import('./provider.ts');
      return createSandboxProvider(deps);
    }),
};
