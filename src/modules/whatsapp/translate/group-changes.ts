/**
 * Turns changes of a group into events of the catalog. They are read from the stanza: Baileys' own events have no
 * time, lose all but the first of several changes, and do not know some of them. Pure.
 */
import type { CatalogEvent } from '../../../core/events/contract/catalog.ts';
import type { GroupInfoData, GroupParticipant } from '../../../core/events/types/groups.ts';
import {
  count,
  type Fields,
  record,
  text,
  timeMs,
} from '../../../core/providers/foreign-values.ts';
import { iso } from '../../../core/shared/clock.ts';
import type { BinaryNode, GroupMetadata } from '../engine/surface.ts';
import { groupJidOf, metadataOfNode } from './group-metadata.ts';
import { bareJid, person, type Self } from './jids.ts';
import { attribute, attributes, body, child, children } from './node.ts';

interface Notice {
  readonly self: Self;
  readonly atMs: number;
  readonly by: string;
}

type Change = (node: BinaryNode, notice: Notice) => Partial<GroupInfoData>;

const INVITE_LINK = 'https://chat.whatsapp.com/';

const CHANGES = new Map<string, Change>(
  Object.entries<Change>({
    subject: renamed,
    description: described,
    add: (node, notice) => ({ Join: peopleIn(node, notice), ...reasonOf(node) }),
    remove: (node, notice) => ({ Leave: peopleIn(node, notice) }),
    leave: (node, notice) => ({ Leave: peopleIn(node, notice) }),
    promote: (node, notice) => ({ Promote: peopleIn(node, notice) }),
    demote: (node, notice) => ({ Demote: peopleIn(node, notice) }),
    locked: () => ({ Locked: { IsLocked: true } }),
    unlocked: () => ({ Locked: { IsLocked: false } }),
    announcement: () => ({ Announce: { IsAnnounce: true } }),
    not_announcement: () => ({ Announce: { IsAnnounce: false } }),
    ephemeral: (node) => ephemeral(count(attribute(node, 'expiration')) ?? 0),
    not_ephemeral: () => ephemeral(0),
    membership_approval_mode: (node) => ({
      MembershipApprovalMode: {
        IsJoinApprovalRequired: attribute(child(node, 'group_join'), 'state') === 'on',
      },
    }),
    member_add_mode: (node) => ({ MemberAddMode: body(node) }),
    invite: (node) => ({ NewInviteLink: `${INVITE_LINK}${attribute(node, 'code')}` }),
    link: (node) => linked('Link', node),
    unlink: (node) => linked('Unlink', node),
    created_membership_requests: (node, notice) => ({ JoinRequests: askersIn(node, notice) }),
    revoked_membership_requests: (node, notice) => ({ JoinRequestsEnded: askersIn(node, notice) }),
    delete: (node) => ({ Delete: { Deleted: true, DeleteReason: attribute(node, 'reason') } }),
  }),
);

/**
 * Returns null for a stanza without a change that a receiver could name. Several changes of one stanza are one event.
 */
export function groupChange(node: BinaryNode, self: Self, nowMs: number): CatalogEvent | null {
  const jid = bareJid(attribute(node, 'from'));
  const notice = noticeOf(node, self, nowMs);
  const changes = children(node)
    .map((one) => CHANGES.get(one.tag)?.(one, notice) ?? {})
    .filter((change) => Object.keys(change).length > 0);
  if (jid === '' || changes.length === 0) return null;
  const unchanged: GroupInfoData = {
    JID: jid,
    Sender: notice.by,
    Timestamp: iso(notice.atMs),
    Name: null,
    Topic: null,
    Join: [],
    Leave: [],
    Promote: [],
    Demote: [],
  };
  return { type: 'GroupInfo', data: Object.assign(unchanged, ...changes) };
}

/** Tells whether members joined the group and the account is one of them. */
export const isJoinOfOurs = (event: CatalogEvent | null, self: Self): boolean =>
  event?.type === 'GroupInfo' && event.data.Join.includes(self.jid);

const noticeOf = (node: BinaryNode, self: Self, nowMs: number): Notice => ({
  self,
  atMs: timeMs(attribute(node, 't'), nowMs),
  by: person(self, ...attributes(node, 'participant', 'participant_pn')).jid,
});

