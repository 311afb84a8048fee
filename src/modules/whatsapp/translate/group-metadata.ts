/** Reads groups as WhatsApp describes them, applies changes to them, and shows them to callers. Pure. */
import { count, record } from '../../../core/providers/foreign-values.ts';
import type { Group, GroupMember } from '../../../core/providers/groups.ts';
import { isLid } from '../../../core/shared/addresses/chat-address.ts';
import type { BinaryNode, GroupMetadata, WAMessageAddressingMode } from '../engine/surface.ts';
import { bareJid, person, type Self } from './jids.ts';
import { attribute, body, child, children } from './node.ts';

type Member = GroupMetadata['participants'][number];

/** Reads a `group` node; null for one without an id. */
export function metadataOfNode(group: BinaryNode | undefined): GroupMetadata | null {
  const jid = groupJidOf(attribute(group, 'id'));
  if (group === undefined || jid === '') return null;
  const description = child(group, 'description');
  const participants = membersIn(group);
  return {
    id: jid,
    addressingMode: addressingOf(attribute(group, 'addressing_mode')),
    subject: attribute(group, 'subject'),
    ...optional('subjectOwner', bareJid(attribute(group, 's_o'))),
    ...optional('subjectOwnerPn', bareJid(attribute(group, 's_o_pn'))),
    ...optional('subjectTime', count(attribute(group, 's_t'))),
    ...optional('creation', count(attribute(group, 'creation'))),
    owner: bareJid(attribute(group, 'creator')) || undefined,
    ...optional('ownerPn', bareJid(attribute(group, 'creator_pn'))),
    ...(description && describedBy(description)),
    ...optional('linkedParent', bareJid(attribute(child(group, 'linked_parent'), 'jid'))),
    restrict: child(group, 'locked') !== undefined,
    announce: child(group, 'announcement') !== undefined,
    isCommunity: child(group, 'parent') !== undefined,
    isCommunityAnnounce: child(group, 'default_sub_group') !== undefined,
    joinApprovalMode: child(group, 'membership_approval_mode') !== undefined,
    memberAddMode: isOpenToAdd(child(group, 'member_add_mode')),
    size: count(attribute(group, 'size')) ?? participants.length,
    participants,
    ...optional('ephemeralDuration', count(attribute(child(group, 'ephemeral'), 'expiration'))),
  };
}

type Change = (group: GroupMetadata, node: BinaryNode) => Partial<GroupMetadata>;

const CHANGES = new Map<string, Change>(
  Object.entries<Change>({
    subject: (_, node) => ({
      subject: attribute(node, 'subject'),
      subjectOwner: bareJid(attribute(node, 's_o')),
      subjectOwnerPn: bareJid(attribute(node, 's_o_pn')),
      ...optional('subjectTime', count(attribute(node, 's_t'))),
    }),
    description: (_, node) => describedBy(node),
    add: ({ participants }, node) =>
      withMembers([...without(participants, membersIn(node)), ...membersIn(node)]),
    remove: ({ participants }, node) => withMembers(without(participants, membersIn(node))),
    leave: ({ participants }, node) => withMembers(without(participants, membersIn(node))),
    promote: (group, node) => withRank(group, node, 'admin'),
    demote: (group, node) => withRank(group, node, null),
    locked: () => ({ restrict: true }),
    unlocked: () => ({ restrict: false }),
    announcement: () => ({ announce: true }),
    not_announcement: () => ({ announce: false }),
    ephemeral: (_, node) => ({ ephemeralDuration: count(attribute(node, 'expiration')) ?? 0 }),
    not_ephemeral: () => ({ ephemeralDuration: 0 }),
    member_add_mode: (_, node) => ({ memberAddMode: isOpenToAdd(node) }),
    membership_approval_mode: (_, node) => ({
      joinApprovalMode: attribute(child(node, 'group_join'), 'state') === 'on',
    }),
    // These are about links and requests, which are not part of a description.
    invite: () => ({}),
    revoke: () => ({}),
    created_membership_requests: () => ({}),
    revoked_membership_requests: () => ({}),
  }),
);

/** Returns the group after a notification, or null when it must be asked for again. */
export function afterChange(group: GroupMetadata, notification: BinaryNode): GroupMetadata | null {
  let now = group;
  for (const node of children(notification)) {
    const change = CHANGES.get(node.tag);
    if (change === undefined) return null;
    now = { ...now, ...change(now, node) };
  }
  return now;
}

/** Tells whether a notification says that a member has left or was removed from the group. */
export const namesLeaving = (notification: BinaryNode): boolean =>
  children(notification).some(({ tag }) => tag === 'remove' || tag === 'leave');

