/** Offers to other modules the webhooks of instances on WhatsApp's official API. */

export type {
  /** The session of an instance, which takes webhooks. */
  CloudSession,
} from './session.ts';
export type {
  /** The address that a webhook was sent to. */
  CalledAddress,
  /** Takes the webhooks of Meta. */
  CloudWebhooks,
  /** The provider, which takes the webhooks of Meta too. */
  ProviderAtMeta,
  /** How changes reach instances that other nodes have. */
  Sharing,
} from './webhooks.ts';
