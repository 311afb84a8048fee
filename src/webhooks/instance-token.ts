/** The key of an instance that deliveries in the format `evolution-go` carry. */
import { invalid, messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { EventSettings, EventSettingsStore } from './event-settings.ts';

export const NO_KEY =
  'evolution-go puts the key of the instance into every body, and the service keeps keys as hashes alone: make this request with the key of the instance, or give `token` when it is created';

export interface KeyContext {
  /** The key of the instance, if the request carried it. */
  readonly key?: string | null;
  readonly stored: Pick<EventSettings, 'format' | 'instanceToken'>;
}

/**
 * Returns the key for bodies, preferring that of the request, which may differ from the stored one; null when there is
 * none.
 */
export const tokenFor = ({ key = null, stored }: KeyContext): string | null =>
  key ?? (stored.format === 'evolution-go' ? stored.instanceToken : null);

/**
 * Decides what a partial change does to the stored key: it is forgotten with its format, and replaced by that of the
 * request where format or URL change, so that no narrower key can send a wider one elsewhere. Throws 400 when no key is
 * known.
 */
export function tokenChange(
  stored: EventSettings,
  { format, webhookUrl }: Partial<EventSettings>,
  key: string | null,
): Pick<EventSettings, 'instanceToken'> | null {
  if (format === undefined && webhookUrl === undefined) return null;
  if ((format ?? stored.format) !== 'evolution-go') return { instanceToken: null };
  const instanceToken = tokenFor({ key, stored });
  if (instanceToken === null) throw invalid(`format must be another: ${NO_KEY}`);
  return { instanceToken };
}

/** Replaces a former key in the bodies that carry it. The new key is valid even when this fails. */
export async function renewToken(
  { settings, log }: { readonly settings: EventSettingsStore; readonly log: Log },
  { id, token }: { readonly id: string; readonly token: string },
): Promise<void> {
  if (settings.get(id)?.format !== 'evolution-go') return;
  try {
    await settings.update(id, ({ format }) =>
      format === 'evolution-go' ? { instanceToken: token } : {},
    );
  } catch (error) {
    const problem = messageOf(error);
    log.warn('deliveries still carry the former instanceToken', { instanceId: id, problem });
  }
}
