/** The actions of an account in channels, on any platform. */
import type { NewsletterJoinData } from '../events/types/newsletters.ts';

/** As its NewsletterJoin event describes it; `viewer_metadata.role` is GUEST where the account does not follow it. */
export type Newsletter = NewsletterJoinData;

/** The role of an account that does not follow a channel. */
export const GUEST = 'GUEST';

/**
 * Every call throws `not_found` for a channel that does not exist, `forbidden` and `conflict` when the platform
 * refuses, `conflict` when the connection is lost, `rate_limited` when the platform asks to wait, and `unavailable`
 * when it gives no readable answer.
 */
export interface NewsletterActions {
  /** Returns the channels that the account follows. */
  all(): Promise<readonly Newsletter[]>;
  /** `jid` is that of a channel, followed or not. */
  find(jid: string): Promise<Newsletter>;
  /** `code` is at the end of a channel's link. */
  findByInvite(code: string): Promise<Newsletter>;
  /** Publishes NewsletterJoin, unless the account follows the channel already. */
  follow(jid: string): Promise<void>;
  unfollow(jid: string): Promise<void>;
}
