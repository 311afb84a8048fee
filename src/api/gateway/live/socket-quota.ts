/** Limits how many WebSockets may be open. */
import { AppError } from '../../../shared/errors.ts';
import type { LimitReport } from '../../../shared/limit-report.ts';
import { Quota } from '../../../shared/quota.ts';

export interface SocketLimits {
  /** WEBSOCKETS_PER_KEY. */
  readonly perKey: number;
  /** WEBSOCKETS_MAX; each socket takes a file descriptor. */
  readonly total: number;
}

export interface SocketQuota {
  /**
   * Counts one socket of a key until the returned function is called, once.
   * Throws `rate_limited` when the key, or the service, has as many open as it may.
   */
  take(key: string): () => void;
}

const RETRY_SECONDS = '30';

export function createSocketQuota(
  { perKey, total }: SocketLimits,
  report: LimitReport,
): SocketQuota {
  const open = new Quota(total, perKey);
  return {
    take(key) {
      if (!open.hasRoomFor(key, 1)) {
        report.reached('websockets_per_key', { holder: key });
        throw refusal(`${open.heldBy(key)} WebSockets of this key are open already`);
      }
      if (!open.hasRoom(1)) {
        report.reached('websockets', { holder: key });
        throw refusal(`${open.held} WebSockets are open already`);
      }
      const place = open.hold(key, 1);
      return () => place.release();
    },
  };
}

const refusal = (message: string): AppError =>
  new AppError('rate_limited', message, { headers: { 'retry-after': RETRY_SECONDS } });
