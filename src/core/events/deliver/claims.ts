/** Claims waiting deliveries of a lane for this process, with what it must know of their events. */
import { DatabaseError, type Row, type Statement, type Value } from '../../db/client.ts';
import type { Delivery } from '../contract/channel.ts';
import { replayOfLane } from '../contract/endpoint.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import type { Grant, Ownership } from '../publish/ownership.ts';
import type { Leases } from './leases.ts';

/** A longer body is read when it is sent, as is one that has a file or a secret that is wiped in time. */
const BODY_CLAIMED_MAX = 4 * 1024;
/** The order depends on the chat, and the number of concurrent attempts on the sizes. */
const OF_EVENT = `sequence, chat, octet_length(body), traceparent,
  (select length(bytes) from media where id = media_id),
  iif(octet_length(body) <= ${BODY_CLAIMED_MAX} and media_id is null and secret_until is null, body, null)`;

interface ClaimSql {
  /** Reads the events of the deliveries that `lease` is about to claim. */
  readonly events: string;
  /** The same for the lane of a replay, whose events may be restored from the archive. */
  readonly restored: string;
  readonly lease: string;
}

/**
 * The rows are found by an index made for it, so a long table costs no more than a short one. The events are read by a
 * statement of their own in the same commit, because sub-selects in `returning` would look up each event once for every
 * column.
 */
function claimSql(where: string, order: string): ClaimSql {
  const waiting = `from deliveries where stream_id = ? and endpoint = ? and ${where} order by ${order} limit ?`;
  const those = `sequence in (select sequence ${waiting})`;
  return {
    events: `select ${OF_EVENT} from events where stream_id = ? and ${those}`,
    restored: `select sequence, chat, octet_length(body), null, null, null from restored_events
      where replay_id = ? and ${those}`,
    lease: `update deliveries set state = 'sending', holder = ?, next_attempt_at = null
      where rowid in (select rowid ${waiting}) `,
  };
}

const RETURNING = `returning id, event_id, type, created_at, sequence, attempt_count, round_from,
  attempt_count > round_from and coalesce(last_attempt ->> 'isMediaRefused', 0)`;

const FRESH = claimSql("state = 'waiting' and attempt_count = 0", 'sequence');
const RETRIES = claimSql(
  "state = 'waiting' and attempt_count > 0 and next_attempt_at <= ?",
  // Retries due at the same moment keep the order in which they came.
  'next_attempt_at, rowid',
);
/** Where other processes write too, the stream must still belong to this one. */
const BY_OWNER = 'and exists (select 1 from streams where id = ? and owner = ? and term = ?) ';
/** How many retries of a lane are brought forward at once; the others come when they are due. */
const FORWARD_MAX = 5_000;
const FORWARD = `update deliveries set next_attempt_at = ? where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and state = 'waiting'
      and attempt_count > 0 order by next_attempt_at limit ${FORWARD_MAX}
  )`;
const NEXT_RETRY = `select min(next_attempt_at) from deliveries
  where stream_id = ? and endpoint = ? and state = 'waiting' and attempt_count > 0`;

/** The part of a lane that a claim reads and updates. */
interface ClaimedLane {
  readonly streamId: string;
  readonly endpoint: string;
  /** Whether the table has first attempts that are not in memory. */
  hasMoreInTable: boolean;
  /** When the earliest retry in the table is due, in ms of the steady clock; null without a retry in the table. */
  retryDueAt: number | null;
  /** Grows when the table gets waiting deliveries; a change during a claim makes its result outdated. */
  readonly tableVersion: number;
}

export interface Claims {
  /**
   * Claims up to `limit` first attempts in the order of sequences; fewer mean that the table has no more. Claims none,
   * and the lane still has more in the table, while the leases in the table are not known.
   */
  fresh(lane: ClaimedLane, limit: number): Promise<Delivery[]>;
  /** Claims up to `limit` retries due at `now` (steady ms), and sets when the lane's next one is due. */
  retries(lane: ClaimedLane, limit: number, now: number): Promise<Delivery[]>;
  /** Makes the lane's retries due at `now` (steady ms), all at the same time. */
  bringForward(lane: ClaimedLane, now: number): Promise<void>;
}

interface ClaimsDeps {
  readonly commits: GroupCommit;
  readonly ownership: Ownership;
  readonly leases: Pick<Leases, 'begin'>;
  /** Whether memory knows every lease that the table has: see `Reconciler`. */
  readonly reconciler: { readonly areLeasesKnown: boolean };
}

