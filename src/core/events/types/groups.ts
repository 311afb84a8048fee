import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  type EvolutionEvent,
  eventType,
  flag,
  GROUP,
  jids,
  object,
  orNull,
  PERSON,
  seconds,
  text,
  time,
} from './event-type.ts';

const GroupName = Type.Object(
  {
    Name: text('Name of the group as its members see it'),
    NameSetAt: time('When the name was set'),
    NameSetBy: Type.Optional(text('JID of who set the name')),
  },
  { $id: 'GroupName', description: 'The name of the group, and when it was set' },
);
export type GroupName = Static<typeof GroupName>;

const Participant = Type.Object({
  JID: text('JID of the member'),
  IsAdmin: flag('Whether the member is an admin of the group'),
  IsSuperAdmin: flag('Whether the member has made the group, and cannot lose being an admin'),
});
export type GroupParticipant = Static<typeof Participant>;

const group = text('JID of the group, such as `120363000000000001@g.us`');
const chatOf = ({ JID }: { readonly JID: string }) => JID;
const GROUPS = ['GROUPS_UPSERT', 'GROUP_UPDATE', 'GROUP_PARTICIPANTS_UPDATE'];

export const joinedGroup = eventType(
  'JoinedGroup',
  object('The group that the account is in now', {
    Reason: text('How the account came in, such as `invite`; empty when it is not known'),
    Type: text('`new` if the group has just been made; else empty'),
    JID: group,
    GroupName,
    Name: text('Name of the group, the same as `GroupName.Name`'),
    GroupCreated: time('When the group was made'),
    Participants: Type.Array(Participant, { description: 'The members of the group' }),
  }),
)({
  category: 'GROUP',
  olderNames: GROUPS,
  summary: 'The account is in a group now',
  chatOf,
  sample: (at) => ({
    Reason: 'invite',
    Type: 'new',
    JID: GROUP,
    GroupName: { Name: 'Sample group', NameSetAt: at },
    Name: 'Sample group',
    GroupCreated: at,
    Participants: [{ JID: PERSON, IsAdmin: true, IsSuperAdmin: true }],
  }),
  evolution({ JID, Name, GroupCreated, Participants }) {
    const participants = Participants.map(({ JID: id, IsAdmin, IsSuperAdmin }) => ({
      id,
      admin: IsSuperAdmin ? 'superadmin' : IsAdmin ? 'admin' : null,
    }));
    const creation = seconds(GroupCreated);
    const group = { id: JID, subject: Name, creation, size: participants.length, participants };
    return { event: 'groups.upsert', data: [group] };
  },
});

const Topic = Type.Object({
  Topic: text('The description of the group, in words'),
  TopicID: text('Id of this version of the description'),
  TopicSetAt: time('When the description was set'),
  TopicSetBy: text('JID of who set the description'),
  TopicDeleted: flag('Whether the description was removed'),
});

const links = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        Type: text(
          'Relation of the others to this group: `parent_group`, `sub_group`, `sibling_group`',
        ),
        Groups: jids('JIDs of the other groups'),
        Reason: text('Why it was done, such as `delete_parent`; empty when it is not known'),
      },
      { description },
    ),
  );

/** An event has only those of these settings that have changed. */
const settings = {
  Locked: Type.Optional(
    Type.Object(
      { IsLocked: flag('Whether only admins may change name, picture and description') },
      { description: 'Who may change the group; only if that has changed' },
    ),
  ),
  Announce: Type.Optional(
    Type.Object(
      { IsAnnounce: flag('Whether only admins may write in the group') },
      { description: 'Who may write in the group; only if that has changed' },
    ),
  ),
  Ephemeral: Type.Optional(
    Type.Object(
      {
        IsEphemeral: flag('Whether messages in the group disappear'),
        DisappearingTimer: count('Seconds after which messages disappear; 0 for never'),
      },
      { description: 'Whether messages disappear; only if that has changed' },
    ),
  ),
  MembershipApprovalMode: Type.Optional(
    Type.Object(
      { IsJoinApprovalRequired: flag('Whether an admin must approve people who want to join') },
      { description: 'How people are admitted; only if that has changed' },
    ),
  ),
  MemberAddMode: Type.Optional(
    text('Who may add members, such as `all_member_add`; only if that has changed'),
  ),
  NewInviteLink: Type.Optional(text('The link to join by; only if it is a new one')),
  Link: links('Groups that are in one community with this one from now on; only if there are some'),
  Unlink: links('Groups that are not linked with this one any more; only if there are some'),
  JoinRequests: Type.Optional(jids('JIDs of people who ask to join; only if somebody has asked')),
  JoinRequestsEnded: Type.Optional(
    jids(
      'JIDs of people whose request was withdrawn, or rejected by `Sender`; only if there are some',
    ),
  ),
  JoinReason: Type.Optional(text('How the people in `Join` came in, such as `invite`')),
  Delete: Type.Optional(
    Type.Object(
      {
        Deleted: flag('Whether the group is gone'),
        DeleteReason: text('Why the group is gone; empty when it is not known'),
      },
      { description: 'End of the group; only if it has ended' },
    ),
  ),
};

const GroupInfo = object('Changes of the group, and the member who made them', {
  JID: group,
  Sender: text('JID of the member who changed the group'),
  Timestamp: time('When the group was changed'),
  Name: orNull('New name; null if it has not changed', GroupName),
  Topic: orNull('New description; null if it has not changed', Topic),
  ...settings,
  Join: jids('JIDs of people who joined the group'),
  Leave: jids('JIDs of members who left the group or were removed'),
  Promote: jids('JIDs of members who became admins'),
  Demote: jids('JIDs of members who stopped being admins'),
});
export type GroupInfoData = Static<typeof GroupInfo>;

export const groupInfo = eventType(
  'GroupInfo',
  GroupInfo,
)({
  category: 'GROUP',
  olderNames: GROUPS,
  summary: 'A group changed',
  chatOf,
  sample: (at) => ({
    JID: GROUP,
    Sender: PERSON,
    Timestamp: at,
    Name: { Name: 'Sample group', NameSetAt: at, NameSetBy: PERSON },
    Topic: null,
    Join: [],
    Leave: [],
    Promote: [],
    Demote: [],
  }),
  evolution: evolutionGroupChange,
});

const ACTIONS = { Join: 'add', Leave: 'remove', Promote: 'promote', Demote: 'demote' } as const;
type Members = keyof typeof ACTIONS;
const MEMBERS = Object.keys(ACTIONS) as Members[];

/**
 * Sends `group-participants.update` when exactly one thing happened to members and nothing else changed, else
 * `group.update` with all changes: the first has no place for two actions.
 */
function evolutionGroupChange(data: GroupInfoData): EvolutionEvent {
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

function changedFields({
  Name,
  Topic,
  Locked,
  Announce,
  Ephemeral,
  ...others
}: GroupInfoData): object {
  const { MembershipApprovalMode, MemberAddMode, NewInviteLink, Delete } = others;
  const { Link, Unlink, JoinRequests, JoinRequestsEnded } = others;
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
    ...(Link && { linked: Link.Groups }),
    ...(Unlink && { unlinked: Unlink.Groups }),
    ...(JoinRequests && { joinRequests: JoinRequests }),
    ...(JoinRequestsEnded && { joinRequestsEnded: JoinRequestsEnded }),
  };
}
