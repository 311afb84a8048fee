/** The webhooks of both zones as their owners set them. */

import type { RetryRule } from '../events/contract/channel.ts';
import { DEFAULT_ENDPOINT } from '../events/contract/endpoint.ts';
import { initialValues, type ValuesOf } from './fields/field.ts';
import { INSTANCE_FIELDS } from './fields/instance.ts';
import type { SHARED_FIELDS } from './fields/table.ts';
import { firstSecrets, type WebhookSecrets } from './secrets.ts';

/** The settings that endpoints of both owners have. Objects are immutable: values made from one stay valid. */
export interface WebhookSettings extends SharedValues, WebhookSecrets {}
type SharedValues = ValuesOf<typeof SHARED_FIELDS> & { readonly retry: RetryRule | null };

/** One of the webhooks of an instance. */
export interface InstanceEndpoint extends InstanceValues, WebhookSecrets {
  /** `default` or a UUID. */
  readonly id: string;
  /** False until the default webhook is set for the first time. */
  readonly isSet: boolean;
  /** For evolution-go: the key of the instance. */
  readonly instanceToken: string | null;
  /** In ms since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
type InstanceValues = ValuesOf<typeof INSTANCE_FIELDS>;

/** Returns an endpoint with a secret of its own and nothing set. `now` is in ms since 1970. */
export const newEndpoint = (id: string, now: number): InstanceEndpoint => ({
  ...initialValues(INSTANCE_FIELDS),
  id,
  name: id,
  isSet: id !== DEFAULT_ENDPOINT,
  enabled: id !== DEFAULT_ENDPOINT,
  autoDisable: id !== DEFAULT_ENDPOINT,
  instanceToken: null,
  createdAt: now,
  updatedAt: now,
  ...firstSecrets(),
});

/**
 * Returns whether a change makes an endpoint get its events that was disabled for its failures: who asks for events
 * wants them, and another receiver has not failed yet.
 */
export const sendsAgain = (
  before: Pick<WebhookSettings, 'url'>,
  { enabled, url = before.url }: Partial<Pick<WebhookSettings, 'enabled' | 'url'>>,
): boolean => enabled === true || url !== before.url;

/** Returns a text that changes with the target; other changes concern only bodies or routing. */
export const targetKey = (endpoint: InstanceEndpoint): string => {
  const { isSet, enabled, url, headers, secret } = endpoint;
  return JSON.stringify([isSet, enabled, url, headers, secret]);
};
