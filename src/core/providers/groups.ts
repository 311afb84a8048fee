/** The actions of an account in groups, on any platform. */

export interface GroupMember {
  /** A JID: by phone number where that is known, else the address that hides it. */
  readonly id: string;
  /** The address that hides the phone number, where it is known too. */
  readonly lid: string | null;
  readonly admin: 'admin' | 'superadmin' | null;
}

/** Times are seconds since 1970; null means that the platform does not say. */
export interface Group {
  readonly id: string;
  readonly subject: string;
  readonly subjectOwner: string | null;
  readonly subjectTime: number | null;
  readonly creation: number | null;
  readonly owner: string | null;
  readonly desc: string | null;
  readonly descId: string | null;
  /** Only admins may change subject, description and picture. */
  readonly restrict: boolean;
  /** Only admins may write. */
  readonly announce: boolean;
  readonly memberAddMode: MemberAddMode;
  /** Admins decide who may join by a link. */
  readonly joinApprovalMode: boolean;
  /** Seconds after which messages disappear, or 0 when they stay. */
  readonly ephemeralDuration: number;
  readonly isCommunity: boolean;
  readonly isCommunityAnnounce: boolean;
  /** The community to which it belongs. */
  readonly linkedParent: string | null;
  readonly participants: readonly GroupMember[];
}

export const MEMBER_ACTIONS = ['add', 'remove', 'promote', 'demote'] as const;
export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/**
 * The first two: only admins may write, or everybody. The others: only admins may change subject, description and
 * picture, or everybody.
 */
export const GROUP_SETTINGS = ['announcement', 'not_announcement', 'locked', 'unlocked'] as const;
export type GroupSetting = (typeof GROUP_SETTINGS)[number];

/** Only admins, or everybody in the group, may add members. */
export const MEMBER_ADD_MODES = ['admin_add', 'all_member_add'] as const;
export type MemberAddMode = (typeof MEMBER_ADD_MODES)[number];

/** The result for one person, independent of the others. */
export interface MemberResult {
  /** By phone number where that is known. */
  readonly jid: string;
  /** 200 when it was done, else the platform's number for the refusal. */
  readonly status: number;
  /** Why it was not done and what to do about it, or null when it was done. */
  readonly reason: string | null;
  /** An invitation for a person who cannot be added; `expiration` is seconds since 1970. */
  readonly invite: { readonly code: string; readonly expiration: number } | null;
}

export interface NewGroup {
  readonly subject: string;
  /** The description, or ''. */
  readonly description: string;
  /** JIDs of people. */
  readonly participants: readonly string[];
  /** Whether those who could be added become admins. */
  readonly promoteParticipants: boolean;
}

export interface CreatedGroup {
  readonly group: Group;
  readonly results: readonly MemberResult[];
  /** Sentences on the parts of the request that failed; the group exists nevertheless. */
  readonly problems: readonly string[];
}

/** Somebody who wants to join. */
export interface JoinRequest {
  /** By phone number where that is known. */
  readonly jid: string;
  /** Seconds since 1970, or null when the platform does not say. */
  readonly requestedAt: number | null;
  /** How the person asked, in the platform's word, such as `invite_link`; '' where it does not say. */
  readonly method: string;
}

/** The reason given for people who have not asked to join. */
export const NO_REQUEST = 'They do not ask to join.';

export const JOIN_ANSWERS = ['approve', 'reject'] as const;
export type JoinAnswer = (typeof JOIN_ANSWERS)[number];

/**
 * The errors of every call: `conflict` when the connection is lost, `not_found` for a group that does not exist,
 * `forbidden` where the account is not a member or admin. Also `rate_limited` when the platform asks to wait, and
 * `unavailable` when it does not answer. `group` is a JID.
 */
export interface GroupActions {
  find(group: string): Promise<Group>;
  /** Returns all groups of the account, each made when it is taken, since together they may be large. */
  all(): AsyncIterable<Group>;
  create(group: NewGroup): Promise<CreatedGroup>;
  rename(group: string, subject: string): Promise<void>;
  /** An empty text removes the description. */
  describe(group: string, description: string): Promise<void>;
  /** `people`: JIDs. */
  changeMembers(
    group: string,
    action: MemberAction,
    people: readonly string[],
  ): Promise<readonly MemberResult[]>;
  set(group: string, setting: GroupSetting): Promise<void>;
  setMemberAddMode(group: string, mode: MemberAddMode): Promise<void>;
  /** A JPEG of 640 by 640 pixels. */
  setPicture(group: string, jpeg: Uint8Array): Promise<void>;
  /** Sets after how many seconds messages disappear; 0 when they stay. */
  setEphemeral(group: string, seconds: number): Promise<void>;
  leave(group: string): Promise<void>;
  /** Returns the code of the link by which people join. */
  inviteCode(group: string): Promise<string>;
  /** Returns a new code; the previous one no longer works. */
  revokeInviteCode(group: string): Promise<string>;
  /** Returns the group of a code, as far as outsiders may see it. Throws `not_found` for a code that leads nowhere. */
  inviteInfo(code: string): Promise<Group>;
  /** `isJoined` is false when admins decide about it first. */
  join(code: string): Promise<{ readonly group: string; readonly isJoined: boolean }>;
  joinRequests(group: string): Promise<readonly JoinRequest[]>;
  /** `people`: JIDs. */
  answerJoinRequests(
    group: string,
    answer: JoinAnswer,
    people: readonly string[],
  ): Promise<readonly MemberResult[]>;
}
