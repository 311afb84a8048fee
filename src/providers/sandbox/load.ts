/** Lets many messages arrive at the sandbox, at once or at a pace. */
import type { EventRateLimit } from '../../events/publish/rate-limit.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { conflict } from '../../shared/errors.ts';
import type { SessionHost } from '../provider.ts';
import type { SessionTasks } from '../session-tasks.ts';
import type { SandboxConnection } from './connection.ts';
import type { LoadRequest } from './driver.ts';
import { numberOfNobody } from './invented.ts';
import { type ArrivalContext, messageEvent } from './received-messages.ts';

interface LoadDeps {
  readonly clock: Clock;
  readonly host: Pick<SessionHost, 'pace'>;
  readonly tasks: SessionTasks;
  readonly connection: SandboxConnection;
  /** Returns the facts of the current arrival. */
  readonly arrival: () => ArrivalContext;
}

/** As many as are published in one commit. */
const BATCH_MAX = 200;
/** A rate is kept in steps this long: ten batches a second. */
const STEPS_PER_SECOND = 10;

/**
 * Resolves when all are on disk. Rejects with `conflict` when the connection ends before, and with `rate_limited`,
 * before any is written, when they come faster than events may. Once begun it waits when there is no room.
 */
export async function runLoad(deps: LoadDeps, request: LoadRequest): Promise<void> {
  const { clock, host, tasks, connection, arrival } = deps;
  const { messages, perSecond } = request;
  const startedAt = clock.steady();
  let written = 0;
  while (written < messages) {
    const size = Math.min(messages - written, batchSize(perSecond));
    if (written > 0 && perSecond !== undefined) await host.pace.wait(size, tasks.signal);
    await tasks.run(async () => {
      refuseUnlessOpen(connection, written);
      if (written === 0) begin(host.pace, request, size);
      await connection.publish(batch(arrival(), request, written, size));
    });
    written += size;
    if (perSecond === undefined || written === messages) continue;
    const dueInMs = startedAt + (written * 1000) / perSecond - clock.steady();
    if (dueInMs > 0) await sleep(clock, dueInMs, tasks.signal);
  }
}

/** A load without a pace comes at once; one whose pace is too fast never fits. */
function begin(pace: EventRateLimit, { messages, perSecond }: LoadRequest, first: number): void {
  if (perSecond === undefined) pace.take(messages);
  else pace.take(perSecond > (pace.perSecond ?? perSecond) ? perSecond : first);
}

const batchSize = (perSecond: number | undefined): number =>
  perSecond === undefined
    ? BATCH_MAX
    : Math.min(BATCH_MAX, Math.max(1, Math.floor(perSecond / STEPS_PER_SECOND)));

function refuseUnlessOpen(connection: SandboxConnection, written: number): void {
  if (written === 0) connection.requireOpen();
  else if (connection.openAccount() === null)
    throw conflict(`not connected any more, after ${written} messages`);
}

const batch = (arrival: ArrivalContext, request: LoadRequest, written: number, size: number) =>
  Array.from({ length: size }, (_, index) => {
    const place = written + index;
    const from = numberOfNobody(1 + (place % (request.chats ?? 1)));
    const text = `Message ${place + 1} of ${request.messages}`;
    return messageEvent({ kind: 'text', from, text }, arrival);
  });
