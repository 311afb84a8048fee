/** What must hold of a cluster whatever happens to its nodes: during a run, and of what it leaves in the database. */
import type { Executor } from '../../../src/db/client.ts';
import type { Published, Started } from './node.ts';

const OWNERS = `select s.owner, s.token, d.state, d.owner, d.attempt_count
  from deliveries d join streams s on s.id = d.stream_id where d.stream_id = ? and d.sequence = ?`;
const GAPS = `select 1 from events group by stream_id having max(sequence) <> count(*) or min(sequence) <> 1`;
const UNFINISHED = "select 1 from deliveries where state <> 'delivered' limit 1";
const WITHOUT_DELIVERY =
  'select 1 from events where id not in (select event_id from deliveries) limit 1';
const TEXTS = `select stream_id, sequence,
  coalesce(body ->> '$.data.Message.conversation', body ->> '$.data.pushName') from events order by sequence`;

export class Checks {
  /** Broken promises, and how often. */
  readonly broken = new Map<string, number>();
  attempts = 0;
  repeated = 0;
  readonly #server: Executor;
  readonly #reading: Promise<void>[] = [];
  /** By event and attempt: the leases under which it began. */
  readonly #leases = new Map<string, Set<string>>();
  /** By stream: of first attempts, the last sequence of each chat, of all, and of events that wait for all. */
  readonly #begun = new Map<string, Map<string, number>>();

  constructor(server: Executor) {
    this.#server = server;
  }

  #break(promise: string): void {
    this.broken.set(promise, (this.broken.get(promise) ?? 0) + 1);
  }

  /** To be called in the moment in which an attempt begins. */
  started(start: Started): void {
    this.attempts++;
    const key = `${start.eventId}/${start.attempt}`;
    const leases = this.#leases.get(key) ?? new Set();
    if (leases.size > 0) this.repeated++;
    else if (start.attempt === 1) this.#firstStarted(start);
    if (leases.has(String(start.lease))) this.#break('an attempt is made twice under one lease');
    this.#leases.set(key, leases.add(String(start.lease)));
    this.#reading.push(this.#checkOwner(start));
  }

  #firstStarted({ streamId, sequence, chat }: Started): void {
    const last = this.#begun.get(streamId) ?? new Map<string, number>();
    this.#begun.set(streamId, last);
    const before = Math.max(last.get('alone') ?? 0, last.get(chat ?? 'any') ?? 0);
    if (sequence <= before) this.#break('first attempts are out of order');
    for (const key of ['any', chat ?? 'alone'])
      last.set(key, Math.max(sequence, last.get(key) ?? 0));
  }

  /** Reads before anything else can be written: the server works on the event loop. */
  async #checkOwner({ streamId, sequence, node, attempt }: Started): Promise<void> {
    const [row = []] = await this.#server.query(OWNERS, [streamId, sequence]);
    const [owner, token, state, lease, count] = row;
    if (owner !== node) this.#break('an attempt is started by a node that is no longer owner');
    else if (state !== 'sending' || lease !== `${node}.${token}` || count !== attempt - 1)
      this.#break('an attempt is started of what the node has not leased');
  }

  async isAllDelivered(): Promise<boolean> {
    return (await this.#server.query(UNFINISHED, [])).length === 0;
  }

  /** To be called at the end of a run in which everything had time to heal; the number of events. */
  async end(published: readonly Published[]): Promise<number> {
    await Promise.all(this.#reading);
    const has = async (sql: string) => (await this.#server.query(sql, [])).length > 0;
    if (await has(GAPS)) this.#break('the sequences of a stream have a gap');
    if (!(await this.isAllDelivered())) this.#break('an event is undelivered at the end');
    if (await has(WITHOUT_DELIVERY)) this.#break('an event has no delivery');
    const places = new Map<string, number>();
    for (const [, sequence, text] of await this.#server.query(TEXTS, [])) {
      if (places.has(String(text))) this.#break('an event is twice in the log');
      places.set(String(text), Number(sequence));
    }
    for (const call of published) this.#checkCall(call, places);
    return places.size;
  }

  #checkCall({ texts, outcome }: Published, places: ReadonlyMap<string, number>): void {
    const found = texts.filter((text) => places.has(text)).length;
    if (found !== 0 && found !== texts.length) this.#break('a publish is in the log in part');
    if (outcome === 'acknowledged' && found === 0) this.#break('an acknowledged event is lost');
    if (outcome === 'refused' && found > 0) this.#break('a refused event is in the log');
  }
}
