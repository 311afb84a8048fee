/** Limits how many WebSockets may be open. */
import { AppError } from '../../../core/shared/errors.ts';
import type { LimitReport } from '../../../core/shared/limit-report.ts';
import { Quota, type QuotaShare } from '../../../core/shared/quota.ts';

export interface SocketLimits {
  /** WEBSOCKETS_PER_KEY. */
  readonly perKey: number;
  /** WEBSOCKETS_MAX; each socket takes a file descriptor. */
  readonly total: number;
}

/** The place of one socket. A second `release` does nothing. */
export type SocketPlace = Pick<QuotaShare, 'release'>;

export interface SocketQuota {
  /**
   * Counts one socket of a key until its place is released. Throws `rate_limited` when the key, or the service, has as
   * many open as it may.
   */
  take(key: string): SocketPlace;
  /**
   * Takes a place for a socket without a key, counted for its client address. All such sockets share an eighth of the
   * places, so that keys never lack them.
   */
  takeWithoutKey(address: string): SocketPlace;
}

const RETRY_SECONDS = '30';

export function createSocketQuota(
  { perKey, total }: SocketLimits,
  report: LimitReport,
): SocketQuota {
  const open = new Quota(total, perKey);
  const withoutKey = new Quota(Math.max(perKey, total / 8), perKey);
  const take = (holder: string): SocketPlace => {
    const place = open.take(holder, 1);
    if (place !== null) return place;
    if (!open.hasRoomFor(holder, 1)) {
      report.reached('websockets_per_key', { holder });
      throw refusal(`${open.heldBy(holder)} WebSockets of this key are open already`);
    }
    report.reached('websockets', { holder });
    throw refusal(`${open.held} WebSockets are open already`);
  };
  return {
    take,
    takeWithoutKey(address) {
      const place = take(address);
      const among = withoutKey.take(address, 1);
      if (among === null) {
        place.release();
        report.reached('websockets', { holder: address });
        throw refusal(`${withoutKey.held} WebSockets without a key are open already`);
      }
      return {
        release() {
          place.release();
          among.release();
        },
      };
    },
  };
}

const refusal = (message: string): AppError =>
  new AppError('rate_limited', message, { headers: { 'retry-after': RETRY_SECONDS } });