/** Tells whether an admin of the group has one of these addresses. */
export const isAdminOf = ({ participants }: GroupMetadata, addresses: readonly string[]): boolean =>
  participants
    .filter(({ admin }) => admin)
    .flatMap(addressesOf)
    .some((jid) => jid !== '' && addresses.includes(jid));

/** Returns the group as callers see it. */
export function groupOf(metadata: GroupMetadata, self: Self): Group {
  const phones = new Map(metadata.participants.map(({ id, phoneNumber }) => [id, phoneNumber]));
  const phoneOf = (lid: string) => phones.get(lid) ?? self.phoneOf?.(lid) ?? null;
  const known = (...addresses: readonly unknown[]) =>
    person({ ...self, phoneOf }, ...addresses).jid || null;
  return {
    id: metadata.id,
    subject: metadata.subject,
    subjectOwner: known(metadata.subjectOwner, metadata.subjectOwnerPn),
    subjectTime: metadata.subjectTime ?? null,
    creation: metadata.creation ?? null,
    owner: known(metadata.owner, metadata.ownerPn),
    desc: metadata.desc || null,
    descId: metadata.descId || null,
    restrict: metadata.restrict === true,
    announce: metadata.announce === true,
    memberAddMode: metadata.memberAddMode === true ? 'all_member_add' : 'admin_add',
    joinApprovalMode: metadata.joinApprovalMode === true,
    ephemeralDuration: metadata.ephemeralDuration ?? 0,
    isCommunity: metadata.isCommunity === true,
    isCommunityAnnounce: metadata.isCommunityAnnounce === true,
    linkedParent: metadata.linkedParent ?? null,
    participants: metadata.participants.map((member) => memberOf(member, self)),
  };
}

function memberOf({ id, lid, phoneNumber, admin = null }: Member, self: Self): GroupMember {
  const { jid } = person(self, id, phoneNumber, lid);
  return { id: jid, lid: [id, lid].map(bareJid).find(isLid) ?? null, admin };
}

/** Ids of groups appear with and without their server. */
export const groupJidOf = (id: string): string =>
  bareJid(id === '' || id.includes('@') ? id : `${id}@g.us`);

/** Tells whether everybody may add members, not only admins. */
const isOpenToAdd = (node: BinaryNode | undefined): boolean => body(node) === 'all_member_add';

const describedBy = (node: BinaryNode): Partial<GroupMetadata> => {
  const text = child(node, 'delete') === undefined ? body(child(node, 'body')) : '';
  return { desc: text, descId: text === '' ? '' : attribute(node, 'id') };
};

/** The members of a new group also name those who could not be added. */
const membersIn = (node: BinaryNode): Member[] =>
  children(node, 'participant')
    .filter((one) => attribute(one, 'error') === '')
    .map((one) => ({
      id: bareJid(attribute(one, 'jid')),
      ...optional('phoneNumber', bareJid(attribute(one, 'phone_number'))),
      ...optional('lid', bareJid(attribute(one, 'lid'))),
      admin: rankOf(record(one.attrs).type),
    }))
    .filter(({ id }) => id !== '');

const rankOf = (type: unknown): 'admin' | 'superadmin' | null =>
  type === 'admin' || type === 'superadmin' ? type : null;

/** The same person may be named by either address. */
export const addressesOf = ({ id, lid, phoneNumber }: Member): string[] =>
  [id, lid, phoneNumber].filter((jid) => jid !== undefined);

function without(members: readonly Member[], others: readonly Member[]): Member[] {
  const gone = new Set(others.flatMap(addressesOf));
  return members.filter((member) => !addressesOf(member).some((jid) => gone.has(jid)));
}

const withMembers = (participants: Member[]): Partial<GroupMetadata> => ({
  participants,
  size: participants.length,
});

function withRank(
  { participants }: GroupMetadata,
  node: BinaryNode,
  admin: 'admin' | null,
): Partial<GroupMetadata> {
  const named = new Set(membersIn(node).flatMap(addressesOf));
  const isNamed = (member: Member) => addressesOf(member).some((jid) => named.has(jid));
  return {
    participants: participants.map((member) => (isNamed(member) ? { ...member, admin } : member)),
  };
}

// The cast avoids loading Baileys for its enum of two words.
const addressingOf = (mode: string): WAMessageAddressingMode =>
  (mode === 'lid' ? 'lid' : 'pn') as WAMessageAddressingMode;

/** Returns an object with the field, or an empty one when the value is empty. */
const optional = <N extends string, V>(name: N, value: V | null | ''): { [K in N]?: V } =>
  (value === null || value === '' ? {} : { [name]: value }) as { [K in N]?: V };
