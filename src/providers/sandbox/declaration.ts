/** Declares a provider that a person or a program drives in place of a phone. */
import type { ProviderDeclaration } from '../declaration.ts';

export const SANDBOX: ProviderDeclaration<'sandbox'> = {
  name: 'sandbox',
  showsChoices: false,
  showsForms: true,
  showsTemplates: true,
  triesChoices: true,
  variables: {},
  async create(_settings, deps) {
    const { createSandboxProvider } = await import('./provider.ts');
    return createSandboxProvider(deps);
  },
};
