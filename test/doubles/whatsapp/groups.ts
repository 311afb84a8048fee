/** Groups: who is in them, what they are called, and what their members are told when that changes. */
import { randomBytes, randomInt } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { Directory } from './directory.ts';
import { GroupOrders } from './group-orders.ts';
import type { Person } from './person.ts';
import {
  at,
  type BinaryNode,
  bytesAt,
  errorOf,
  newId,
  nowSeconds,
  resultOf,
  SERVER,
  stanza,
} from './stanzas.ts';

/** Anyone who can be in a group: a contact or a phone. */
export interface Member {
  readonly person: Person;
}

export interface GroupOptions {
  readonly subject: string;
  readonly members: readonly Member[];
  /** By which address members know each other; `lid` when absent, as in today's groups. */
  readonly addressing?: 'pn' | 'lid';
}

type Role = 'superadmin' | 'admin' | undefined;

export class Group {
  readonly jid = `1203630${randomInt(10 ** 8, 10 ** 9)}${randomInt(10 ** 2, 10 ** 3)}@g.us`;
  addressing: 'pn' | 'lid';
  readonly creation = nowSeconds();
  subject: string;
  description: string | null = null;
  picture: Uint8Array | null = null;
  /** Who adds members: `admin_add`, `all_member_add`. */
  memberAddMode = 'admin_add';
  /** `announcement`, `locked`, as far as they are set. */
  readonly #settings = new Set<string>();
  #descriptionId = '';
  /** Seconds; 0: messages stay. */
  #expiration = 0;
  /** Which linked devices have each member's keys: member and device. */
  readonly keysGiven = new Set<string>();
  readonly #creator: Person;
  readonly #members = new Map<Person, Role>();

  constructor(creator: Person, { subject, members, addressing = 'lid' }: GroupOptions) {
    this.addressing = addressing;
    this.subject = subject;
    this.#creator = creator;
    this.#members.set(creator, 'superadmin');
    for (const { person } of members) {
      if (person !== creator) this.#members.set(person, undefined);
    }
    this.#tell(creator, stanza('create', { type: 'new', key: newId() }, [this.node()]));
  }

  isAdmin(person: Person): boolean {
    return this.#members.get(person) !== undefined;
  }

  has(setting: 'announcement' | 'locked'): boolean {
    return this.#settings.has(setting);
  }

  get descriptionId(): string {
    return this.#descriptionId;
  }

