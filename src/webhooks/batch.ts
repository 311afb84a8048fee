/** How many events one request of a webhook may have. */
import type { InstanceEndpoint } from './endpoint.ts';
import type { Format } from './format/formats.ts';

export const BATCH_MAX = 100;

/** Returns why the requests of an endpoint cannot have as many events as it says, or null. */
export function batchProblem(
  { batch = 1, format, transform }: Partial<InstanceEndpoint>,
  defaultFormat: Format,
): string | null {
  if (batch === 1) return null;
  if ((format ?? defaultFormat) !== 'whatsapp-cloud')
    return 'must be 1: only the format whatsapp-cloud has room for several events';
  return transform ? 'must be 1: a transform makes one body of one event' : null;
}
