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
  readonly memberAddMode: MemberAddMode;
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

export const MEMBER_ACTIONS = ['add', 'remove', 'promote', 'demote'] as const;
export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** Only admins write, or everybody; only admins change subject, description and picture, or everybody. */
export const GROUP_SETTINGS = ['announcement', 'not_announcement', 'locked', 'unlocked'] as const;
export type GroupSetting = (typeof GROUP_SETTINGS)[number];

/** Who adds members: admins, or everybody in the group. */
export const MEMBER_ADD_MODES = ['admin_add', 'all_member_add'] as const;
export type MemberAddMode = (typeof MEMBER_ADD_MODES)[number];

/** What became of one person; the others are not concerned. */
export interface MemberResult {
  /** By phone number where that is known. */
  readonly jid: string;
  /** 200: done; else the platform's number for the refusal. */
  readonly status: number;
  /** Why not, and what to do about it; null: done. */
  readonly reason: string | null;
  /** With this the person can be invited, who cannot be added; `expiration` is seconds since 1970. */
  readonly invite: { readonly code: string; readonly expiration: number } | null;
}

export interface NewGroup {
  readonly subject: string;
  /** '': none. */
  readonly description: string;
  /** JIDs of people. */
  readonly participants: readonly string[];
  /** Whether those who could be added become admins. */
  readonly promoteParticipants: boolean;
}

export interface CreatedGroup {
  readonly group: Group;
  readonly results: readonly MemberResult[];
  /** What could not be done besides: the group exists all the same. */
  readonly problems: readonly string[];
}

/** Somebody who wants to join. */
export interface JoinRequest {
  /** By phone number where that is known. */
  readonly jid: string;
  /** Seconds since 1970; null: the platform does not say. */
  readonly requestedAt: number | null;
  /** How it was asked, in the platform's word, such as `invite_link`; '' where it does not say. */
  readonly method: string;
}

/** Of those whom a request is answered that they did not make. */
export const NO_REQUEST = 'They do not ask to join.';

export const JOIN_ANSWERS = ['approve', 'reject'] as const;
export type JoinAnswer = (typeof JOIN_ANSWERS)[number];

/**
 * Every call throws `conflict` when the connection is lost, `not_found` for a group that does not exist, `forbidden`
 * where the account is no member or no admin, `rate_limited` and `unavailable` when the platform asks to wait or does
 * not answer. `group` is a JID.
 */
export interface GroupActions {
  find(group: string): Promise<Group>;
  /** All that the account is in, made one by one as they are taken: together they may be large. */
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
  /** Seconds after which messages vanish; 0: they stay. */
  setEphemeral(group: string, seconds: number): Promise<void>;
  leave(group: string): Promise<void>;
  /** The code of the link by which people join. */
  inviteCode(group: string): Promise<string>;
  /** Makes another; the one before opens nothing any more. */
  revokeInviteCode(group: string): Promise<string>;
  /** The group that a code leads to, as far as those outside may see it; `not_found` for a code that leads nowhere. */
  inviteInfo(code: string): Promise<Group>;
  /** `isJoined` false: admins decide about it first. */
  join(code: string): Promise<{ readonly group: string; readonly isJoined: boolean }>;
  joinRequests(group: string): Promise<readonly JoinRequest[]>;
  /** `people`: JIDs. */
  answerJoinRequests(
    group: string,
    answer: JoinAnswer,
    people: readonly string[],
  ): Promise<readonly MemberResult[]>;
}
