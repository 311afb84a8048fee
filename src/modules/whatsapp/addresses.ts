/** Finds the phone numbers behind WhatsApp's LIDs, and the members and admins of groups. */
import { isLid, isPhone } from '../../core/shared/addresses/chat-address.ts';
import { Semaphore, type Slots } from '../../core/shared/async/semaphore.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { BinaryNode, WAMessage, WASocket } from './engine/surface.ts';
import type { GroupCache } from './groups/cache.ts';
import { otherAddress } from './other-address.ts';
import type { Queues } from './queues.ts';
import { addressesOf, isAdminOf } from './translate/group-metadata.ts';
import { bareJid, type Person, type Self } from './translate/jids.ts';
import { lidsOfMessage, lidsOfNode, phonesIn } from './translate/lids.ts';
import { attribute } from './translate/node.ts';

const KNOWN_MAX = 10_000;
/** How many groups WhatsApp is asked about at once for stanzas other than messages. */
const QUESTIONS_AT_ONCE = 4;
/** Each question has a time limit, so each place becomes free. */
const NEVER = new AbortController().signal;

/** The people in a message, as far as they are known without asking WhatsApp. */
interface KnownPeople {
  /** The account's own addresses. */
  readonly self: Self;
  /** False when WhatsApp can still be asked who is behind a LID in the message. */
  readonly isComplete: boolean;
}

export class Addresses {
  readonly #self: () => Self;
  readonly #groups: Pick<GroupCache, 'find'>;
  readonly #queues: Pick<Queues, 'mergePeople'>;
  readonly #phones = new LimitedMap<string, string>(KNOWN_MAX);
  /** Groups whose members were asked for, once for each connection. */
  readonly #asked = new WeakMap<WASocket, Set<string>>();
  readonly #questions = new Semaphore(QUESTIONS_AT_ONCE);
  /** The current connection. */
  #socket: WASocket | null = null;

  /** `self` returns the account's current addresses. */
  constructor(
    self: () => Self,
    groups: Pick<GroupCache, 'find'>,
    queues: Pick<Queues, 'mergePeople'>,
  ) {
    this.#self = self;
    this.#groups = groups;
    this.#queues = queues;
  }

  listenTo(socket: WASocket): void {
    this.#socket = socket;
    socket.ev.on('lid-mapping.update', ({ lid, pn }) => this.#learn([[bareJid(lid), bareJid(pn)]]));
  }

  /**
   * Resolves with the account's own addresses, once as many of the people that the stanza names are known as possible.
   */
  forStanza(stanza: BinaryNode, socket: WASocket | null): Promise<Self> {
    this.#learn([...phonesIn(stanza)]);
    const from = bareJid(attribute(stanza, 'from'));
    return this.#knowing(lidsOfNode(stanza), from, socket, this.#questions);
  }

  /**
   * Resolves with the account's own addresses, once as many of the people in the message are known as possible. Without
   * a connection it uses only what is already known.
   */
  forMessage(message: WAMessage): Promise<Self> {
    const chat = bareJid(message.key.remoteJid);
    return this.#knowing(lidsOfMessage(message), chat, this.#socket);
  }

  /** Resolves with what is known of the people in a message, without asking WhatsApp. */
  async knownFor(message: WAMessage): Promise<KnownPeople> {
    const self = this.#self();
    const socket = this.#socket;
    const lids = lidsOfMessage(message);
    if (socket !== null) await this.#lookUpAll(lids, self, socket);
    const chat = bareJid(message.key.remoteJid);
    const isComplete = socket === null || !this.#mayAsk(chat, this.#unknown(lids, self), socket);
    return { self: this.#naming(self), isComplete };
  }

  /** Tells whether the person is an admin of the group; false when WhatsApp does not say. */
  async isAdmin(group: string, { jid, alt }: Person): Promise<boolean> {
    const socket = this.#socket;
    if (socket === null) return false;
    const described = await this.#groups.find(group, socket).catch(() => null);
    return described !== null && isAdminOf(described, [jid, alt]);
  }

  async #knowing(
    lids: readonly string[],
    chat: string,
    socket: WASocket | null,
    places?: Slots,
  ): Promise<Self> {
    const self = this.#self();
    if (socket === null) return this.#naming(self);
    await this.#lookUpAll(lids, self, socket);
    if (this.#mayAsk(chat, this.#unknown(lids, self), socket)) {
      const place = await places?.acquire(NEVER);
      await this.#askGroup(chat, socket);
      place?.release();
    }
    return this.#naming(self);
  }

  readonly #naming = (self: Self): Self => ({
    ...self,
    phoneOf: (lid) => this.#phones.get(lid) ?? null,
  });

  #unknown(lids: readonly string[], self: Self): string[] {
    return lids.filter((lid) => lid !== self.lid && !this.#phones.has(lid));
  }

  async #lookUpAll(lids: readonly string[], self: Self, socket: WASocket): Promise<void> {
    await Promise.all(this.#unknown(lids, self).map((lid) => this.#lookUp(lid, socket)));
  }

  #mayAsk(chat: string, unknown: readonly string[], socket: WASocket): boolean {
    const asked = this.#asked.get(socket);
    const isAsked = asked !== undefined && (asked.has(chat) || asked.size >= KNOWN_MAX);
    return unknown.length > 0 && chat.endsWith('@g.us') && !isAsked;
  }

  async #lookUp(lid: string, socket: WASocket): Promise<void> {
    const phone = await otherAddress(lid, socket).catch(() => '');
    if (phone) this.#learn([[lid, phone]]);
  }

  /** Receipts of a group may name members only by their LID. */
  async #askGroup(group: string, socket: WASocket): Promise<void> {
    const asked = this.#asked.get(socket) ?? new Set();
    this.#asked.set(socket, asked.add(group));
    const described = await this.#groups.find(group, socket).catch(() => null);
    const members = (described?.participants ?? []).map((member) => {
      const addresses = addressesOf(member);
      return [addresses.find(isLid) ?? '', addresses.find(isPhone) ?? ''] as const;
    });
    this.#learn(members);
  }

  #learn(pairs: readonly (readonly [lid: string, phone: string])[]): void {
    const learned = pairs.filter(
      ([lid, phone]) => isLid(lid) && isPhone(phone) && this.#phones.get(lid) !== phone,
    );
    for (const [lid, phone] of learned) this.#phones.set(lid, phone);
    if (learned.length === 0) return;
    this.#queues.mergePeople(learned.map(([from, to]) => ({ from, to })));
  }
}
