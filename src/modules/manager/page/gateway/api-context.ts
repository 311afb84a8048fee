import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { GatewayApi } from '../api.ts';

export const ApiContext = createContext<GatewayApi | null>(null);

/** Returns the calls of the gateway, with the key that was entered. */
export function useApi(): GatewayApi {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('no key was entered');
  return api;
}
