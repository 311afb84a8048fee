/** The key of an instance that deliveries in the format `evolution-go` carry. */

import { invalidFields, messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { problem } from '../shared/reasons/problems.ts';
import { endpointsIn, type InstanceEndpoint } from './event-settings.ts';
import type { EventSettingsStore } from './settings-store.ts';

export interface KeyContext {
  /** The key of the instance, if the request carried it. */
  readonly key?: string | null;
  readonly stored: Pick<InstanceEndpoint, 'format' | 'instanceToken'>;
}

/** Returns the key for bodies, or null. Prefers the key of the request, which may differ from the stored one. */
export const tokenFor = ({ key = null, stored }: KeyContext): string | null =>
  key ?? (stored.format === 'evolution-go' ? stored.instanceToken : null);

/**
 * Decides what a partial change does to the stored key: it is forgotten with its format, and replaced by that of the
 * request where format or URL change, so that no narrower key can send a wider one elsewhere. A format of null is a
 * change too, to the default of the service. Throws 400 when no key is known.
 */
export function tokenChange(
  stored: InstanceEndpoint,
  { format, url }: Partial<InstanceEndpoint>,
  key: string | null,
): Pick<InstanceEndpoint, 'instanceToken'> | null {
  if (format === undefined && url === undefined) return null;
  const after = format === undefined ? stored.format : format;
  if (after !== 'evolution-go') return { instanceToken: null };
  const instanceToken = tokenFor({ key, stored });
  if (instanceToken === null)
    throw invalidFields([{ field: 'format', ...problem('format_needs_own_key') }]);
  return { instanceToken };
}

const carriesToken = ({ format }: InstanceEndpoint): boolean => format === 'evolution-go';

/** Replaces a former key in the bodies that carry it. The new key is valid even when this fails. */
export async function renewToken(
  { settings, log }: { readonly settings: EventSettingsStore; readonly log: Log },
  { id, token }: { readonly id: string; readonly token: string },
): Promise<void> {
  const own = settings.get(id);
  const carrying = own === null ? [] : endpointsIn(own).filter(carriesToken);
  try {
    for (const endpoint of carrying)
      await settings.changeEndpoint(id, endpoint.id, (present) =>
        carriesToken(present) ? { instanceToken: token } : {},
      );
  } catch (error) {
    const problem = messageOf(error);
    log.warn('deliveries still carry the former instanceToken', { instanceId: id, problem });
  }
}
