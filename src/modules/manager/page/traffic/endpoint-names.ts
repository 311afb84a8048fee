/** The names of webhooks, by the ids that deliveries have, and of the channels beside them. */
import { useRef } from 'preact/hooks';
import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';

/** Returns what people call a channel or a destination. */
export function channelName(id: string): string {
  const names: Readonly<Record<string, string>> = texts().channels.names;
  return names[id] ?? id;
}

/** Webhooks are seldom created. */
const EVERY_MS = 30_000;

/** The names of endpoints by their ids. */
export type Names = ReadonlyMap<string, string>;

interface InstanceNames {
  readonly readAt: number;
  readonly names: readonly (readonly [id: string, name: string])[];
}

/**
 * Returns the names of the webhooks of these instances, without those that cannot be read. A further instance is read
 * alone, because a list whose rows change has another one every few seconds.
 */
export function useEndpointNames(instances: readonly string[]): Names {
  const api = useApi();
  const known = useRef(new Map<string, InstanceNames>()).current;
  const { value } = usePolledQuery(
    async (signal) => {
      const now = performance.now();
      const isOld = (one: string) => now - (known.get(one)?.readAt ?? -EVERY_MS) >= EVERY_MS;
      await Promise.allSettled(
        instances.filter(isOld).map(async (instanceName) => {
          const params = { instanceName };
          const path = '/webhook/endpoints/{instanceName}';
          const { endpoints } = await api.call('GET', path, { params, signal });
          const webhooks = endpoints.filter(({ readOnly }) => !readOnly);
          const names = webhooks.map(({ id, name }) => [id, name] as const);
          known.set(instanceName, { readAt: now, names });
        }),
      );
      return instances.flatMap((one) => known.get(one)?.names ?? []);
    },
    [api, instances.join()],
    EVERY_MS,
  );
  return new Map(value);
}
