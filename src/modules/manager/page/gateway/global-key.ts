/** Reads values that only the global key may read. With any other key they are left out. */
import { ApiFailure, type GatewayApi } from '../api.ts';
import { usePolledQuery } from '../polled-query.ts';
import { useApi } from './api-context.ts';

const FORBIDDEN = 403;
const EVERY_MS = 5_000;

/** Null until the value is read, and for other keys. */
export function useGlobalKeyQuery<T>(
  read: (api: GatewayApi, signal: AbortSignal) => Promise<T>,
): T | null {
  const api = useApi();
  const { value } = usePolledQuery<T | null>(
    (signal) =>
      read(api, signal).catch((error: unknown) => {
        if (error instanceof ApiFailure && error.status === FORBIDDEN) return null;
        throw error;
      }),
    [api],
    EVERY_MS,
  );
  return value;
}
