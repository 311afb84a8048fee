/** What happens to groups, as Evolution API v2 tells it. Pure. */
import type { Payloads } from '../../events/contract/catalog.ts';
import { seconds } from './spelling.ts';

/** `groups.upsert`: an array with the group. */
export function joinedGroup({ JID, Name, GroupCreated, Participants }: Payloads['JoinedGroup']) {
  const participants = Participants.map(({ JID: id, IsAdmin, IsSuperAdmin }) => ({
    id,
    admin: IsSuperAdmin ? 'superadmin' : IsAdmin ? 'admin' : null,
  }));
  const creation = seconds(GroupCreated);
  const group = { id: JID, subject: Name, creation, size: participants.length, participants };
  return { event: 'groups.upsert', data: [group] };
}

type GroupInfo = Payloads['GroupInfo'];

const ACTIONS = { Join: 'add', Leave: 'remove', Promote: 'promote', Demote: 'demote' } as const;
type Members = keyof typeof ACTIONS;
const MEMBERS = Object.keys(ACTIONS) as Members[];

/**
 * `group-participants.update` when one thing happened to members and nothing else did, else `group.update` with all
 * that changed: that event has no place for two actions.
 */
export function groupChange(data: GroupInfo) {
  const changed = MEMBERS.filter((list) => data[list].length > 0);
  const fields = changedFields(data);
  const [only] = changed;
  if (only !== undefined && changed.length === 1 && Object.keys(fields).length === 0) {
    const participants = data[only];
    const participantsData = participants.map((jid) => ({ jid }));
    const { JID: id, Sender: author } = data;
    const action = ACTIONS[only];
    return {
      event: 'group-participants.update',
      data: { id, author, participants, action, participantsData },
    };
  }
  const members = Object.fromEntries(changed.map((list) => [ACTIONS[list], data[list]]));
  return {
    event: 'group.update',
    data: [{ id: data.JID, author: data.Sender, ...fields, ...members }],
  };
}

function changedFields({ Name, Topic, Locked, Announce, Ephemeral, ...others }: GroupInfo): object {
  const { MembershipApprovalMode, MemberAddMode, NewInviteLink, Delete } = others;
  return {
    ...(Name && {
      subject: Name.Name,
      subjectTime: seconds(Name.NameSetAt),
      ...(Name.NameSetBy !== undefined && { subjectOwner: Name.NameSetBy }),
    }),
    ...(Topic && { desc: Topic.TopicDeleted ? '' : Topic.Topic, descId: Topic.TopicID }),
    ...(Locked && { restrict: Locked.IsLocked }),
    ...(Announce && { announce: Announce.IsAnnounce }),
    ...(Ephemeral && { ephemeralDuration: Ephemeral.DisappearingTimer }),
    ...(MembershipApprovalMode && {
      joinApprovalMode: MembershipApprovalMode.IsJoinApprovalRequired,
    }),
    ...(MemberAddMode !== undefined && { memberAddMode: MemberAddMode === 'all_member_add' }),
    ...(NewInviteLink !== undefined && { inviteCode: NewInviteLink.split('/').at(-1) }),
    ...(Delete && { deleted: Delete.Deleted }),
  };
}
