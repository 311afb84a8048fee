/**
 * Leasing waiting deliveries of one lane to this process. Owns: the claiming statements.
 * Each is one UPDATE over a limited sub-select on an index made for it, so a long table costs no more than a short one.
 */
import { DatabaseError, type Row, type Statement } from '../../db/client.ts';
import type { Delivery } from '../contract/delivery.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import type { Lane } from './lane.ts';
import type { Leases } from './leases.ts';

const OF_EVENT =
  'from events e where e.stream_id = deliveries.stream_id and e.sequence = deliveries.sequence';
/** Order depends on the chat, and how many may be sent at once on the sizes; the body is read when it is sent. */
const RETURNING = `returning id, event_id, type, sequence, attempt_count, attempt_limit,
  (select chat ${OF_EVENT}), (select octet_length(body) ${OF_EVENT}),
  (select length(bytes) from media where id = (select media_id ${OF_EVENT}))`;

const lease = (where: string, order: string) => `update deliveries
  set state = 'sending', owner = ?, next_attempt_at = null where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and ${where} order by ${order} limit ?
  ) ${RETURNING}`;

const FRESH = lease("state = 'waiting' and attempt_count = 0", 'sequence');
const RETRIES = lease(
  "state = 'waiting' and attempt_count > 0 and next_attempt_at <= ?",
  // Due at the same moment: as they came in.
  'next_attempt_at, rowid',
);
/** How many retries of a lane are brought forward at once; the rest come when they are due. */
const FORWARD_MAX = 5_000;
const FORWARD = `update deliveries set next_attempt_at = ? where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and state = 'waiting'
      and attempt_count > 0 order by next_attempt_at limit ${FORWARD_MAX}
  )`;
const NEXT_RETRY = `select min(next_attempt_at) from deliveries
  where stream_id = ? and endpoint = ? and state = 'waiting' and attempt_count > 0`;

export interface Claims {
  /** Up to `limit` first attempts, in sequence order; fewer means the table holds no more. */
  fresh(lane: Lane, limit: number): Promise<Delivery[]>;
  /** Up to `limit` retries due at `now` (steady ms); the lane then knows when its next one is. */
  retries(lane: Lane, limit: number, now: number): Promise<Delivery[]>;
  /** Makes the lane's retries due at `now` (steady ms), all at the same moment. */
  bringForward(lane: Lane, now: number): Promise<void>;
}

export function createClaims(commits: GroupCommit, owner: string, leases: Leases): Claims {
  const run = (statements: Statement[], use: (rows: Row[][]) => void) =>
    new Promise<void>((resolve, reject) =>
      commits.submit({
        mustSucceed: false,
        rows: 1,
        bytes: 256,
        statements: () => statements,
        // Used inside the commit's own turn: a publish right after it must see what changed.
        committed: (rows) => {
          use(rows);
          resolve();
        },
        // Whose rows these are is only in the answer: they are released, and claimed again.
        found: () => reject(new DatabaseError('unreachable', 'the answer to a claim was lost')),
        failed: reject,
      }),
    );
  const taken = (lane: Lane, rows: readonly Row[]): Delivery[] => {
    const deliveries = rows.map((row) => toDelivery(lane, row));
    for (const { id } of deliveries) leases.begin(id);
    return deliveries.sort((a, b) => a.sequence - b.sequence);
  };
  return {
    async fresh(lane, limit) {
      let claimed: Delivery[] = [];
      const params = [owner, lane.streamId, lane.endpoint, limit];
      await run([{ sql: FRESH, params }], ([rows]) => {
        claimed = taken(lane, rows ?? []);
        lane.overflowing = claimed.length === limit;
      });
      return claimed;
    },
    async retries(lane, limit, now) {
      let due: Delivery[] = [];
      const of = [lane.streamId, lane.endpoint];
      await run(
        [
          { sql: RETRIES, params: [owner, ...of, now, limit] },
          { sql: NEXT_RETRY, params: of },
        ],
        ([rows, next]) => {
          due = taken(lane, rows ?? []);
          const earliest = next?.[0]?.[0];
          lane.retryDueAt = earliest == null ? null : Number(earliest);
        },
      );
      return due;
    },
    bringForward: (lane, now) =>
      run([{ sql: FORWARD, params: [now, lane.streamId, lane.endpoint] }], () => {}),
  };
}

function toDelivery(lane: Lane, row: Row): Delivery {
  const [id, eventId, type, sequence, attemptCount, attemptLimit, chat, bodyBytes, mediaBytes] =
    row;
  return {
    id: String(id),
    streamId: lane.streamId,
    endpoint: lane.endpoint,
    eventId: String(eventId),
    type: String(type),
    sequence: Number(sequence),
    chat: chat == null ? null : String(chat),
    attemptCount: Number(attemptCount),
    attemptLimit: attemptLimit == null ? null : Number(attemptLimit),
    body: null,
    bodyBytes: Number(bodyBytes),
    mediaBytes: Number(mediaBytes),
  };
}
