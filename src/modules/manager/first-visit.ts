/**
 * The link of the first start, which opens the manager with its keys. It works once, for a short time, and only where
 * nobody can listen.
 */
import type { Clock } from '../../core/shared/clock.ts';
import { isSameDigest, randomSecret, sha256 } from '../../core/shared/crypto.ts';
import { type AppError, failure } from '../../core/shared/errors.ts';
import type { FirstKeys, FirstVisit } from '../../offers.ts';

const GOOD_MINUTES = 15;
const GOOD_MS = GOOD_MINUTES * 60_000;

/** Creates the link. Its time begins now. It exists only in memory: a restart ends it. */
export function createFirstVisit(clock: Pick<Clock, 'steady'>, keys: () => FirstKeys): FirstVisit {
  const token = randomSecret();
  const hash = sha256(token);
  const endsAt = clock.steady() + GOOD_MS;
  let isUsed = false;
  return {
    path: `/manager#first/${token}`,
    redeem(sentToken) {
      if (!isSameDigest(sha256(sentToken), hash)) throw unknownLink();
      if (isUsed) throw failure('first_link_used');
      if (clock.steady() >= endsAt) throw failure('first_link_over', { minutes: GOOD_MINUTES });
      isUsed = true;
      return keys();
    },
  };
}

export const unknownLink = (): AppError => failure('first_link_unknown');
