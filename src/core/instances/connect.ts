/** Connects an instance by request, and waits for the first code. */
import type { PairingOffer, Session } from '../providers/provider.ts';
import { resultInTime } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { type AppError, failure } from '../shared/errors.ts';
import type { InstanceEndpoint, SettingsChange } from '../webhooks/event-settings.ts';
import { requireChecked, tokenAfter } from '../webhooks/handshake.ts';
import { tokenChange } from '../webhooks/instance-token.ts';
import type { EventSettingsStore } from '../webhooks/settings-store.ts';
import { isSameOrigin } from '../webhooks/url.ts';
import type { InstanceDirectory, InstanceRecord } from './directory.ts';
import { wasDisconnected } from './disconnect.ts';
import type { Sessions } from './sessions.ts';

const CODE_WAIT_MS = 10_000;
/** The wait of `create`, whose clients do not wait longer for a code. */
const NEW_CODE_WAIT_MS = 5_000;

/** The result of connecting: a code to pair with, or an open connection. */
export type ConnectOutcome = PairingOffer | { readonly kind: 'open' };

interface ConnectDeps {
  readonly sessions: Sessions;
  readonly directory: InstanceDirectory;
  readonly clock: Clock;
}

export class Connector {
  readonly #deps: ConnectDeps;
  /** The number for which a session made its pairing code; a repeated request must not invalidate that code. */
  readonly #pairsWith = new WeakMap<Session, string>();

  constructor(deps: ConnectDeps) {
    this.#deps = deps;
  }

  /** Starts connecting unless the instance is connecting or connected. With `phone` (digits) it pairs by code. */
  begin(id: string, phone: string | null): Promise<void> {
    const { sessions } = this.#deps;
    return sessions.runExclusive(id, async (record) => {
      if (!this.#mustBegin(record, phone)) return;
      const session = sessions.sessionOf(record);
      this.#pairsWith.delete(session);
      await sessions.bringUp(id, () => session.connect(phone === null ? {} : { phone }));
      if (phone !== null) this.#pairsWith.set(session, phone);
    });
  }

  /**
   * Calls `begin`, then waits up to 10 s for a code or an open connection. Rejects with an error that names the reason
   * when there is neither.
   */
  async connect(id: string, phone: string | null): Promise<ConnectOutcome> {
    const outcome = await this.#connectWithin(CODE_WAIT_MS, id, phone);
    if (outcome !== null) return outcome;
    throw failure('pairing_too_slow', {
      seconds: CODE_WAIT_MS / 1_000,
      situation: situation(this.#deps.directory.byId(id)),
    });
  }

  /**
   * Calls `begin`, then waits up to 5 s. Returns null when there is neither by then; the record of the instance says
   * why.
   */
  async connectNew(id: string, phone: string | null): Promise<ConnectOutcome | null> {
    return await this.#connectWithin(NEW_CODE_WAIT_MS, id, phone).catch(() => null);
  }

  async #connectWithin(ms: number, id: string, phone: string | null) {
    const over = new AbortController();
    const found = this.begin(id, phone).then(() => this.#waitFor(id, phone, over.signal));
    const outcome = await resultInTime({ clock: this.#deps.clock, ms }, found);
    if (outcome === null) over.abort();
    return outcome;
  }

  /** Returns the current code or connection, or null. */
  present(id: string): ConnectOutcome | null {
    return this.#deps.directory.byId(id)?.state === 'open'
      ? { kind: 'open' }
      : this.#deps.sessions.offer(id);
  }

  /** Returns what `connect` would answer at once and without a change, or null if it would wait or change something. */
  currentPairing(id: string, phone: string | null): ConnectOutcome | null {
    const record = this.#deps.directory.byId(id);
    return record && !this.#mustBegin(record, phone) ? this.#presentFor(id, phone) : null;
  }

  #mustBegin(record: InstanceRecord, phone: string | null): boolean {
    const { sessions } = this.#deps;
    // After a start, an instance that still waits for its turn to reconnect only has the state `connecting`.
    if (record.state === 'close' || !sessions.hasSession(record.id)) return true;
    const isNewPhone = phone !== null && phone !== this.#pairsWith.get(sessions.sessionOf(record));
    return isNewPhone && !isPaired(record);
  }

  /** Like `present`, but ignores a QR code when a code for a number is wanted. */
  #presentFor(id: string, phone: string | null): ConnectOutcome | null {
    const found = this.present(id);
    return phone !== null && found?.kind === 'qr' ? null : found;
  }

  /** Waits for a code or a connection; returns null once the caller no longer waits. */
  async #waitFor(id: string, phone: string | null, signal: AbortSignal) {
    while (!signal.aborted) {
      const found = this.#presentFor(id, phone);
      if (found) return found;
      const record = this.#deps.directory.byId(id);
      if (record?.state !== 'connecting') throw withoutCode(record);
      await this.#deps.sessions.change(id, signal);
    }
    return null;
  }
}

const isPaired = (record: InstanceRecord): boolean =>
  record.state === 'open' || record.ownerJid !== null;

/** A change that a caller made in the meantime is not a fault of the service, so it gives no 500. */
function withoutCode(record: InstanceRecord | null): AppError {
  if (record === null) return failure('instance_not_found');
  const wasEnded = record.phase === 'logged_out' || wasDisconnected(record);
  const reason = wasEnded ? 'instance_without_code' : 'pairing_failed';
  return failure(reason, { situation: situation(record) });
}

function situation(record: InstanceRecord | null): string {
  if (!record) return 'the instance was deleted';
  const { phase, reason } = record;
  return `the instance is ${phase}${reason === null ? '' : ` (${reason})`}`;
}

export interface ConnectingChange {
  readonly change: SettingsChange;
  /** The webhook beside which the change was checked. */
  readonly stored: InstanceEndpoint;
  /** The key of the instance, if the request carried it. */
  readonly key: string | null;
}

/**
 * Makes the change, without what was stored for another origin of the webhook; returns the names of the headers that
 * were dropped for that. Throws `conflict` when a receiver would get events that was not checked.
 */
export async function changeWhileConnecting(
  settings: Pick<EventSettingsStore, 'update'>,
  id: string,
  { change, stored, key }: ConnectingChange,
): Promise<readonly string[]> {
  let dropped: readonly string[] = [];
  if (Object.keys(change).length === 0) return dropped;
  await settings.update(id, (present) => {
    const { webhook = {} } = change;
    dropped = headersToDrop(present.webhook, webhook);
    const headers = dropped.length > 0 && { headers: {} };
    const verify = tokenAfter(present.webhook, webhook);
    const verified = { ...webhook, ...verify };
    requireChecked({ ...stored, ...verified }, { ...present.webhook, ...verified });
    const token = tokenChange(present.webhook, webhook, key);
    return { ...change, webhook: { ...webhook, ...headers, ...verify, ...token } };
  });
  return dropped;
}

/**
 * Returns the names of the stored headers that must not follow the webhook: their values were set for another origin.
 */
function headersToDrop(present: InstanceEndpoint, { url }: Partial<InstanceEndpoint>): string[] {
  const isElsewhere = url !== undefined && !isSameOrigin(url, present.url);
  return isElsewhere ? Object.keys(present.headers) : [];
}
