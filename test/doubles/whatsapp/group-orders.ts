/** What members order to be done with groups, and what they are answered. */
import type { Directory } from './directory.ts';
import type { Group, GroupOptions } from './groups.ts';
import type { Person } from './person.ts';
import {
  at,
  type BinaryNode,
  childrenOf,
  errorOf,
  nowSeconds,
  resultOf,
  stanza,
} from './stanzas.ts';

/** The groups that orders are about. */
interface AllGroups {
  readonly shy: ReadonlySet<Person>;
  create(creator: Person, options: GroupOptions): Group;
  find(jid: string): Group | undefined;
  byCode(code: string): Group | undefined;
}

const WEEK_S = 7 * 86_400;
const MEMBER_ORDERS = ['add', 'remove', 'promote', 'demote'] as const;
const SETTINGS = ['announcement', 'not_announcement', 'locked', 'unlocked'] as const;

export class GroupOrders {
  readonly #groups: AllGroups;
  readonly #directory: Directory;

  constructor(groups: AllGroups, directory: Directory) {
    this.#groups = groups;
    this.#directory = directory;
  }

  /** Null for an order that is not known here. */
  answer(order: BinaryNode, by: Person): BinaryNode | null {
    const create = at(order, 'create');
    if (create) return this.#create(order, create, by);
    const left = at(order, 'leave', 'group');
    const group = this.#groups.find(left?.attrs.id ?? order.attrs.to ?? '');
    if (!group) return errorOf(order, 404, 'item-not-found');
    if (!group.members.includes(by)) return errorOf(order, 403, 'forbidden');
    if (left) {
      group.leaves({ person: by });
      return resultOf(order);
    }
    return this.#change(order, group, by);
  }

  /** Links to join by and requests to join; null for what is about neither. */
  aboutJoining(order: BinaryNode, by: Person): BinaryNode | null {
    const invite = at(order, 'invite');
    const requests = at(order, 'membership_approval_requests');
    const decision = at(order, 'membership_requests_action');
    if (!invite && !requests && !decision) return null;
    if (invite?.attrs.code !== undefined) return this.#byCode(order, invite.attrs.code, by);
    const group = this.#groups.find(order.attrs.to ?? '');
    if (!group) return errorOf(order, 404, 'item-not-found');
    if (!group.isAdmin(by)) return errorOf(order, 403, 'forbidden');
    if (invite) {
      if (order.attrs.type === 'set') group.revokesInvite({ person: by });
      return resultOf(order, [stanza('invite', { code: group.inviteCode })]);
    }
    if (decision) return resultOf(order, [this.#decide(decision, group, by)]);
    const waiting = [...group.requests].map(([person, request_time]) =>
      stanza('membership_approval_request', {
        jid: group.addressOf(person),
        phone_number: person.pn,
        request_time,
        request_method: 'invite_link',
      }),
    );
    return resultOf(order, [stanza('membership_approval_requests', {}, waiting)]);
  }

  #byCode(order: BinaryNode, code: string, by: Person): BinaryNode {
    const group = this.#groups.byCode(code);
    if (!group) return errorOf(order, 410, 'gone');
    if (order.attrs.type === 'get') return resultOf(order, [group.node()]);
    if (group.members.includes(by)) return errorOf(order, 409, 'conflict');
    const { jid } = group;
    if (group.asksAdmins) {
      group.requests.set(by, nowSeconds());
      return resultOf(order, [stanza('membership_approval_request', { jid })]);
    }
    group.adds({ person: by }, { person: by });
    return resultOf(order, [stanza('group', { jid })]);
  }

  #decide(decision: BinaryNode, group: Group, by: Person): BinaryNode {
    const [answer] = childrenOf(decision);
    const results = childrenOf(answer, 'participant').map(({ attrs }) => {
      const jid = attrs.jid ?? '';
      const person = this.#directory.find(jid)?.person;
      if (!person || !group.requests.delete(person)) return failed(jid, 404);
      if (answer?.tag === 'approve') group.adds({ person: by }, { person });
      return stanza('participant', { jid });
    });
    return stanza(decision.tag, {}, [stanza(answer?.tag ?? '', {}, results)]);
  }

