/** What must hold of a cluster whatever happens to its nodes: during a run, and of what it leaves in the database. */
import type { Executor } from '../../../src/core/db/client.ts';
import { INSTANCES, versionIn } from './database.ts';
import type { Node } from './node.ts';
import type { Platform } from './provider.ts';

/** One call of `publish`: all its events are on disk, or none. */
export interface PublishCall {
  readonly texts: readonly string[];
  outcome: 'not known' | 'acknowledged' | 'refused';
}

interface AttemptStart {
  readonly eventId: string;
  readonly streamId: string;
  readonly sequence: number;
  readonly attempt: number;
  /** Null: its event waits for all before it. */
  readonly chat: string | null;
  /** What the node believes; null: not its own. */
  readonly holder: string | null;
  readonly node: string;
  readonly address: string;
}

const OWNERS = `select s.owner, s.term, d.state, d.holder, d.attempt_count
  from deliveries d join streams s on s.id = d.stream_id
  where d.stream_id = ? and d.state = 'sending' and d.event_id = ?`;
const ALL_EVENTS = '(select * from events union all select * from pruned)';
const GAPS = `select 1 from ${ALL_EVENTS} group by stream_id having max(sequence) <> count(*) or min(sequence) <> 1`;
const UNFINISHED = "select 1 from deliveries where state <> 'delivered' limit 1";
const CLOSED = "select 1 from instances where phase <> 'open' limit 1";
const WITHOUT_DELIVERY =
  'select 1 from events where id not in (select event_id from deliveries) limit 1';
const TEXTS = `select stream_id, sequence,
  coalesce(body ->> '$.data.Message.conversation', body ->> '$.data.pushName', body ->> '$.data.current.name')
  from ${ALL_EVENTS} order by sequence`;
const LIVE = 'select 1 from nodes where until > (select max(beat_at) from nodes)';
const NOTED = 'select promise from noted';
const INSTANCE_ROWS = `select i.id, i.phase, e.url
  from instances i join endpoints e on e.instance_id = i.id`;

export class Checks {
  /** Broken promises, and how often. */
  readonly broken = new Map<string, number>();
  attempts = 0;
  repeated = 0;
  readonly #server: Executor;
  readonly #platform: Platform;
  readonly #published: PublishCall[] = [];
  readonly #reading: Promise<void>[] = [];
  /** By event and attempt: the holders under which it began, each with where it went. */
  readonly #holders = new Map<string, Set<string>>();
  /** By stream: of first attempts, the last sequence of each chat, of all, and of events that wait for all. */
  readonly #begun = new Map<string, Map<string, number>>();
  /** By instance: the last version of its webhook that was acknowledged, and those that were asked for and were not. */
  readonly #webhooks = new Map<string, { acknowledged: number; readonly open: Set<number> }>();

  constructor(server: Executor, platform: Platform) {
    this.#server = server;
    this.#platform = platform;
  }

  break(promise: string): void {
    this.broken.set(promise, (this.broken.get(promise) ?? 0) + 1);
  }

  /** A call that publishes so many events, which begins now. */
  publishing(events: number): PublishCall {
    const texts = Array.from({ length: events }, (_, at) => `${this.#published.length}.${at}`);
    const call: PublishCall = { texts, outcome: 'not known' };
    this.#published.push(call);
    return call;
  }

