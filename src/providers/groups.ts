/** What can be asked about groups, whatever the platform. */

export interface GroupMember {
  /** A JID: by phone number where that is known, else the address that hides it. */
  readonly id: string;
  /** The address that hides the phone number, where it is known too. */
  readonly lid: string | null;
  readonly admin: 'admin' | 'superadmin' | null;
}

/** Times are seconds since 1970; null is what the platform does not say. */
export interface Group {
  readonly id: string;
  readonly subject: string;
  readonly subjectOwner: string | null;
  readonly subjectTime: number | null;
  readonly creation: number | null;
  readonly owner: string | null;
  readonly desc: string | null;
  readonly descId: string | null;
  /** Only admins change subject, description and picture. */
  readonly restrict: boolean;
  /** Only admins write. */
  readonly announce: boolean;
  /** Admins decide about who joins by a link. */
  readonly joinApprovalMode: boolean;
  /** Seconds after which messages vanish; 0: they stay. */
  readonly ephemeralDuration: number;
  readonly isCommunity: boolean;
  readonly isCommunityAnnounce: boolean;
  /** The community that it belongs to. */
  readonly linkedParent: string | null;
  readonly participants: readonly GroupMember[];
}

/**
 * Every call throws `conflict` when the connection is lost, `not_found` for a group that does not exist, `forbidden` where the
 * account is no member or no admin, `rate_limited` and `unavailable` when the platform asks to wait or does not answer.
 */
export interface GroupActions {
  find(group: string): Promise<Group>;
  /** All that the account is in. */
  all(): Promise<readonly Group[]>;
}
