/** Limits how many requests of agents run at once. */
import { AppError } from '../../core/shared/errors.ts';
import { Quota, type QuotaShare } from '../../core/shared/quota.ts';

interface CallLimit {
  /** Returns the place of one request. Throws `rate_limited` when there are enough, of this subject or in all. */
  begin(subject: string): Pick<QuotaShare, 'release'>;
}

/** Limits calls: one subject may have a quarter of `max`, rounded up. */
export function createCallLimit(max: number, reached: () => void): CallLimit {
  const perSubject = Math.ceil(max / 4);
  const underWay = new Quota(max, perSubject);
  return {
    begin(subject) {
      const place = underWay.take(subject, 1);
      if (place !== null) return place;
      reached();
      const isOwnFull = !underWay.hasRoomFor(subject, 1);
      throw tooMany(isOwnFull ? `${perSubject} calls of this key` : `${max} calls`);
    },
  };
}

const tooMany = (calls: string): AppError =>
  new AppError('rate_limited', `${calls} are under way at /mcp already`, {
    headers: { 'retry-after': '1' },
  });
