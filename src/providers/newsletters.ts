/** What can be asked about channels, whatever the platform. */
import type { NewsletterJoinData } from '../events/types/newsletters.ts';

/** As its NewsletterJoin event describes it; `viewer_metadata.role` is GUEST where the account does not follow it. */
export type Newsletter = NewsletterJoinData;

/** The role of those who do not follow a channel. */
export const GUEST = 'GUEST';

/**
 * Every call throws `not_found` for a channel that does not exist, `forbidden` and `conflict` when the platform
 * refuses, `conflict` when the connection is lost, `rate_limited` and `unavailable` when the platform asks to wait or
 * gives no answer that can be read.
 */
export interface NewsletterActions {
  /** Those that the account follows. */
  all(): Promise<readonly Newsletter[]>;
  /** `jid` of a channel, followed or not. */
  find(jid: string): Promise<Newsletter>;
  /** The code at the end of a channel's link. */
  findByInvite(code: string): Promise<Newsletter>;
  /** Publishes NewsletterJoin, unless the account follows the channel already. */
  follow(jid: string): Promise<void>;
  unfollow(jid: string): Promise<void>;
}
