/** Changes where the events of an instance go while it is connected by request. */
import type { InstanceEndpoint } from '../webhooks/endpoint.ts';
import type { SettingsChange } from '../webhooks/event-settings.ts';
import { requireChecked, tokenAfter } from '../webhooks/handshake.ts';
import { tokenChange } from '../webhooks/instance-token.ts';
import type { EventSettingsStore } from '../webhooks/settings-store.ts';
import { isSameOrigin } from '../webhooks/url.ts';

export interface ConnectingChange {
  readonly change: SettingsChange;
  /** The webhook beside which the change was checked. */
  readonly stored: InstanceEndpoint;
  /** The key of the instance, if the request carried it. */
  readonly key: string | null;
}

/**
 * Makes the change, without what was stored for another origin of the webhook; returns the names of the headers that
 * were dropped for that. Throws `conflict` when a receiver would get events that was not checked.
 */
export async function changeWhileConnecting(
  settings: Pick<EventSettingsStore, 'update'>,
  id: string,
  { change, stored, key }: ConnectingChange,
): Promise<readonly string[]> {
  let dropped: readonly string[] = [];
  if (Object.keys(change).length === 0) return dropped;
  await settings.update(id, (present) => {
    const { webhook = {} } = change;
    dropped = headersToDrop(present.webhook, webhook);
    const headers = dropped.length > 0 && { headers: {} };
    const verify = tokenAfter(present.webhook, webhook);
    const verified = { ...webhook, ...verify };
    requireChecked({ ...stored, ...verified }, { ...present.webhook, ...verified });
    const token = tokenChange(present.webhook, webhook, key);
    return { ...change, webhook: { ...webhook, ...headers, ...verify, ...token } };
  });
  return dropped;
}

/**
 * Returns the names of the stored headers that must not follow the webhook: their values were set for another origin.
 */
function headersToDrop(present: InstanceEndpoint, { url }: Partial<InstanceEndpoint>): string[] {
  const isElsewhere = url !== undefined && !isSameOrigin(url, present.url);
  return isElsewhere ? Object.keys(present.headers) : [];
}
