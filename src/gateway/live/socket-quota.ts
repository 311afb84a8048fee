/** How many WebSockets may be open. */
import { AppError } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';

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

export function createSocketQuota(limits: SocketLimits, report: LimitReport): SocketQuota {
  const openByKey = new Map<string, number>();
  let open = 0;
  return {
    take(key) {
      const own = openByKey.get(key) ?? 0;
      if (own >= limits.perKey) {
        report.reached('websockets_per_key', { holder: key });
        throw refusal(`${own} WebSockets of this key are open already`);
      }
      if (open >= limits.total) {
        report.reached('websockets', { holder: key });
        throw refusal(`${open} WebSockets are open already`);
      }
      open++;
      openByKey.set(key, own + 1);
      return () => {
        open--;
        const left = (openByKey.get(key) ?? 0) - 1;
        if (left > 0) openByKey.set(key, left);
        else openByKey.delete(key);
      };
    },
  };
}

const refusal = (message: string): AppError =>
  new AppError('rate_limited', message, { headers: { 'retry-after': RETRY_SECONDS } });
