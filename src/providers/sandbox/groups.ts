/** The sandbox's groups, as its events tell of them. They are in memory, and gone when the process ends. */
import type { CatalogEvent, Payloads } from '../../events/contract/catalog.ts';
import { notFound } from '../../shared/errors.ts';
import type { Group, GroupActions, GroupMember } from '../groups.ts';
import type { Account } from '../provider.ts';
import { lidOf } from './jids.ts';

/** The group changed longest ago makes room. */
const GROUPS_MAX = 1_000;

export class SandboxGroups implements GroupActions {
  readonly #groups = new Map<string, Group>();
  /** Whose groups they are. */
  #owner = '';

  /** Those of the account: another has none of the groups of the one before. */
  of({ jid }: Account): this {
    if (jid !== this.#owner) this.#groups.clear();
    this.#owner = jid;
    return this;
  }

  async find(group: string): Promise<Group> {
    const known = this.#groups.get(group);
    if (known === undefined) throw notFound(`group ${group}`);
    return known;
  }

  async all(): Promise<readonly Group[]> {
    return [...this.#groups.values()];
  }

  /** A group that the account joined, or what changed of it; other events are about no group. */
  follow(event: CatalogEvent): void {
    if (event.type === 'JoinedGroup') this.#keep(groupOf(event.data));
    if (event.type !== 'GroupInfo') return;
    const known = this.#groups.get(event.data.JID);
    if (known === undefined) return;
    if (event.data.Leave.includes(this.#owner)) this.#groups.delete(known.id);
    else this.#keep(afterChange(known, event.data));
  }

  #keep(group: Group): void {
    this.#groups.delete(group.id);
    const [oldest] = this.#groups.keys();
    if (this.#groups.size >= GROUPS_MAX && oldest !== undefined) this.#groups.delete(oldest);
    this.#groups.set(group.id, group);
  }
}

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

function groupOf({ JID, GroupName, GroupCreated, Participants }: Payloads['JoinedGroup']): Group {
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

function afterChange(group: Group, change: Payloads['GroupInfo']): Group {
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
