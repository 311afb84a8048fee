/** The statements of a node's beat, which renew its lease and take streams. Times are by the database's clock. */
import { DATABASE_NOW, type Database, type Row, type Statement } from '../../core/db/client.ts';

/** A node as the other nodes see it. */
export interface Node {
  readonly id: string;
  readonly name: string;
  /** The URL at which other nodes reach it, or ''. */
  readonly url: string;
  readonly version: string;
  /** Ms since 1970. */
  readonly startedAt: number;
  /** In how many ms its lease ends unless it is renewed. */
  readonly leaseMs: number;
  readonly draining: boolean;
  /** The number of streams that it owns. */
  readonly streams: number;
  /** The ids of nodes that it lately failed to reach. */
  readonly unreached: readonly string[];
  /** How many streams it has taken since its start, as of its last beat. */
  readonly takenOver: number;
  /** How many of its writes were refused because another node owned the stream, counted like `takenOver`. */
  readonly fenced: number;
}

/** A stream and the term with which the node owns it. */
export interface OwnedStream {
  readonly id: string;
  readonly term: number;
}

export const TIMING = {
  /** How long a node counts as alive after its last beat. */
  leaseMs: 12_000,
  /** The time from the start of a beat to the next. */
  beatMs: 3_000,
  /** How long a node trusts a beat, counted from before it was sent, by both its clocks. */
  trustMs: 8_000,
  /** How long a node must have been alive before it takes the streams of a dead one. */
  graceMs: 6_000,
} as const;

/** A node that has missed two beats may have ended. */
export const isBeating = ({ draining, leaseMs }: Node): boolean =>
  !draining && leaseMs > TIMING.leaseMs - 2 * TIMING.beatMs;

interface BeatRequest {
  readonly node: Omit<Node, 'startedAt' | 'leaseMs' | 'streams'>;
  /** How many streams it may take beyond its share. */
  readonly extra: number;
  /** A select that the beat carries for something else. */
  readonly carried: Statement | null;
}

interface FormerOwner {
  /** The name of a node, or its id if its row is gone; null if the streams had no owner. */
  readonly node: string | null;
  readonly streams: number;
}

export interface BeatAnswer {
  /** The time of the database, in ms since 1970. */
  readonly now: number;
  readonly taken: readonly OwnedStream[];
  /** The previous owners. */
  readonly from: readonly FormerOwner[];
  /** The number of streams that the node owns after the beat. */
  readonly count: number;
  /** See `checksumOf`. */
  readonly checksum: number;
  readonly nodes: readonly Node[];
  /** The rows of the select that the beat carried. */
  readonly carried: readonly Row[];
}

/** Runs a beat in one transaction. `now` is the SQL of the current time. */
export async function beat(
  db: Pick<Database, 'batch'>,
  { node, extra, carried }: BeatRequest,
  now: () => string = () => DATABASE_NOW,
): Promise<BeatAnswer> {
  const { id, name, url, version, draining, unreached, takenOver, fenced } = node;
  const nodeState = [draining ? 1 : 0, JSON.stringify(unreached), takenOver, fenced];
  const orphans = [id, TIMING.graceMs, TIMING.graceMs, id, extra];
  const [, , , from = [], taken = [], summary = [], nodes = [], rows = []] = await db.batch([
    { sql: BEGIN, params: [] },
    {
      sql: RENEW.replace('$now', now()),
      params: [id, name, url, version, TIMING.leaseMs, ...nodeState],
    },
    { sql: FREE, params: orphans },
    { sql: FROM, params: orphans },
    { sql: TAKE, params: [id, ...orphans] },
    { sql: SUMMARY, params: [id, id] },
    { sql: NODES, params: [id] },
    ...(carried ? [carried] : []),
  ]);
  const [count, checksum, at] = summary[0] ?? [];
  return {
    now: Number(at),
    taken: taken.map(toOwned),
    from: from.map(([owner, streams]) => ({
      node: owner === null ? null : String(owner),
      streams: Number(streams),
    })),
    count: Number(count),
    checksum: Number(checksum),
    nodes: nodes.map(toNode),
    carried: rows,
  };
}

/** Returns all streams that the node owns. */
export async function streamsOwnedBy(
  db: Pick<Database, 'query'>,
  nodeId: string,
): Promise<OwnedStream[]> {
  return (await db.query('select id, term from streams where owner = ?', [nodeId])).map(toOwned);
}

/**
 * Returns the statement that releases a stream, so that any node can take it; its leased deliveries then wait again.
 */
export const giveBack = (nodeId: string, { id, term }: OwnedStream): Statement => ({
  sql: GIVE_BACK,
  params: [id, nodeId, term],
});

