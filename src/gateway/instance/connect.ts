/**
 * Bringing an instance's connection up on request.
 * Owns: when a session is asked to connect, and the wait for the first code. Must never: answer an empty code.
 */
import type { PairingOffer, Session } from '../../providers/provider.ts';
import { resultInTime } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import type { InstanceDirectory, InstanceRecord } from './directory.ts';
import { failed } from './failed.ts';
import type { Sessions } from './sessions.ts';

const CODE_WAIT_MS = 10_000;

/** What a request to connect came to: a code to pair with, or a connection that needs none. */
export type ConnectOutcome = PairingOffer | { readonly kind: 'open' };

interface ConnectOperation {
  /** Starts connecting unless that is under way or done; pairs by code when `phone` (digits) is given. */
  begin(id: string, phone: string | null): Promise<void>;
  /**
   * `begin`, then waits up to 10 s for a code or an open connection.
   * Rejects with an error that names the reason when there is neither.
   */
  connect(id: string, phone: string | null): Promise<ConnectOutcome>;
  /** What there is at this moment. */
  present(id: string): ConnectOutcome | null;
  /** What `connect` would answer without waiting or changing anything; null: it would do either. */
  standing(id: string, phone: string | null): ConnectOutcome | null;
}

interface ConnectDeps {
  readonly sessions: Sessions;
  readonly directory: InstanceDirectory;
  readonly clock: Clock;
}

export function createConnectOperation({
  sessions,
  directory,
  clock,
}: ConnectDeps): ConnectOperation {
  /** Which number a session pairs by code with; a repeated request must not void the code just shown. */
  const pairsWith = new WeakMap<Session, string>();

  const mustBegin = (record: InstanceRecord, phone: string | null): boolean => {
    // After a start, an instance whose turn to reconnect has not come is connecting in name only.
    if (record.state === 'close' || !sessions.isLive(record.id)) return true;
    const isNewPhone = phone !== null && phone !== pairsWith.get(sessions.sessionOf(record));
    return isNewPhone && !isPaired(record);
  };

  const begin = (id: string, phone: string | null) =>
    sessions.inTurn(id, async (record) => {
      if (!mustBegin(record, phone)) return;
      const session = sessions.sessionOf(record);
      pairsWith.delete(session);
      await sessions.bringUp(id, () => session.connect(phone === null ? {} : { phone }));
      if (phone !== null) pairsWith.set(session, phone);
    });

  const present = (id: string): ConnectOutcome | null =>
    directory.byId(id)?.state === 'open' ? { kind: 'open' } : sessions.offer(id);

  /** `present`, unless a QR code is there and one for a number is wanted. */
  const wanted = (id: string, phone: string | null): ConnectOutcome | null => {
    const found = present(id);
    return phone !== null && found?.kind === 'qr' ? null : found;
  };

  /** Looks until there is one, or, with null, until nobody waits for it any more. */
  const awaited = async (id: string, phone: string | null, signal: AbortSignal) => {
    while (!signal.aborted) {
      const found = wanted(id, phone);
      if (found) return found;
      const record = directory.byId(id);
      if (record?.state !== 'connecting') throw failed(`no code: ${situation(record)}`);
      await sessions.change(id, signal);
    }
    return null;
  };

  return {
    begin,
    present,
    standing(id, phone) {
      const record = directory.byId(id);
      return record && !mustBegin(record, phone) ? wanted(id, phone) : null;
    },
    async connect(id, phone) {
      const over = new AbortController();
      const found = begin(id, phone).then(() => awaited(id, phone, over.signal));
      const outcome = await resultInTime({ clock, ms: CODE_WAIT_MS }, found);
      if (outcome !== null) return outcome;
      over.abort();
      throw failed(`no code within 10 s: ${situation(directory.byId(id))}`);
    },
  };
}

const isPaired = (record: InstanceRecord): boolean =>
  record.state === 'open' || record.ownerJid !== null;

function situation(record: InstanceRecord | null): string {
  if (!record) return 'the instance was deleted';
  const { phase, reason } = record;
  return `the instance is ${phase}${reason === null ? '' : ` (${reason})`}`;
}
