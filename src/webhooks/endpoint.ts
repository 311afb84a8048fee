/** The webhooks of both zones as their owners set them. */

import { DEFAULT_ENDPOINT } from '../events/contract/endpoint.ts';
import { ALL } from '../events/contract/event-names.ts';
import type { RetryRule } from '../events/contract/retry.ts';
import type { BodySettings } from './bodies.ts';
import type { Headers } from './headers.ts';
import { firstSecrets, type WebhookSecrets } from './secrets.ts';

/** The settings that webhooks of both zones have. Objects are immutable: values made from one stay valid. */
export interface WebhookSettings extends WebhookSecrets {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly url: string;
  readonly headers: Headers;
  readonly byEvents: boolean;
  /** Null for the retries of the service. */
  readonly retry: RetryRule | null;
  /** Whether first attempts of a chat wait for each other. */
  readonly ordering: 'chat' | 'none';
  /** Whether it is switched off when it is gone or has failed for long. */
  readonly autoDisable: boolean;
}

/** Who may see and change an endpoint: the keys of the instance alone, or its customer's page too. */
export const OWNERS = ['operator', 'customer'] as const;
export type Owner = (typeof OWNERS)[number];

/** One of the webhooks of an instance. */
export interface InstanceEndpoint extends WebhookSettings, BodySettings {
  /** `default` or a UUID. */
  readonly id: string;
  readonly owner: Owner;
  /** False until the default webhook is set for the first time. */
  readonly isSet: boolean;
  /** The token that its receiver must prove to know before a URL is stored; null without a handshake. */
  readonly verifyToken: string | null;
  /** Overrides WEBHOOK_FILES for this webhook; null follows it. */
  readonly base64: boolean | null;
  /** Names of `SUBSCRIBABLE`. */
  readonly events: readonly string[];
  /** In ms since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Returns an endpoint with a secret of its own and nothing set. `now` is in ms since 1970. */
export const newEndpoint = (id: string, now: number): InstanceEndpoint => ({
  id,
  owner: 'operator',
  name: id,
  description: '',
  isSet: id !== DEFAULT_ENDPOINT,
  enabled: id !== DEFAULT_ENDPOINT,
  url: '',
  headers: {},
  verifyToken: null,
  base64: null,
  format: null,
  byEvents: false,
  instanceToken: null,
  filter: null,
  transform: null,
  events: [ALL],
  retry: null,
  ordering: 'chat',
  autoDisable: id !== DEFAULT_ENDPOINT,
  createdAt: now,
  updatedAt: now,
  ...firstSecrets(),
});

/** Returns a text that changes with the target; other changes concern only bodies or routing. */
export const targetKey = (endpoint: InstanceEndpoint): string => {
  const { isSet, enabled, url, headers, secret } = endpoint;
  return JSON.stringify([isSet, enabled, url, headers, secret]);
};
