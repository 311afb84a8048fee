/**
 * Stores what look-ups of phone numbers found, since WhatsApp limits accounts that ask often, and which LIDs belong to
 * those numbers.
 */
import { and, desc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import type { Orm } from '../../../core/db/client.ts';
import { whatsappNumbers } from '../../../core/db/schema/whatsapp.ts';
import type { FoundNumber } from '../../../core/providers/chat-actions.ts';
import type { SessionHost } from '../../../core/providers/provider.ts';
import type { Clock } from '../../../core/shared/clock.ts';

export interface NumberStore {
  /** Resolves with those of `numbers` (digits) whose look-up is still valid, by number. */
  read(numbers: readonly string[]): Promise<Map<string, FoundNumber>>;
  /** Stores also which LIDs belong to the numbers. */
  write(found: ReadonlyMap<string, FoundNumber>): Promise<void>;
}

const DAY_MS = 24 * 3_600_000;
const FOUND_MS = 30 * DAY_MS;
/** Somebody may join any day. */
const NOBODY_MS = DAY_MS;
/** The limit for one instance; the oldest look-ups are removed. */
const ROWS_MAX = 100_000;
/** The rows are counted after this many were written. */
const TRIM_EVERY = 1_000;

export function createNumberStore(
  orm: Orm,
  clock: Pick<Clock, 'now'>,
  host: Pick<SessionHost, 'instanceId' | 'mergePeople'>,
  rowsMax = ROWS_MAX,
): NumberStore {
  const { instanceId } = host;
  const own = eq(whatsappNumbers.instanceId, instanceId);
  let untrimmed = TRIM_EVERY;

  const trim = async () => {
    await orm.delete(whatsappNumbers).where(and(own, expiredAt(clock.now())));
    const [last] = await orm
      .select({ at: whatsappNumbers.checkedAt })
      .from(whatsappNumbers)
      .where(own)
      .orderBy(desc(whatsappNumbers.checkedAt))
      .limit(1)
      .offset(rowsMax);
    if (last)
      await orm.delete(whatsappNumbers).where(and(own, lte(whatsappNumbers.checkedAt, last.at)));
    untrimmed = 0;
  };
  return {
    async read(numbers) {
      const rows = await orm
        .select()
        .from(whatsappNumbers)
        .where(and(own, inArray(whatsappNumbers.number, [...numbers])));
      const counts = ({ jid, checkedAt }: (typeof rows)[number]) =>
        clock.now() - checkedAt < (jid === null ? NOBODY_MS : FOUND_MS);
      return new Map(rows.filter(counts).map(({ number, jid, lid }) => [number, { jid, lid }]));
    },
    async write(found) {
      if (found.size === 0) return;
      const checkedAt = clock.now();
      for (const [number, { jid, lid }] of found) {
        const values = { jid, lid, checkedAt };
        await orm
          .insert(whatsappNumbers)
          .values({ instanceId, number, ...values })
          .onConflictDoUpdate({
            target: [whatsappNumbers.instanceId, whatsappNumbers.number],
            set: values,
          });
      }
      untrimmed += found.size;
      if (untrimmed >= TRIM_EVERY) await trim();
      await host.mergePeople(peopleIn(found));
    },
  };
}

/** `now` is in ms since 1970. */
const expiredAt = (now: number) =>
  or(
    lt(whatsappNumbers.checkedAt, now - FOUND_MS),
    and(isNull(whatsappNumbers.jid), lt(whatsappNumbers.checkedAt, now - NOBODY_MS)),
  );

const peopleIn = (found: ReadonlyMap<string, FoundNumber>) =>
  [...found.values()].flatMap(({ jid, lid }) =>
    jid === null || lid === null ? [] : { from: lid, to: jid },
  );
