/**
 * One page of an instance's events. EventBodies are joined as the texts they are: what was signed and sent is what is
 * shown.
 */

import type { EventType } from '../../events/contract/event-names.ts';
import type { EventBodies } from '../../events/log/bodies.ts';
import type { EventLog } from '../../events/log/events.ts';
import type { MemoryBudget, Reservation } from '../../http/memory-budget.ts';
import { invalid } from '../../shared/errors.ts';
import { parseLimit, wholeNumber } from '../page-query.ts';
import { parseEventType } from './event-type.ts';

/** A page ends here, or with the one event that is larger. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

interface EventPageQuery {
  readonly after: number;
  readonly type: EventType | undefined;
  readonly limit: number;
}

type Texts = Partial<Record<'after' | 'event' | 'limit', string>>;

/** Query texts to a query; 400 names every wrong one. */
export function parseEventQuery({ after, event, limit }: Texts): EventPageQuery {
  const problems: string[] = [];
  const from = after === undefined ? 0 : wholeNumber(after);
  if (from === null) problems.push('after must be a sequence: a whole number from 0');
  const parsed = event === undefined ? { type: undefined } : parseEventType(event);
  if ('problem' in parsed) problems.push(`event ${parsed.problem}`);
  const atMost = parseLimit(limit, problems);
  if (problems.length > 0) throw invalid(problems.join('; '));
  return {
    after: from ?? 0,
    type: 'type' in parsed ? parsed.type : undefined,
    limit: atMost,
  };
}

export interface EventPageDeps {
  readonly memory: MemoryBudget;
  readonly log: EventLog;
  readonly bodies: EventBodies;
  /** WEBHOOK_FILES: media inside the bodies. */
  readonly mediaInBodies: boolean;
}

/**
 * The JSON of `{events, next}`, in pieces. Memory is held for each body before it is read; throws `rate_limited` when
 * there is none, and then as for any other failure nothing is held.
 */
export async function eventPage(
  { log, bodies, mediaInBodies, memory }: EventPageDeps,
  instanceId: string,
  { after, type, limit }: EventPageQuery,
  held: Reservation,
): Promise<string[]> {
  const pieces: string[] = [];
  let bytes = 0;
  let next = after;
  let count = 0;
  try {
    for await (const event of log.after(instanceId, after, type)) {
      const size = await bodies.sizeOf(event, mediaInBodies);
      bytes += size;
      if (bytes > PAGE_BYTES_MAX && count > 0) break;
      held.resize(bytes);
      memory.countGarbage(size);
      pieces.push(count === 0 ? '{"events":[' : ',', await bodies.with(event, mediaInBodies));
      next = event.sequence;
      count++;
      if (count === limit) break;
    }
  } catch (error) {
    held.release();
    throw error;
  }
  if (count === 0) pieces.push('{"events":[');
  pieces.push(`],"next":${next}}`);
  return pieces;
}
