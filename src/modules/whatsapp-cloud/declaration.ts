/** Declares WhatsApp's official API. */
import { madeWhenOpened, type ProviderDeclaration } from '../../core/providers/declaration.ts';
import { LOGIN_PAUSE_MS } from './login-pause.ts';
import { CLOUD_VARIABLES } from './variables.ts';

export const WHATSAPP_CLOUD: ProviderDeclaration<'whatsapp-cloud', typeof CLOUD_VARIABLES> = {
  name: 'whatsapp-cloud',
  showsChoices: true,
  showsForms: true,
  showsTemplates: true,
  variables: CLOUD_VARIABLES,
  create: ({ historyEvents }, { cloud, ...deps }) =>
    madeWhenOpened({ name: 'whatsapp-cloud', loginPauseMs: LOGIN_PAUSE_MS }, () => {
      const { createCloudProvider } = require('./provider.ts') as typeof import('./provider.ts');
      return createCloudProvider({ ...deps, ...cloud, historyEvents });
    }),
};