export function createClaims({ commits, ownership, leases, reconciler }: ClaimsDeps): Claims {
  const run = (statements: () => Statement[], use: (rows: Row[][]) => void) =>
    inOwnTurn(commits, statements, use);
  const claim = (sql: ClaimSql, lane: ClaimedLane, grant: Grant, others: readonly Value[]) =>
    claimStatements(sql, lane, others, { grant, isShared: ownership.isShared });
  const toDeliveries = (lane: ClaimedLane, { holder }: Grant, rows: Row[][]): Delivery[] => {
    const deliveries = deliveriesIn(rows, lane, holder);
    for (const delivery of deliveries) leases.begin(delivery);
    return deliveries;
  };
  return {
    async fresh(lane, limit) {
      const grant = ownership.grantToSend(lane.streamId);
      if (grant === null) return noneOf(lane);
      let claimed: Delivery[] = [];
      const { tableVersion } = lane;
      const statements = () =>
        reconciler.areLeasesKnown ? claim(FRESH, lane, grant, [limit]) : [];
      await run(statements, (rows) => {
        if (rows.length === 0) return;
        claimed = toDeliveries(lane, grant, rows);
        // Another process may have added deliveries after this claim.
        lane.hasMoreInTable = claimed.length === limit || lane.tableVersion !== tableVersion;
      });
      return claimed;
    },
    async retries(lane, limit, now) {
      const grant = ownership.grantToSend(lane.streamId);
      if (grant === null) return noneOf(lane);
      let due: Delivery[] = [];
      const { tableVersion } = lane;
      const next = { sql: NEXT_RETRY, params: [lane.streamId, lane.endpoint] };
      const statements = () => [...claim(RETRIES, lane, grant, [now, limit]), next];
      await run(statements, (rows) => {
        due = toDeliveries(lane, grant, rows.slice(0, -1));
        const at = rows.at(-1)?.[0]?.[0];
        const known = lane.tableVersion === tableVersion ? null : lane.retryDueAt;
        lane.retryDueAt = earliestOf(at == null ? null : Number(at), known);
      });
      return due;
    },
    bringForward: (lane, now) =>
      run(
        () => [{ sql: FORWARD, params: [now, lane.streamId, lane.endpoint] }],
        () => {},
      ),
  };
}

/** The last statement leases; those before it read what is known of the events, the best of it last. */
function claimStatements(
  { events, restored, lease }: ClaimSql,
  { streamId, endpoint }: ClaimedLane,
  others: readonly Value[],
  { grant, isShared }: { readonly grant: Grant; readonly isShared: boolean },
): Statement[] {
  const which = [streamId, endpoint, ...others];
  const replay = replayOfLane(endpoint);
  const owned = isShared ? [streamId, grant.node, grant.term] : [];
  return [
    ...(replay === null ? [] : [{ sql: restored, params: [replay, ...which] }]),
    { sql: events, params: [streamId, ...which] },
    {
      sql: `${lease}${isShared ? BY_OWNER : ''}${RETURNING}`,
      params: [grant.holder, ...which, ...owned],
    },
  ];
}

/** Returns what the statements of a claim have brought, in the order of sequences. */
function deliveriesIn(rows: Row[][], lane: ClaimedLane, holder: string): Delivery[] {
  const leased = rows.at(-1) ?? [];
  const read = rows.slice(0, -1).flat();
  const events = new Map(read.map((event) => [event[0], event]));
  return leased
    .map((row) => toDelivery(lane, holder, row, events.get(row[4]) ?? []))
    .sort((a, b) => a.sequence - b.sequence);
}

const earliestOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Claims nothing, because the stream's owner claims them. */
function noneOf(lane: ClaimedLane): Delivery[] {
  lane.hasMoreInTable = false;
  lane.retryDueAt = null;
  return [];
}

/** `use` runs in the same turn as the commit's end, so that a publish right after it sees the change. */
const inOwnTurn = (
  commits: GroupCommit,
  statements: () => Statement[],
  use: (rows: Row[][]) => void,
) =>
  new Promise<void>((resolve, reject) =>
    commits.submit({
      mustSucceed: false,
      rows: 1,
      bytes: 256,
      statements,
      onCommitted: (rows) => {
        use(rows);
        resolve();
      },
      // Only the lost answer said which rows these are, so they are released and claimed again.
      onCommittedWithoutRows: () =>
        reject(new DatabaseError('unreachable', 'the answer to a claim was lost')),
      onFailed: reject,
    }),
  );

/** `event` is empty if the event is no longer stored. */
function toDelivery(lane: ClaimedLane, holder: string, row: Row, event: Row): Delivery {
  const [id, eventId, type, createdAt, sequence, attemptCount, roundFrom, isMediaRefused] = row;
  const [, chat, bodyBytes, traceparent, mediaBytes, body] = event;
  return {
    id: String(id),
    streamId: lane.streamId,
    endpoint: lane.endpoint,
    eventId: String(eventId),
    type: String(type),
    createdAt: Number(createdAt),
    sequence: Number(sequence),
    chat: chat == null ? null : String(chat),
    attemptCount: Number(attemptCount),
    roundFrom: Number(roundFrom),
    body: body == null ? null : String(body),
    bodyBytes: Number(bodyBytes ?? 0),
    mediaBytes: Number(mediaBytes ?? 0),
    isMediaRefused: Number(isMediaRefused) === 1,
    traceparent: traceparent == null ? null : String(traceparent),
    holder,
  };
}
