/** The names of an instance's webhooks, by the ids that deliveries have. */

import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';

/** Webhooks are seldom created. */
const EVERY_MS = 30_000;

/** Returns the names. `name` is that of the instance; with null, for all instances, webhooks are not read. */
export function useEndpointNames(name: string | null): ReadonlyMap<string, string> {
  const api = useApi();
  const { value } = usePolledQuery(
    async (signal) => {
      if (name === null) return [];
      const params = { instanceName: name };
      const { endpoints } = await api.call('GET', '/webhook/endpoints/{instanceName}', {
        params,
        signal,
      });
      return endpoints.filter(({ readOnly }) => !readOnly).map((one) => [one.id, one.name]);
    },
    [api, name],
    EVERY_MS,
  );
  return new Map((value ?? []) as [string, string][]);
}
