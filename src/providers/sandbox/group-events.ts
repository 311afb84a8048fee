/** Groups of the sandbox, as its events describe them. Pure. */
import type { Payloads } from '../../events/contract/catalog.ts';
import type { Group, GroupMember } from '../groups.ts';
import { lidOf } from './jids.ts';

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

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
  const { Name, Topic, Locked, Announce, Ephemeral, MembershipApprovalMode } = change;
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