  #create(order: BinaryNode, create: BinaryNode, by: Person): BinaryNode {
    const subject = create.attrs.subject ?? '';
    if (subject === '' || subject.length > 100) return errorOf(order, 406, 'not-acceptable');
    const asked = childrenOf(create, 'participant').map(({ attrs }) => attrs.jid ?? '');
    const found = asked.map((jid) => ({ jid, person: this.#directory.find(jid)?.person ?? null }));
    const members = found.flatMap(({ person }) =>
      person && !this.#groups.shy.has(person) ? [{ person }] : [],
    );
    const group = this.#groups.create(by, { subject, members });
    const refused = found
      .filter(({ person }) => person === null || this.#groups.shy.has(person))
      .map(({ jid, person }) => (person ? inviting(jid) : failed(jid, 404)));
    const node = group.node();
    return resultOf(order, [{ ...node, content: [...childrenOf(node), ...refused] }]);
  }

  #change(order: BinaryNode, group: Group, person: Person): BinaryNode | null {
    const by = { person };
    const [change] = childrenOf(order);
    const tag = change?.tag ?? '';
    const isOpen = tag === 'subject' || tag === 'description' || tag.endsWith('ephemeral');
    const mayAdd = tag === 'add' && group.memberAddMode === 'all_member_add';
    if (!group.isAdmin(person) && !mayAdd && (!isOpen || group.has('locked')))
      return errorOf(order, 403, 'forbidden');
    const members = MEMBER_ORDERS.find((one) => one === tag);
    if (members) return resultOf(order, [this.#members(change, group, by, members)]);
    const setting = SETTINGS.find((one) => one === tag);
    if (setting) group.sets(by, setting);
    else if (tag === 'member_add_mode') group.letsAdd(by, textOf(change));
    else if (tag === 'subject') group.renames(by, textOf(change));
    else if (tag === 'description') {
      if ((change?.attrs.prev ?? '') !== group.descriptionId)
        return errorOf(order, 409, 'conflict');
      group.describes(by, textOf(at(change, 'body')), change?.attrs.id ?? '');
    } else if (tag.endsWith('ephemeral')) group.vanishes(by, Number(change?.attrs.expiration ?? 0));
    else return null;
    return resultOf(order);
  }

  #members(
    change: BinaryNode | undefined,
    group: Group,
    by: { readonly person: Person },
    order: (typeof MEMBER_ORDERS)[number],
  ): BinaryNode {
    const results = childrenOf(change, 'participant').map(({ attrs }) => {
      const jid = attrs.jid ?? '';
      const person = this.#directory.find(jid)?.person;
      if (!person) return failed(jid, 404);
      if (group.members.includes(person) === (order === 'add'))
        return failed(jid, order === 'add' ? 409 : 404);
      if (order === 'add' && this.#groups.shy.has(person)) return inviting(jid);
      group[`${order}s`](by, { person });
      return stanza('participant', { jid: group.addressOf(person), phone_number: person.pn });
    });
    return stanza(order, {}, results);
  }
}

const failed = (jid: string, error: number): BinaryNode =>
  stanza('participant', { jid, error: `${error}` });

/** Of somebody who cannot be added, with what they can be invited by. */
const inviting = (jid: string): BinaryNode =>
  stanza('participant', { jid, error: '403' }, [
    stanza('add_request', { code: 'ABCDEFGH', expiration: `${Number(nowSeconds()) + WEEK_S}` }),
  ]);

const textOf = (node: BinaryNode | undefined): string =>
  node?.content instanceof Uint8Array ? Buffer.from(node.content).toString() : '';
