/** The groups of a sandbox instance. They are kept only in memory. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import {
  type CreatedGroup,
  type Group,
  type GroupActions,
  type GroupSetting,
  type JoinAnswer,
  type JoinRequest,
  type MemberAction,
  type MemberAddMode,
  type MemberResult,
  type NewGroup,
  NO_REQUEST,
} from '../../core/providers/groups.ts';
import type { Account } from '../../core/providers/provider.ts';
import { iso } from '../../core/shared/clock.ts';
import { failure } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import { type ActionList, describedJpeg } from './chat-actions.ts';
import {
  afterChange,
  type GroupChanges,
  groupInfo,
  groupOf,
  joinedGroup,
  SETTING_CHANGES,
} from './group-events.ts';
import { newGroupJid, newInviteCode, newMessageId } from './invented-values.ts';
import type { SandboxNewslettersDeps } from './newsletters.ts';

/** The group that was changed longest ago is removed. */
const GROUPS_MAX = 1_000;

interface SandboxGroupsDeps extends SandboxNewslettersDeps {
  readonly actions: Pick<ActionList, 'add'>;
}

export class SandboxGroups implements GroupActions {
  readonly #deps: SandboxGroupsDeps;
  readonly #groups = new LimitedMap<string, Group>(GROUPS_MAX);
  /** Groups that the account has left. */
  readonly #left = new LimitedMap<string, Group>(GROUPS_MAX);
  /** Keyed by group. */
  readonly #codes = new LimitedMap<string, string>(GROUPS_MAX);
  #owner: Account = { jid: '', pushName: '' };

  constructor(deps: SandboxGroupsDeps) {
    this.#deps = deps;
  }

