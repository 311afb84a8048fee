/** The providers in the words of an older system. */
import type { ProviderName } from '../../../core/providers/provider.ts';

const PROVIDER_OF = {
  'WHATSAPP-BAILEYS': 'whatsapp',
  'WHATSAPP-BUSINESS': 'whatsapp-cloud',
} as const satisfies Record<string, ProviderName>;

export type Integration = keyof typeof PROVIDER_OF;
// The cast: these are its keys.
export const INTEGRATIONS = Object.keys(PROVIDER_OF) as Integration[];

export const providerOf = (integration: Integration): ProviderName => PROVIDER_OF[integration];

/** Returns the integration of a provider. The sandbox counts as a paired phone. */
export const integrationOf = (provider: ProviderName): Integration =>
  provider === 'whatsapp-cloud' ? 'WHATSAPP-BUSINESS' : 'WHATSAPP-BAILEYS';
