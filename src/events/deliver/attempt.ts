/**
 * One attempt from its delivery to its outcome. Owns: fetching the body and asking the channel.
 * Must never: decide what follows; that is the retry policy's.
 */
import { type Database, faultOf } from '../../db/client.ts';
import type { CancelSignal } from '../../shared/async/cancellation.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Channel, Outcome, Target, Unsent } from '../contract/channel.ts';
import type { Delivery } from '../contract/delivery.ts';
import type { EventBodies } from '../log/bodies.ts';

export interface AttemptDeps {
  readonly db: Pick<Database, 'query'>;
  readonly bodies: EventBodies;
  readonly channels: Partial<Record<Target['channel'], Channel>>;
  /** WEBHOOK_FILES, for targets that do not say. */
  readonly mediaInBodies: boolean;
}

/** Nothing was sent and nothing ever can be: the event is no longer there. */
export interface Missing {
  readonly kind: 'missing';
  readonly reason: string;
}

const READ_BODY = 'select body, media_id from events where stream_id = ? and sequence = ?';

export async function attempt(
  deps: AttemptDeps,
  delivery: Delivery,
  target: Target,
  signal: CancelSignal,
): Promise<Outcome | Missing | Unsent> {
  const channel = deps.channels[target.channel];
  if (channel === undefined)
    return failed(`network_error: no ${target.channel} channel is running`);
  try {
    const body = delivery.body ?? (await readBody(deps, delivery, target));
    if (body === null) return { kind: 'missing', reason: 'the event is no longer kept' };
    const number = delivery.attemptCount + 1;
    return await channel.send(
      { eventId: delivery.eventId, type: delivery.type, attempt: number, body },
      target,
      signal,
    );
  } catch (error) {
    // Only the body is read from the database: the receiver was not asked.
    if (faultOf(error) !== null) {
      return { kind: 'unsent', reason: `database_error: ${messageOf(error)}` };
    }
    return failed(`internal_error: ${messageOf(error)}`);
  }
}

const failed = (error: string): Outcome => ({
  kind: 'failed',
  status: null,
  error,
  responseBody: null,
});

async function readBody(
  deps: AttemptDeps,
  delivery: Delivery,
  target: Target,
): Promise<string | null> {
  const rows = await deps.db.query(READ_BODY, [delivery.streamId, delivery.sequence]);
  const row = rows[0];
  if (row === undefined) return null;
  const stored = { body: String(row[0]), mediaId: row[1] == null ? null : String(row[1]) };
  return deps.bodies.with(stored, target.base64 ?? deps.mediaInBodies);
}