  #webhookOf(instanceId: string) {
    return this.#webhooks.getOrInsertComputed(instanceId, () => ({
      acknowledged: 0,
      open: new Set<number>(),
    }));
  }

  /** A change of the webhook to this version is asked for. */
  mayBecome(instanceId: string, version: number): void {
    this.#webhookOf(instanceId).open.add(version);
  }

  /** It was acknowledged. */
  became(instanceId: string, version: number): void {
    const webhook = this.#webhookOf(instanceId);
    webhook.open.delete(version);
    webhook.acknowledged = version;
  }

  /** To be called in the moment in which an attempt begins. */
  started(start: AttemptStart): void {
    this.attempts++;
    const holders = this.#holders.getOrInsertComputed(
      `${start.eventId}/${start.attempt}`,
      () => new Set(),
    );
    if (holders.size > 0) this.repeated++;
    else if (start.attempt === 1) this.#firstStarted(start);
    // What is under way while the webhook moves is broken off, and goes to the new one.
    const holder = `${start.holder} ${start.address}`;
    if (holders.has(holder)) this.break('an attempt is made twice under one holder');
    holders.add(holder);
    const version = versionIn(start.address);
    const { acknowledged, open } = this.#webhookOf(start.streamId);
    if (version < acknowledged && !open.has(version))
      this.break('an event goes to a webhook that was replaced before');
    this.#reading.push(this.#checkOwner(start));
  }

  #firstStarted({ streamId, sequence, chat }: AttemptStart): void {
    const last = this.#begun.get(streamId) ?? new Map<string, number>();
    this.#begun.set(streamId, last);
    const before = Math.max(last.get('alone') ?? 0, last.get(chat ?? 'any') ?? 0);
    if (sequence <= before) this.break('first attempts are out of order');
    for (const key of ['any', chat ?? 'alone'])
      last.set(key, Math.max(sequence, last.get(key) ?? 0));
  }

  /** Reads before anything else can be written: the server works on the event loop. */
  async #checkOwner({ streamId, eventId, node, attempt }: AttemptStart): Promise<void> {
    const [row = []] = await this.#server.query(OWNERS, [streamId, eventId]);
    const [owner, term, state, holder, count] = row;
    if (state === undefined) this.break('an attempt is started of what nobody has leased');
    else if (owner !== node) this.break('an attempt is started by a node that is no longer owner');
    else if (holder !== `${node}.${term}` || count !== attempt - 1)
      this.break('an attempt is started of what the node has not leased');
  }

  async #has(sql: string): Promise<boolean> {
    return (await this.#server.query(sql, [])).length > 0;
  }

  /** Whether all is delivered, all instances are open, and the nodes agree about them and about who is there. */
  async isHealed(nodes: readonly Node[]): Promise<boolean> {
    if (!nodes.every(({ membership }) => membership.nodes.length === nodes.length)) return false;
    if ((await this.#server.query(LIVE, [])).length !== nodes.length) return false;
    if (!(await this.isAllDelivered()) || !(await this.#areOpen())) return false;
    return (await this.#strayMemory(nodes)).length === 0;
  }

  async isAllDelivered(): Promise<boolean> {
    return !(await this.#has(UNFINISHED));
  }

  async #areOpen(): Promise<boolean> {
    return !(await this.#has(CLOSED)) && INSTANCES.every((id) => this.#platform.isOpen(id));
  }

  /** To be called at the end of a run in which everything had time to heal; the number of events. */
  async end(nodes: readonly Node[]): Promise<number> {
    await Promise.all(this.#reading);
    for (const [promise] of await this.#server.query(NOTED, [])) this.break(String(promise));
    if (await this.#has(GAPS)) this.break('the sequences of a stream have a gap');
    if (!(await this.isAllDelivered())) this.break('an event is undelivered at the end');
    if (await this.#has(WITHOUT_DELIVERY)) this.break('an event has no delivery');
    if (!(await this.#areOpen())) this.break('an instance is not open at the end');
    for (const whose of await this.#strayMemory(nodes))
      this.break(`${whose} has an instance otherwise in memory than the table`);
    const places = new Map<string, number>();
    for (const [, sequence, text] of await this.#server.query(TEXTS, [])) {
      if (places.has(String(text))) this.break('an event is twice in the log');
      places.set(String(text), Number(sequence));
    }
    for (const call of this.#published) this.#checkCall(call, places);
    return places.size;
  }

  /** Who has an instance otherwise in memory than the table. */
  async #strayMemory(nodes: readonly Node[]): Promise<string[]> {
    const rows = await this.#server.query(INSTANCE_ROWS, []);
    return nodes.flatMap(({ instances, membership }) =>
      rows.flatMap(([key, phase, url]) => {
        const id = String(key);
        const { directory, settings } = instances;
        if (directory.byId(id)?.phase === phase && settings.get(id)?.webhook.url === url) return [];
        return membership.grantOf(id) === null ? 'another node' : 'the owner';
      }),
    );
  }

  #checkCall({ texts, outcome }: PublishCall, places: ReadonlyMap<string, number>): void {
    const found = texts.filter((text) => places.has(text)).length;
    if (found !== 0 && found !== texts.length) this.break('a publish is in the log in part');
    if (outcome === 'acknowledged' && found === 0) this.break('an acknowledged event is lost');
    if (outcome === 'refused' && found > 0) this.break('a refused event is in the log');
  }
}