function renamed(node: BinaryNode, { self, atMs, by }: Notice): Partial<GroupInfoData> {
  const owner = person(self, ...attributes(node, 's_o', 's_o_pn'));
  return {
    Name: {
      Name: attribute(node, 'subject'),
      NameSetAt: iso(timeMs(attribute(node, 's_t'), atMs)),
      NameSetBy: owner.jid || by,
    },
  };
}

function described(node: BinaryNode, { atMs, by }: Notice): Partial<GroupInfoData> {
  const isDeleted = child(node, 'delete') !== undefined;
  const Topic = isDeleted ? '' : body(child(node, 'body'));
  return {
    Topic: {
      Topic,
      TopicID: attribute(node, 'id'),
      TopicSetAt: iso(atMs),
      TopicSetBy: by,
      TopicDeleted: isDeleted || Topic === '',
    },
  };
}

/** Names each person by phone number where the stanza gives it. */
const peopleIn = (node: BinaryNode, { self }: Notice): string[] =>
  children(node, 'participant')
    .map((one) => person(self, ...attributes(one, 'jid', 'phone_number', 'lid')).jid)
    .filter((jid) => jid !== '');

/** Somebody who asks, or asks no longer, need not be named: it is who caused the stanza. */
function askersIn(node: BinaryNode, notice: Notice): string[] {
  const named = peopleIn(node, notice);
  return named.length === 0 && notice.by !== '' ? [notice.by] : named;
}

/** Returns nothing for a stanza that names no other group. */
function linked(change: 'Link' | 'Unlink', node: BinaryNode): Partial<GroupInfoData> {
  const Groups = children(node, 'group')
    .map((one) => groupJidOf(attribute(one, 'jid') || attribute(one, 'id')))
    .filter((jid) => jid !== '');
  const word = change.toLowerCase();
  const [Type, Reason] = [attribute(node, `${word}_type`), attribute(node, `${word}_reason`)];
  return Groups.length === 0 ? {} : { [change]: { Type, Groups, Reason } };
}

const reasonOf = (node: BinaryNode): Partial<GroupInfoData> =>
  attribute(node, 'reason') === '' ? {} : { JoinReason: attribute(node, 'reason') };

const ephemeral = (seconds: number): Partial<GroupInfoData> => ({
  Ephemeral: { IsEphemeral: seconds > 0, DisappearingTimer: seconds },
});

type JoinedGroup = Extract<CatalogEvent, { type: 'JoinedGroup' }>;

/** Why and how the account came into a group, in the platform's words, or '' where it does not say. */
interface Arrival {
  readonly reason: string;
  readonly type: string;
}

/**
 * `create` is in a notification when a group is made and when the account is added to one. Returns
 * null when it has no group.
 */
export function joinedGroupOfNode(
  create: BinaryNode,
  self: Self,
  nowMs: number,
): JoinedGroup | null {
  const group = metadataOfNode(child(create, 'group'));
  const arrival = { reason: attribute(create, 'reason'), type: attribute(create, 'type') };
  return group === null ? null : joinedGroup(group, self, nowMs, arrival);
}

/** Describes a group as WhatsApp has described it. Returns null without the id of a group. */
export function joinedGroup(
  metadata: GroupMetadata,
  self: Self,
  nowMs: number,
  { reason: Reason, type: Type }: Arrival = { reason: '', type: '' },
): JoinedGroup | null {
  const group = record(metadata);
  const JID = bareJid(group.id);
  if (JID === '') return null;
  const created = timeMs(group.creation, nowMs);
  const Name = text(group.subject);
  const NameSetAt = iso(timeMs(group.subjectTime, created));
  const NameSetBy = person(self, group.subjectOwner, group.subjectOwnerPn).jid;
  const members = Array.isArray(group.participants) ? group.participants : [];
  return {
    type: 'JoinedGroup',
    data: {
      Reason,
      Type,
      JID,
      Name,
      GroupName: { Name, NameSetAt, ...(NameSetBy !== '' && { NameSetBy }) },
      GroupCreated: iso(created),
      Participants: members.flatMap((one) => participant(record(one), self)),
    },
  };
}

function participant({ id, phoneNumber, lid, admin }: Fields, self: Self): GroupParticipant[] {
  const { jid } = person(self, id, phoneNumber, lid);
  const IsSuperAdmin = admin === 'superadmin';
  return jid === '' ? [] : [{ JID: jid, IsAdmin: IsSuperAdmin || admin === 'admin', IsSuperAdmin }];
}
