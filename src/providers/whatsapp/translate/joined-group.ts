/** Turns a group that the account has joined into an event of the catalog. Pure. */
import type { CatalogEvent } from '../../../events/contract/catalog.ts';
import type { GroupParticipant } from '../../../events/types/groups.ts';
import { iso } from '../../../shared/clock.ts';
import { type Fields, record, text, timeMs } from '../../foreign-values.ts';
import type { BinaryNode, GroupMetadata } from '../engine/surface.ts';
import { bareJid, person, type Self } from './jids.ts';
import { attribute, child, children } from './node.ts';

type JoinedGroup = Extract<CatalogEvent, { type: 'JoinedGroup' }>;

interface Described {
  /** Why and how the account came into the group, in the platform's words, or '' where it does not say. */
  readonly reason: string;
  readonly type: string;
  readonly jid: string;
  readonly name: string;
  readonly nameSetAt: unknown;
  readonly nameSetBy: string;
  readonly created: unknown;
  readonly participants: GroupParticipant[];
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
  const group = child(create, 'group');
  const id = attribute(group, 'id');
  const jid = bareJid(id.includes('@') ? id : `${id}@g.us`);
  if (jid === '') return null;
  const described: Described = {
    reason: attribute(create, 'reason'),
    type: attribute(create, 'type'),
    jid,
    name: attribute(group, 'subject'),
    nameSetAt: attribute(group, 's_t'),
    nameSetBy: person(self, attribute(group, 's_o'), attribute(group, 's_o_pn')).jid,
    created: attribute(group, 'creation'),
    participants: children(group)
      .filter(({ tag }) => tag === 'participant')
      .flatMap(({ attrs }) => participant(self, { ...record(attrs), admin: record(attrs).type })),
  };
  return joined(described, nowMs);
}

/** Describes a group to which the account was added without a description, from what Baileys answers when asked. */
export function joinedGroup(
  metadata: GroupMetadata,
  self: Self,
  nowMs: number,
): JoinedGroup | null {
  const fields = record(metadata);
  const jid = bareJid(fields.id);
  if (jid === '') return null;
  const members = Array.isArray(fields.participants) ? fields.participants : [];
  const described: Described = {
    reason: '',
    type: '',
    jid,
    name: text(fields.subject),
    nameSetAt: fields.subjectTime,
    nameSetBy: person(self, fields.subjectOwner, fields.subjectOwnerPn).jid,
    created: fields.creation,
    participants: members.map(record).flatMap((one) => participant(self, one)),
  };
  return joined(described, nowMs);
}

function joined(group: Described, nowMs: number): JoinedGroup {
  const created = timeMs(group.created, nowMs);
  const { name, nameSetBy } = group;
  const NameSetAt = iso(timeMs(group.nameSetAt, created));
  return {
    type: 'JoinedGroup',
    data: {
      Reason: group.reason,
      Type: group.type,
      JID: group.jid,
      GroupName: { Name: name, NameSetAt, ...(nameSetBy !== '' && { NameSetBy: nameSetBy }) },
      Name: name,
      GroupCreated: iso(created),
      Participants: group.participants,
    },
  };
}

/** The stanza and Baileys spell the second address of a member differently. */
function participant(self: Self, one: Fields): GroupParticipant[] {
  const { jid } = person(self, one.jid, one.id, one.phone_number, one.phoneNumber, one.lid);
  const { admin } = one;
  const IsSuperAdmin = admin === 'superadmin';
  return jid === '' ? [] : [{ JID: jid, IsAdmin: IsSuperAdmin || admin === 'admin', IsSuperAdmin }];
}
