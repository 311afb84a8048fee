/**
 * Finds the chat of a person's messages. A person may show a number, an id for this business or both, and any of them
 * may be missing tomorrow: the chat keeps the id that it got first.
 */
import type { Database } from '../../core/db/client.ts';
import type { SenderIds } from '../../core/events/types/message-data.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { isBusinessId } from '../../core/shared/addresses/username.ts';
import { Mutex } from '../../core/shared/async/mutex.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import { type AddressChange, jidOf, phoneJid } from './translate/people.ts';

type Ids = Pick<SenderIds, 'number' | 'bsuid'>;

const READ = `select address, chat from cloud_people
  where instance_id = ? and address in (select value from json_each(?))`;
const WRITE = `insert into cloud_people (instance_id, address, chat)
  select ?, key, value from json_each(?) where true
  on conflict do update set chat = excluded.chat`;

const LEAD = `update cloud_people set chat = ?
  where instance_id = ? and chat in (select value from json_each(?))`;
const LEAVE = 'delete from cloud_people where instance_id = ? and address = ?';

/** How many addresses of one instance are remembered. */
const KNOWN_MAX = 5_000;

/** The people of one instance. */
export class People {
  readonly #db: Pick<Database, 'query'>;
  readonly #host: Pick<SessionHost, 'instanceId' | 'mergePeople'>;
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);
  /** Further addresses that are stored with contacts, and the chat of each. */
  readonly #entered = new LimitedMap<string, string>(KNOWN_MAX);
  readonly #turn = new Mutex();

  constructor(db: Pick<Database, 'query'>, host: Pick<SessionHost, 'instanceId' | 'mergePeople'>) {
    this.#db = db;
    this.#host = host;
  }

  /** Returns the chat of each, in the same order, once it is on disk; '' for somebody without any address. */
  chatsOf(all: readonly Ids[]): Promise<string[]> {
    return this.#turn.run(() => this.#chatsOf(all));
  }

  /**
   * Returns the chat to which any of these leads, each a chat named after an address; null when nobody has written from
   * them.
   */
  knownChat(chats: readonly string[]): Promise<string | null> {
    return this.#turn.run(async () => {
      const addresses = chats.flatMap((chat) => addressesOf(idsIn(chat)));
      const known = await this.#read(addresses);
      return (
        addresses.map((address) => known.get(address)).find((one) => one !== undefined) ?? null
      );
    });
  }

  /** Stores that a chat is written to by its own name before its person has written. */
  async noteWrittenTo(chat: string): Promise<void> {
    const ids = idsIn(chat);
    if (addressesOf(ids).length > 0) await this.chatsOf([ids]);
  }

  /** Adds another number (digits) to the person of a chat, unless somebody has already written from it. */
  learned(chat: string, number: string): Promise<void> {
    return this.#turn.run(async () => {
      const known = await this.#read([number]);
      if (!known.has(number)) await this.#write(new Map([[number, chat]]));
    });
  }

  /**
   * Follows somebody to another number or id: their chat continues under it, and their other addresses lead there. A
   * chat by a number that they keep stays as it is, and the new id leads there. A number that they gave up leads
   * nowhere, since somebody else may get it. Does nothing when they have no chat.
   */
  moved({ former, present, keepsNumber }: AddressChange): Promise<void> {
    return this.#turn.run(async () => {
      const old = addressesOf(former).toReversed();
      const known = await this.#read([...old, ...addressesOf(present)]);
      const chat = old.map((address) => known.get(address)).find((one) => one !== undefined);
      if (chat === undefined) return;
      const to = keepsNumber && !isBusinessId(chat) ? chat : jidOf(present);
      if (to === '') return;
      const others = addressesOf(present).flatMap((address) => known.get(address) ?? []);
      const chats = [...new Set([chat, ...others])].filter((one) => one !== to);
      // The contacts come first: once the addresses lead to the new chat, a repetition finds nothing to do.
      await this.#host.mergePeople(chats.map((from) => ({ from, to })));
      await this.#lead(chats, to, [...old, ...addressesOf(present)]);
      if (former.number !== undefined && former.number !== present.number)
        await this.#leave(former.number);
    });
  }

  /**
   * Stores all addresses of people with the stored contacts, of which one stays for each person. Call it once the
   * messages are stored that showed the addresses.
   */
  async enter(all: readonly { readonly ids: Ids; readonly chat: string }[]): Promise<void> {
    const learned = new Map<string, string>();
    for (const { ids, chat } of all)
      for (const from of addressesOf(ids).map(chatBy))
        if (from !== chat && this.#entered.get(from) !== chat) learned.set(from, chat);
    if (learned.size === 0) return;
    await this.#host.mergePeople([...learned].map(([from, to]) => ({ from, to })));
    for (const [from, to] of learned) this.#entered.set(from, to);
  }

  async #chatsOf(all: readonly Ids[]): Promise<string[]> {
    const known = await this.#read([...new Set(all.flatMap(addressesOf))]);
    const news = new Map<string, string>();
    const chats = all.map((ids) => {
      const chat = chatOf(ids, known);
      for (const address of addressesOf(ids)) {
        if (known.get(address) === chat) continue;
        known.set(address, chat);
        news.set(address, chat);
      }
      return chat;
    });
    if (news.size > 0) await this.#write(news);
    return chats;
  }

  async #write(news: ReadonlyMap<string, string>): Promise<void> {
    const rows = JSON.stringify(Object.fromEntries(news));
    await this.#db.query(WRITE, [this.#host.instanceId, rows]);
    for (const [address, chat] of news) this.#known.set(address, chat);
  }

  /** Leads everything that led to `chats` to the chat `to`, and the addresses too. */
  async #lead(chats: readonly string[], to: string, addresses: readonly string[]): Promise<void> {
    await this.#db.query(LEAD, [to, this.#host.instanceId, JSON.stringify(chats)]);
    for (const [address, chat] of this.#known)
      if (chats.includes(chat)) this.#known.delete(address);
    await this.#write(new Map(addresses.map((address) => [address, to])));
  }

  async #leave(number: string): Promise<void> {
    await this.#db.query(LEAVE, [this.#host.instanceId, number]);
    this.#known.delete(number);
  }

  async #read(addresses: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const address of addresses) {
      const chat = this.#known.get(address);
      if (chat === undefined) missing.push(address);
      else found.set(address, chat);
    }
    if (missing.length === 0) return found;
    const rows = await this.#db.query(READ, [this.#host.instanceId, JSON.stringify(missing)]);
    for (const [address, chat] of rows) {
      found.set(String(address), String(chat));
      this.#known.set(String(address), String(chat));
    }
    return found;
  }
}

const addressesOf = ({ number, bsuid }: Ids): string[] =>
  [number, bsuid].filter((address) => address !== undefined);

/** Returns the address that names the chat; none for a group. */
function idsIn(chat: string): Ids {
  if (isBusinessId(chat)) return { bsuid: chat };
  const [, number] = /^(\d+)@s\.whatsapp\.net$/.exec(chat) ?? [];
  return number === undefined ? {} : { number };
}

/** Returns the chat that is named after the address. */
const chatBy = (address: string): string => (isBusinessId(address) ? address : phoneJid(address));

/**
 * Returns the chat of a person to whom the ids certainly belong. If the person has two chats, the one by number
 * continues, since other systems know it.
 */
function chatOf(ids: Ids, known: ReadonlyMap<string, string>): string {
  const { number = '', bsuid = '' } = ids;
  const byNumber = known.get(number);
  const byId = known.get(bsuid);
  if (byNumber === undefined) return byId ?? jidOf(ids);
  const isByNumber = !isBusinessId(byNumber);
  if (byId !== undefined) return isByNumber && isBusinessId(byId) ? byNumber : byId;
  // The number now belongs to somebody else, who had a chat under another id.
  return bsuid === '' || isByNumber ? byNumber : phoneJid(number);
}