/** Returns the statement that removes the node from the list. */
export const leave = (nodeId: string): Statement => ({
  sql: 'delete from nodes where id = ?',
  params: [nodeId],
});

/** Adds the streams of instances that something other than a node wrote into the database. */
const BEGIN =
  'insert into streams (id) select id from instances where id not in (select id from streams)';
const RENEW = `insert into nodes
    (id, name, url, version, started_at, since, beat_at, until, draining, unreached, taken_over, fenced)
  select ?1, ?2, ?3, ?4, n, n, n, n + ?5, ?6, ?7, ?8, ?9 from (select $now as n) where true
  on conflict (id) do update set beat_at = excluded.beat_at, until = excluded.until,
    draining = excluded.draining, url = excluded.url, unreached = excluded.unreached,
    taken_over = excluded.taken_over, fenced = excluded.fenced,
    since = case when nodes.until > excluded.beat_at then nodes.since else excluded.beat_at end`;

/** The condition for nodes that were alive at this beat; `me` is the node that makes it. */
const LIVE = 'n.until > me.beat_at';
const HAS_ABANDONED = `exists (select 1 from streams o left join nodes w on w.id = o.owner
    where o.owner is not null and (w.id is null or w.until <= me.beat_at))`;
/** While a dead node still owns streams, nodes that may not take them yet do not count for the share. */
const TAKERS = `(select count(*) from nodes n where ${LIVE} and n.draining = 0
    and (n.id = me.id or n.since + ? <= me.beat_at or not ${HAS_ABANDONED}))`;
const SHARE = `(select (count(*) - 1) / max(1, ${TAKERS}) + 1 from streams)
    - (select count(*) from streams where owner = me.id)`;

/** The order makes the statements of one transaction select the same streams. */
const ORPHANS = `select s.id from nodes me join streams s left join nodes n on n.id = s.owner
  where me.id = ? and me.draining = 0
    and (s.owner is null or (n.id is null or not ${LIVE}) and me.since + ? <= me.beat_at)
  order by s.id limit max(0, (select ${SHARE} from nodes me where me.id = ?) + ?)`;
const FREE = `update deliveries set state = 'waiting', holder = null,
    next_attempt_at = (select beat_at from nodes order by beat_at desc limit 1)
  where state = 'sending' and stream_id in (${ORPHANS})`;
const FROM = `select coalesce(n.name, s.owner), count(*) from streams s left join nodes n on n.id = s.owner
  where s.id in (${ORPHANS}) group by s.owner`;
const TAKE = `update streams set owner = ?, term = term + 1 where id in (${ORPHANS})
  returning id, term`;

const CHECKSUM_CHARACTERS = 4;
const CHECKSUM_BASE = 31;
const CHARACTERS = Array.from({ length: CHECKSUM_CHARACTERS }, (_, at) => at);
const WEIGHT = CHARACTERS.map(
  (at) => `${CHECKSUM_BASE ** at} * coalesce(unicode(substr(id, ${-at - 1}, 1)), 0)`,
).join(' + ');

/**
 * Returns what a stream adds to the sum by which memory and the table are compared at every beat. It depends on the
 * term and the end of the id: with terms alone, a stream that was lost unnoticed could be made up for by another that
 * was taken unnoticed.
 */
export const checksumOf = ({ id, term }: OwnedStream): number =>
  CHARACTERS.reduce(
    (sum, at) => sum + term * CHECKSUM_BASE ** at * (id.codePointAt(id.length - 1 - at) ?? 0),
    0,
  );

const SUMMARY = `select count(*), coalesce(sum(term * (${WEIGHT})), 0), (select beat_at from nodes where id = ?)
  from streams where owner = ?`;
const NODES = `select n.id, n.name, n.url, n.version, n.started_at, n.until - me.beat_at, n.draining,
    (select count(*) from streams s where s.owner = n.id), n.unreached,
    n.taken_over, n.fenced
  from nodes me join nodes n where me.id = ? and ${LIVE} order by n.id`;

const GIVE_BACK = 'update streams set owner = null where id = ? and owner = ? and term = ?';

const toOwned = ([id, term]: Row): OwnedStream => ({ id: String(id), term: Number(term) });

function toNode(row: Row): Node {
  const [id, name, url, version, startedAt, leaseMs, draining, streams, unreached, ...counts] = row;
  return {
    id: String(id),
    name: String(name),
    url: String(url),
    version: String(version),
    startedAt: Number(startedAt),
    leaseMs: Number(leaseMs),
    draining: draining === 1,
    streams: Number(streams),
    // Only beats write this column.
    unreached: JSON.parse(String(unreached)) as string[],
    takenOver: Number(counts[0]),
    fenced: Number(counts[1]),
  };
}
