/**
 * The permissions of the reader in a view. For keys, the service refuses what is not permitted; a customer's page does
 * not even show it.
 */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { BodyFor } from './api.ts';

export type PortalScope = NonNullable<BodyFor<'POST', '/portal/{instanceName}'>['scopes']>[number];

interface Rights {
  /** Whether it is a customer's page, on which there is nothing but one instance's webhooks and deliveries. */
  readonly isCustomer: boolean;
  readonly may: (scope: PortalScope) => boolean;
}

export const RightsContext = createContext<Rights>({ isCustomer: false, may: () => true });

export const useRights = (): Rights => useContext(RightsContext);
