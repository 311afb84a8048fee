/** Declares WhatsApp's official API. */
import type { ProviderDeclaration } from '../declaration.ts';
import { CLOUD_VARIABLES } from './variables.ts';

export const WHATSAPP_CLOUD: ProviderDeclaration<'whatsapp-cloud', typeof CLOUD_VARIABLES> = {
  name: 'whatsapp-cloud',
  showsChoices: true,
  showsForms: true,
  showsTemplates: true,
  variables: CLOUD_VARIABLES,
  async create({ historyEvents }, { cloud, ...deps }) {
    const { createCloudProvider } = await import('./provider.ts');
    return createCloudProvider({ ...deps, ...cloud, historyEvents });
  },
};