  /** Forgets the groups when another account is paired. */
  of(account: Account): this {
    if (account.jid !== this.#owner.jid)
      for (const known of [this.#groups, this.#left, this.#codes]) known.clear();
    this.#owner = account;
    return this;
  }

  async find(group: string): Promise<Group> {
    const known = this.#groups.get(group);
    if (known === undefined) throw failure('group_not_found', { which: ` ${group}` });
    return known;
  }

  async *all(): AsyncGenerator<Group, void> {
    yield* [...this.#groups.values()];
  }

  async create({
    subject,
    description,
    participants,
    promoteParticipants,
  }: NewGroup): Promise<CreatedGroup> {
    const jid = newGroupJid(this.#deps.random);
    const join = participants.filter((one) => one !== this.#owner.jid);
    const promote = promoteParticipants ? join : [];
    const data = joinedGroup({ jid, name: subject, join, promote }, this.#notice());
    for (const one of data.Participants)
      if (one.JID === this.#owner.jid) Object.assign(one, { IsAdmin: true, IsSuperAdmin: true });
    await this.#happens({ type: 'JoinedGroup', data });
    if (description !== '') await this.describe(jid, description);
    return {
      group: await this.find(jid),
      results: join.map((one) => result(one, 200)),
      problems: [],
    };
  }

  async rename(group: string, name: string): Promise<void> {
    await this.#editable(group);
    const by = { NameSetAt: iso(this.#deps.now()), NameSetBy: this.#owner.jid };
    await this.#change(group, { Name: { Name: name, ...by } });
  }

  async describe(group: string, topic: string): Promise<void> {
    await this.#editable(group);
    const { now, random } = this.#deps;
    const by = { TopicSetAt: iso(now()), TopicSetBy: this.#owner.jid };
    const Topic = {
      Topic: topic,
      TopicID: newMessageId(random),
      TopicDeleted: topic === '',
      ...by,
    };
    await this.#change(group, { Topic });
  }

  async changeMembers(
    group: string,
    action: MemberAction,
    people: readonly string[],
  ): Promise<readonly MemberResult[]> {
    const isAdding = action === 'add';
    const known = await this.find(group);
    const isOpen = isAdding && known.memberAddMode === 'all_member_add';
    if (!isOpen) await this.#administered(group);
    const members = new Set(known.participants.map(({ id }) => id));
    const refused = isAdding ? 409 : 404;
    const results = people.map((one) => result(one, members.has(one) === isAdding ? refused : 200));
    const done = results.filter(({ status }) => status === 200).map(({ jid }) => jid);
    if (done.length > 0) await this.#change(group, { [LISTS[action]]: done });
    return results;
  }

  async set(group: string, setting: GroupSetting): Promise<void> {
    await this.#administered(group);
    await this.#change(group, SETTING_CHANGES[setting]);
  }

  async setMemberAddMode(group: string, MemberAddMode: MemberAddMode): Promise<void> {
    await this.#administered(group);
    await this.#change(group, { MemberAddMode });
  }

  async setPicture(group: string, jpeg: Uint8Array): Promise<void> {
    await this.#editable(group);
    this.#deps.actions.add({ action: 'groupPicture', chat: group, value: describedJpeg(jpeg) });
  }

  async setEphemeral(group: string, seconds: number): Promise<void> {
    await this.#editable(group);
    const Ephemeral = { IsEphemeral: seconds > 0, DisappearingTimer: seconds };
    await this.#change(group, { Ephemeral });
  }

  async leave(group: string): Promise<void> {
    await this.find(group);
    await this.#change(group, { Leave: [this.#owner.jid] });
  }

  async inviteCode(group: string): Promise<string> {
    await this.#administered(group);
    return this.#codes.get(group) ?? this.revokeInviteCode(group);
  }

  async revokeInviteCode(group: string): Promise<string> {
    await this.#administered(group);
    const code = newInviteCode(this.#deps.random);
    this.#codes.set(group, code);
    await this.#change(group, { NewInviteLink: `https://chat.whatsapp.com/${code}` });
    return code;
  }

  async inviteInfo(code: string): Promise<Group> {
    const [jid = ''] = [...this.#codes].find(([, known]) => known === code) ?? [];
    const group = this.#groups.get(jid) ?? this.#left.get(jid);
    if (group === undefined) throw failure('group_invitation_not_found');
    return group;
  }

  /** A group that was left can be joined again; there are no others to join. */
  async join(code: string) {
    const { id, subject, participants } = await this.inviteInfo(code);
    if (this.#groups.has(id)) throw failure('in_group_already', { group: id });
    const join = participants.map((one) => one.id);
    const data = joinedGroup({ jid: id, name: subject, join }, this.#notice());
    await this.#happens({ type: 'JoinedGroup', data });
    return { group: id, isJoined: true };
  }

  /** Nobody asks to join. */
  async joinRequests(group: string): Promise<readonly JoinRequest[]> {
    await this.#administered(group);
    return [];
  }

  async answerJoinRequests(
    group: string,
    _answer: JoinAnswer,
    people: readonly string[],
  ): Promise<readonly MemberResult[]> {
    await this.#administered(group);
    return people.map((one) => ({ ...result(one, 404), reason: NO_REQUEST }));
  }

  /** Nobody is an admin of a group that the account is not in. */
  isAdmin(group: string, person: string): boolean {
    const { participants = [] } = this.#groups.get(group) ?? {};
    return participants.some(({ id, admin }) => id === person && admin !== null);
  }

  /** Applies an event: a group that the account joined, or a change. Other events are ignored. */
  follow(event: CatalogEvent): void {
    if (event.type === 'JoinedGroup') this.#keep(groupOf(event.data));
    if (event.type !== 'GroupInfo') return;
    const known = this.#groups.get(event.data.JID);
    if (known === undefined) return;
    if (event.data.Leave.includes(this.#owner.jid)) this.#leave(known);
    else this.#keep(afterChange(known, event.data));
  }

  #keep(group: Group): void {
    this.#left.delete(group.id);
    this.#groups.set(group.id, group);
  }

  #leave(group: Group): void {
    this.#groups.delete(group.id);
    const { jid } = this.#owner;
    const participants = group.participants.filter(({ id }) => id !== jid);
    this.#left.set(group.id, { ...group, participants });
  }

  async #happens(event: CatalogEvent): Promise<void> {
    await this.#deps.publish(event);
    this.follow(event);
  }

  async #change(jid: string, changes: GroupChanges): Promise<void> {
    const data = { ...groupInfo(jid, this.#notice()), ...changes };
    await this.#happens({ type: 'GroupInfo', data });
  }

  #notice() {
    return { nowMs: this.#deps.now(), account: this.#owner };
  }

  /** In a group that only admins may edit, others are refused. */
  async #editable(group: string): Promise<Group> {
    const known = await this.find(group);
    return known.restrict ? this.#administered(group) : known;
  }

  async #administered(group: string): Promise<Group> {
    const known = await this.find(group);
    if (this.isAdmin(group, this.#owner.jid)) return known;
    throw failure('group_refused', { where: ` in ${group}` });
  }
}

const LISTS = { add: 'Join', remove: 'Leave', promote: 'Promote', demote: 'Demote' } as const;

const REASONS = new Map([
  [404, 'They are not in the group.'],
  [409, 'They are in the group already.'],
]);

const result = (jid: string, status: number): MemberResult => ({
  jid,
  status,
  reason: REASONS.get(status) ?? null,
  invite: null,
});