  get members(): Person[] {
    return [...this.#members.keys()];
  }

  /** Every device of every member, phones included. */
  devices(): string[] {
    return this.members.flatMap((person) => [
      person.pn,
      ...person.linked().map((companion) => companion.jid),
    ]);
  }

  /** What members call this person. */
  addressOf(person: Person): string {
    return this.addressing === 'lid' ? person.lid : person.pn;
  }

  otherAddressOf(person: Person): string {
    return this.addressing === 'lid' ? person.pn : person.lid;
  }

  renames(by: Member, subject: string): void {
    this.subject = subject;
    const s_o = this.addressOf(by.person);
    this.#tell(by.person, stanza('subject', { subject, s_o, s_t: nowSeconds() }));
  }

  describes(by: Member, text: string, id = newId()): void {
    this.description = text === '' ? null : text;
    this.#descriptionId = id;
    const about = text === '' ? stanza('delete') : stanza('body', {}, text);
    this.#tell(by.person, stanza('description', { id }, [about]));
  }

  /**
   * Those who were in the group hear `add`. Whoever is new hears `create` with the whole group, or, with
   * `newcomerHears: 'add'`, the same as the others.
   */
  adds(by: Member, newcomer: Member, newcomerHears: 'create' | 'add' = 'create'): void {
    const add = stanza('add', {}, [this.#participant(newcomer.person)]);
    if (newcomerHears === 'add') this.#members.set(newcomer.person, undefined);
    this.#tell(by.person, add);
    if (newcomerHears === 'add') return;
    this.#members.set(newcomer.person, undefined);
    this.#tellOne(newcomer.person, by.person, stanza('create', {}, [this.node()]));
  }

  removes(by: Member, member: Member): void {
    this.#tell(by.person, stanza('remove', {}, [this.#participant(member.person)]));
    this.#members.delete(member.person);
    this.keysGiven.clear();
  }

  promotes(by: Member, member: Member): void {
    this.#members.set(member.person, 'admin');
    this.#tell(by.person, stanza('promote', {}, [this.#participant(member.person)]));
  }

  demotes(by: Member, member: Member): void {
    this.#members.set(member.person, undefined);
    this.#tell(by.person, stanza('demote', {}, [this.#participant(member.person)]));
  }

  /** `announcement`: only admins write. `locked`: only admins change the group. */
  sets(by: Member, setting: 'announcement' | 'not_announcement' | 'locked' | 'unlocked'): void {
    if (setting === 'announcement' || setting === 'locked') this.#settings.add(setting);
    else this.#settings.delete(OPPOSITE[setting]);
    this.#tell(by.person, stanza(setting));
  }

  letsAdd(by: Member, mode: string): void {
    this.memberAddMode = mode;
    this.#tell(by.person, stanza('member_add_mode', {}, mode));
  }

  /** Of the link to join by. */
  inviteCode = newCode();
  /** Admins decide about who joins by the link. */
  asksAdmins = false;
  /** Those who wait for that, by when they asked. */
  readonly requests = new Map<Person, string>();

  revokesInvite(by: Member): void {
    this.inviteCode = newCode();
    this.#tell(by.person, stanza('invite', { code: this.inviteCode }));
  }

  vanishes(by: Member, seconds: number): void {
    this.#expiration = seconds;
    const change = seconds > 0 ? stanza('ephemeral', { expiration: `${seconds}` }) : null;
    this.#tell(by.person, change ?? stanza('not_ephemeral'));
  }

  leaves(member: Member): void {
    this.#tell(member.person, stanza('leave', {}, [this.#participant(member.person)]));
    this.#members.delete(member.person);
    this.keysGiven.clear();
  }

  /** A change of a kind that clients of this version do not know. */
  changesSomehow(by: Member): void {
    this.subject = `${this.subject}, changed somehow`;
    this.#tell(by.person, stanza('changed_somehow'));
  }

  /** As metadata gives it. */
  node(): BinaryNode {
    return stanza(
      'group',
      {
        id: this.jid.split('@')[0],
        subject: this.subject,
        s_o: this.addressOf(this.#creator),
        s_t: this.creation,
        creation: this.creation,
        creator: this.addressOf(this.#creator),
        creator_pn: this.addressing === 'lid' ? this.#creator.pn : undefined,
        addressing_mode: this.addressing,
        size: `${this.#members.size}`,
      },
      [
        ...this.members.map((person) => this.#participant(person)),
        ...[...this.#settings].map((setting) => stanza(setting)),
        stanza('member_add_mode', {}, this.memberAddMode),
        ...(this.#expiration > 0
          ? [stanza('ephemeral', { expiration: `${this.#expiration}` })]
          : []),
        ...(this.description === null
          ? []
          : [
              stanza('description', { id: this.#descriptionId }, [
                stanza('body', {}, this.description),
              ]),
            ]),
      ],
    );
  }

  #participant(person: Person): BinaryNode {
    return stanza('participant', {
      jid: this.addressOf(person),
      phone_number: this.addressing === 'lid' ? person.pn : undefined,
      lid: this.addressing === 'pn' ? person.lid : undefined,
      type: this.#members.get(person),
    });
  }

  #tell(by: Person, change: BinaryNode) {
    for (const member of this.members) this.#tellOne(member, by, change);
  }

  #tellOne(member: Person, by: Person, change: BinaryNode) {
    const usesLid = this.addressing === 'lid';
    for (const companion of member.linked()) {
      companion.push(
        stanza(
          'notification',
          {
            from: this.jid,
            type: 'w:gp2',
            id: newId(),
            t: nowSeconds(),
            participant: this.addressOf(by),
            participant_pn: usesLid ? by.pn : undefined,
            addressing_mode: this.addressing,
            notify: by.name,
          },
          [change],
        ),
      );
    }
  }
}

const newCode = (): string => randomBytes(11).toString('hex').toUpperCase();

const OPPOSITE = { not_announcement: 'announcement', unlocked: 'locked' } as const;

export class Groups {
  /** Refuses every question about groups. */
  isSilent = false;
  /** Questions that are answered only once this is null again; see `answersLate`. */
  #late: (() => void)[] | null = null;
  /** Groups that clients asked to be described, oldest first; '' for all of theirs at once. */
  readonly questions: string[] = [];
  /** Happens once between the next answer and its sending. */
  meanwhile: (() => void) | null = null;
  /** People who let nobody but their contacts add them. */
  readonly shy = new Set<Person>();
  readonly #groups = new Map<string, Group>();
  readonly #orders: GroupOrders;

  constructor(directory: Directory) {
    this.#orders = new GroupOrders(this, directory);
  }

  create(creator: Person, options: GroupOptions): Group {
    const group = new Group(creator, options);
    this.#groups.set(group.jid, group);
    return group;
  }

  byCode(code: string): Group | undefined {
    return [...this.#groups.values()].find(({ inviteCode }) => inviteCode === code);
  }

  find(jid: string): Group | undefined {
    return this.#groups.get(jid);
  }

  /** Nobody has the person's keys of groups any more, because the person has made others. */
  forgetKeysOf({ number }: Person): void {
    for (const { keysGiven } of this.#groups.values())
      for (const pair of keysGiven) if (pair.startsWith(`${number}>`)) keysGiven.delete(pair);
  }

  /** Tells the account's devices that what they know of its groups may be old. */
  outdate({ person }: Member): void {
    const dirty = stanza('dirty', { type: 'groups', timestamp: nowSeconds() });
    for (const { connection } of person.linked())
      connection?.send(stanza('ib', { from: SERVER }, [dirty]));
  }

  /** Answers no question about groups until the returned function is called. */
  answersLate(): () => void {
    const late: (() => void)[] = [];
    this.#late = late;
    return () => {
      this.#late = null;
      for (const answer of late) answer();
    };
  }

  /** Of a group, as its members may: only admins where it is locked. */
  setPicture(query: BinaryNode, jid: string, by: Person | undefined): BinaryNode {
    const group = this.#groups.get(jid);
    if (!group || !by) return errorOf(query, 404, 'item-not-found');
    if (!group.members.includes(by) || (group.has('locked') && !group.isAdmin(by)))
      return errorOf(query, 403, 'forbidden');
    group.picture = bytesAt(query, 'picture');
    return resultOf(query, [stanza('picture', { id: nowSeconds() })]);
  }

  answer(query: BinaryNode, connection: Connection): BinaryNode | 'unanswered' | null {
    if (this.#late !== null) {
      this.questions.push(query.attrs.to ?? '');
      this.#late.push(() => {
        const answer = this.#answer(query, connection);
        if (answer !== null) connection.send(answer);
      });
      return 'unanswered';
    }
    const answer = this.#answer(query, connection);
    const { meanwhile } = this;
    this.meanwhile = null;
    meanwhile?.();
    return answer;
  }

  #answer(query: BinaryNode, { companion }: Connection): BinaryNode | null {
    const to = query.attrs.to ?? '';
    if (!companion) return null;
    const invited = this.#orders.aboutJoining(query, companion.person);
    if (invited) return invited;
    if (query.attrs.type === 'set') return this.#orders.answer(query, companion.person);
    if (at(query, 'participating')) this.questions.push('');
    else if (at(query, 'query')) this.questions.push(to);
    if (this.isSilent) return errorOf(query, 500, 'internal-server-error');
    if (at(query, 'participating')) {
      const own = [...this.#groups.values()].filter(({ members }) =>
        members.includes(companion.person),
      );
      return resultOf(query, [
        stanza(
          'groups',
          {},
          own.map((group) => group.node()),
        ),
      ]);
    }
    if (!at(query, 'query')) return null;
    const group = this.#groups.get(to);
    if (!group) return errorOf(query, 404, 'item-not-found');
    if (!group.members.includes(companion.person)) return errorOf(query, 403, 'forbidden');
    return resultOf(query, [group.node()]);
  }
}
