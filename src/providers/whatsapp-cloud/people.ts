/**
 * Which chat a person's messages belong to. A person may show a number, an id for this business or both, and any of
 * them may be missing tomorrow: the chat keeps the id that it got first.
 */
import type { Database } from '../../db/client.ts';
import type { SenderIds } from '../../events/contract/chat-payloads.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import { jidOf, phoneJid } from './translate/people.ts';

type Ids = Pick<SenderIds, 'number' | 'bsuid'>;

const READ = `select address, chat from cloud_people
  where instance_id = ? and address in (select value from json_each(?))`;
const WRITE = `insert into cloud_people (instance_id, address, chat)
  select ?, key, value from json_each(?) where true
  on conflict do update set chat = excluded.chat`;

/** Addresses that were read or written last, of one instance. */
const KNOWN_MAX = 5_000;

/** Of one instance. Its calls are to be made one after another. */
export class People {
  readonly #db: Pick<Database, 'query'>;
  readonly #instanceId: string;
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

  constructor(db: Pick<Database, 'query'>, instanceId: string) {
    this.#db = db;
    this.#instanceId = instanceId;
  }

  /** The chat of each, in their order, once it is on disk; '' for somebody without any address. */
  async chatsOf(all: readonly Ids[]): Promise<string[]> {
    const addresses = [...new Set(all.flatMap(addressesOf))];
    const known = await this.#read(addresses);
    const news: Record<string, string> = {};
    const chats = all.map((ids) => {
      const chat = chatOf(ids, known);
      for (const address of addressesOf(ids)) {
        if (known.get(address) === chat) continue;
        known.set(address, chat);
        news[address] = chat;
      }
      return chat;
    });
    if (Object.keys(news).length > 0)
      await this.#db.query(WRITE, [this.#instanceId, JSON.stringify(news)]);
    for (const [address, chat] of known) this.#known.set(address, chat);
    return chats;
  }

  /** Leads a new address of somebody to the chat of a former one, where that has one. */
  async changed(former: string, address: string): Promise<void> {
    const chat = (await this.#read([former])).get(former);
    if (chat === undefined || address === '') return;
    await this.#db.query(WRITE, [this.#instanceId, JSON.stringify({ [address]: chat })]);
    this.#known.set(address, chat);
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
    const rows = await this.#db.query(READ, [this.#instanceId, JSON.stringify(missing)]);
    for (const [address, chat] of rows) found.set(String(address), String(chat));
    return found;
  }
}

const addressesOf = ({ number, bsuid }: Ids): string[] =>
  [number, bsuid].filter((address) => address !== undefined);

/** Of two chats of one person, the one by phone number goes on: it is the one that other systems know. */
function chatOf(ids: Ids, known: ReadonlyMap<string, string>): string {
  const { number = '', bsuid = '' } = ids;
  const byNumber = known.get(number);
  const byId = known.get(bsuid);
  const phone = phoneJid(number);
  if (byNumber === undefined) return byId ?? jidOf(ids);
  if (byId !== undefined) return byNumber === phone ? phone : byId;
  // The number is somebody else's by now who had a chat under another id.
  return bsuid === '' || byNumber === phone ? byNumber : phone;
}
