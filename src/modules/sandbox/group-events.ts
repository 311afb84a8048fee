/** Groups of the sandbox as events describe them, and those events. Pure. */

import type { Payloads } from '../../core/events/contract/catalog.ts';
import type { GroupInfoData } from '../../core/events/types/groups.ts';
import type { Group, GroupMember, GroupSetting } from '../../core/providers/groups.ts';
import type { Account } from '../../core/providers/provider.ts';
import { iso } from '../../core/shared/clock.ts';
import { lidOf } from './jids.ts';

/** The fields of a group that can change. */
export type GroupChanges = Partial<Omit<GroupInfoData, 'JID' | 'Sender' | 'Timestamp'>>;

export const SETTING_CHANGES: Record<GroupSetting, GroupChanges> = {
  announcement: { Announce: { IsAnnounce: true } },
  not_announcement: { Announce: { IsAnnounce: false } },
  locked: { Locked: { IsLocked: true } },
  unlocked: { Locked: { IsLocked: false } },
};

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** The account, and when it is told of a group. */
interface Notice {
  readonly nowMs: number;
  readonly account: Account;
}

interface JoinedGroup {
  readonly jid: string;
  readonly name: string;
  /** JIDs, as in `promote`. */
  readonly join: readonly string[];
  readonly promote?: readonly string[];
}

/** Returns the data of a group that the account has joined. */
export function joinedGroup(
  { jid, name, join, promote = [] }: JoinedGroup,
  { nowMs, account }: Notice,
): Payloads['JoinedGroup'] {
  const at = iso(nowMs);
  const members = new Set([account.jid, ...join, ...promote]);
  return {
    Reason: 'invite',
    Type: 'new',
    JID: jid,
    GroupName: { Name: name, NameSetAt: at },
    Name: name,
    GroupCreated: at,
    Participants: [...members].map((one) => ({
      JID: one,
      IsAdmin: promote.includes(one),
      IsSuperAdmin: false,
    })),
  };
}

/** Returns the data of a group in which the account has changed nothing yet. */
export const groupInfo = (JID: string, { nowMs, account }: Notice): Payloads['GroupInfo'] => ({
  JID,
  Sender: account.jid,
  Timestamp: iso(nowMs),
  Name: null,
  Topic: null,
  Join: [],
  Leave: [],
  Promote: [],
  Demote: [],
});

export function groupOf({
  JID,
  GroupName,
  GroupCreated,
  Participants,
}: Payloads['JoinedGroup']): Group {
  const owner = Participants.find(({ IsSuperAdmin }) => IsSuperAdmin)?.JID ?? null;
  return {
    id: JID,
    subject: GroupName.Name,
    subjectOwner: GroupName.NameSetBy ?? owner,
    subjectTime: seconds(GroupName.NameSetAt),
    creation: seconds(GroupCreated),
    owner,
    desc: null,
    descId: null,
    restrict: false,
    announce: false,
    memberAddMode: 'admin_add',
    joinApprovalMode: false,
    ephemeralDuration: 0,
    isCommunity: false,
    isCommunityAnnounce: false,
    linkedParent: null,
    participants: Participants.map((one) =>
      member(one.JID, one.IsSuperAdmin ? 'superadmin' : one.IsAdmin ? 'admin' : null),
    ),
  };
}

const member = (id: string, admin: GroupMember['admin'] = null): GroupMember => ({
  id,
  lid: lidOf(id) || null,
  admin,
});

export function afterChange(group: Group, change: Payloads['GroupInfo']): Group {
  const { Name, Topic, Locked, Announce, Ephemeral, MemberAddMode, MembershipApprovalMode } =
    change;
  return {
    ...group,
    ...(Name && {
      subject: Name.Name,
      subjectOwner: Name.NameSetBy ?? null,
      subjectTime: seconds(Name.NameSetAt),
    }),
    ...(Topic && { desc: Topic.Topic || null, descId: Topic.Topic ? Topic.TopicID : null }),
    ...(Locked && { restrict: Locked.IsLocked }),
    ...(Announce && { announce: Announce.IsAnnounce }),
    ...(Ephemeral && { ephemeralDuration: Ephemeral.DisappearingTimer }),
    ...(MemberAddMode !== undefined && {
      memberAddMode: MemberAddMode === 'all_member_add' ? MemberAddMode : 'admin_add',
    }),
    ...(MembershipApprovalMode && {
      joinApprovalMode: MembershipApprovalMode.IsJoinApprovalRequired,
    }),
    participants: membersAfter(group.participants, change),
  };
}

function membersAfter(
  members: readonly GroupMember[],
  { Join, Leave, Promote, Demote }: Payloads['GroupInfo'],
): GroupMember[] {
  const rankOf = ({ id, admin }: GroupMember) => {
    if (Promote.includes(id)) return 'admin';
    return Demote.includes(id) ? null : admin;
  };
  return [
    ...members.filter(({ id }) => !Leave.includes(id) && !Join.includes(id)),
    ...Join.map((id) => member(id)),
  ].map((one) => ({ ...one, admin: rankOf(one) }));
}
