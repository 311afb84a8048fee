import { resultInTime } from '../core/shared/async/deadline.ts';
import type { Clock } from '../core/shared/clock.ts';

export interface ListeningServer {
  /** Null if it never listened. */
  readonly server: {
    readonly pendingRequests: number;
    readonly pendingWebSockets: number;
    stop(closesActive?: boolean): Promise<void>;
  } | null;
  stop(): Promise<unknown>;
}

interface Closing {
  readonly clock: Pick<Clock, 'after' | 'steady'>;
  /** How long running requests and WebSockets may take to end. */
  readonly graceMs: number;
}

/** How often running requests are counted. */
const COUNT_MS = 50;

/**
 * Accepts nothing more, and resolves when running requests are answered and no connection is left. Bun by itself would
 * also wait for connections whose last request was answered before its body was read: it counts them as active until
 * they have been silent for the idle time.
 */
export async function stopListening(
  app: ListeningServer,
  { clock, graceMs }: Closing,
): Promise<void> {
  const { server } = app;
  if (server === null) return;
  const closed = app.stop().then(() => true);
  const endsAt = clock.steady() + graceMs;
  const isBusy = () => server.pendingRequests + server.pendingWebSockets > 0;
  while (isBusy() && clock.steady() < endsAt)
    if (await resultInTime({ clock, ms: COUNT_MS }, closed)) return;
  await server.stop(true);
  await closed;
}
