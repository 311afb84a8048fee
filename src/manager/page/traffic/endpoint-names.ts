/** What the webhooks of an instance are called, by the ids that deliveries have. */

import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { nameOf } from './endpoints.tsx';

/** They are seldom made. */
const EVERY_MS = 30_000;

/** `name` of the instance; null: of all instances, whose webhooks are not read. */
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
      return endpoints.filter(({ readOnly }) => !readOnly).map((one) => [one.id, nameOf(one)]);
    },
    [api, name],
    EVERY_MS,
  );
  return new Map((value ?? []) as [string, string][]);
}
