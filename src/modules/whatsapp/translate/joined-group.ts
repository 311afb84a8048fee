/** Turns a group that the account has joined into an event of the catalog. Pure. */
import type { CatalogEvent } from '../../../core/events/contract/catalog.ts';
import type { GroupParticipant } from '../../../core/events/types/groups.ts';
import { type Fields, record, text, timeMs } from '../../../core/providers/foreign-values.ts';
import { iso } from '../../../core/shared/clock.ts';
import type { BinaryNode, GroupMetadata } from '../engine/surface.ts';
import { metadataOfNode } from './group-metadata.ts';
import { bareJid, person, type Self } from './jids.ts';
import { attribute, child } from './node.ts';

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
      ...{ Reason, Type, JID, Name },
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
