/**
 * Caches the account's groups. They are asked for once and then kept up to date by the notifications of the connection,
 * so that neither callers nor messages to groups ask again. A new connection begins with an empty cache.
 */
import type { BinaryNode, GroupMetadata, WASocket } from '../engine/surface.ts';
import { addressesOf, afterChange, metadataOfNode } from '../translate/group-metadata.ts';
import { bareJid, isMe, type Self } from '../translate/jids.ts';
import { attribute, child } from '../translate/node.ts';
import { askForAll, askForGroup } from './queries.ts';

const GROUPS_MAX = 2_000;
/** Counted over all groups; this many take some 20 MB. */
const MEMBERS_MAX = 100_000;

/** Changes of groups that came while WhatsApp was asked: the answer may be older. */
interface ConcurrentChanges {
  readonly changed: Set<string>;
  isAllStale: boolean;
}

export class GroupCache {
  /** The least recently used group is first. */
  readonly #groups = new Map<string, GroupMetadata>();
  readonly #underWay = new Set<ConcurrentChanges>();
  /** Questions that later callers wait for too, by group; '' is the question for all groups. */
  readonly #asking = new Map<string, Promise<readonly GroupMetadata[]>>();
  readonly #self: () => Self;
  #members = 0;
  /** Whether exactly the groups of the account are cached. */
  #isComplete = false;

  /** `self` returns the account's current addresses. */
  constructor(self: () => Self) {
    this.#self = self;
  }

  /** Follows a new connection. Call it before anybody else listens to the connection, since they may ask. */
  listenTo(socket: WASocket): void {
    this.clear();
    socket.ws.on('CB:notification,type:w:gp2', (node: BinaryNode) => this.#notified(node));
    socket.ws.on('CB:ib,,dirty', (node: BinaryNode) => {
      if (attribute(child(node, 'dirty'), 'type') === 'groups') this.clear();
    });
  }

  clear(): void {
    this.#empty();
    this.#asking.clear();
    this.#isComplete = false;
    for (const meanwhile of this.#underWay) meanwhile.isAllStale = true;
  }

  /** Resolves with what WhatsApp says of a group. Rejects when it refuses, or does not answer in time. */
  async find(group: string, socket: WASocket): Promise<GroupMetadata> {
    const known = this.#groups.get(group);
    if (known !== undefined) return this.#keep(known);
    const [found] = await this.#once(group, async () => [await askForGroup(socket, group)]);
    if (found === undefined) throw new Error('the answer describes no group');
    return found;
  }

  /** Resolves with all groups of the account. */
  async all(socket: WASocket): Promise<readonly GroupMetadata[]> {
    if (this.#isComplete) return [...this.#groups.values()];
    return this.#once('', () => askForAll(socket));
  }

  /** Forgets a group that may have changed; it is asked for when it is needed next. */
  forget(group: string): void {
    for (const { changed } of this.#underWay) changed.add(group);
    this.#asking.delete(group);
    this.#asking.delete('');
    this.#remove(group);
    this.#isComplete = false;
  }

  /** Resolves with the answer to a question, which several callers may wait for. */
  #once(
    name: string,
    question: () => Promise<readonly GroupMetadata[]>,
  ): Promise<readonly GroupMetadata[]> {
    const asking = this.#asking.get(name);
    if (asking !== undefined) return asking;
    const asked = this.#answer(name === '', question).finally(() => {
      if (this.#asking.get(name) === asked) this.#asking.delete(name);
    });
    this.#asking.set(name, asked);
    return asked;
  }

  async #answer(
    isForAll: boolean,
    question: () => Promise<readonly GroupMetadata[]>,
  ): Promise<readonly GroupMetadata[]> {
    const meanwhile: ConcurrentChanges = { changed: new Set(), isAllStale: false };
    this.#underWay.add(meanwhile);
    try {
      const found = await question();
      if (meanwhile.isAllStale) return found;
      if (isForAll) this.#empty();
      this.#isComplete = isForAll && meanwhile.changed.size === 0;
      for (const one of found) if (!meanwhile.changed.has(one.id)) this.#keep(one);
      return found;
    } finally {
      this.#underWay.delete(meanwhile);
    }
  }

  #notified(notification: BinaryNode): void {
    const group = bareJid(attribute(notification, 'from'));
    for (const { changed } of this.#underWay) changed.add(group);
    const created = child(notification, 'create');
    if (created !== undefined) {
      const described = metadataOfNode(child(created, 'group'));
      if (described === null) this.forget(group);
      else this.#keep(described);
      return;
    }
    const known = this.#groups.get(group);
    const now = known === undefined ? null : afterChange(known, notification);
    if (now === null) this.forget(group);
    else if (this.#isIn(now)) this.#keep(now);
    else this.#remove(group);
  }

  #isIn({ participants }: GroupMetadata): boolean {
    const self = this.#self();
    return participants.some((member) => addressesOf(member).some((jid) => isMe(jid, self)));
  }

  #keep(group: GroupMetadata): GroupMetadata {
    this.#remove(group.id);
    this.#groups.set(group.id, group);
    this.#members += group.participants.length;
    for (const [oldest] of this.#groups) {
      if (this.#groups.size <= GROUPS_MAX && this.#members <= MEMBERS_MAX) break;
      this.#remove(oldest);
      this.#isComplete = false;
    }
    return group;
  }

  #empty(): void {
    this.#groups.clear();
    this.#members = 0;
  }

  #remove(group: string): void {
    const known = this.#groups.get(group);
    if (known === undefined) return;
    this.#members -= known.participants.length;
    this.#groups.delete(group);
  }
}
