/** Decides what follows the end of a connection, also when WhatsApp refuses the version, which it does in waves. */
import { type AfterClose, afterCloseOf, type CloseReason } from './close-reason.ts';
import type { ConnectionHistory } from './connection-history.ts';
import { NEXT_FETCH_MS, type Renewal } from './web-versions.ts';

const OUTDATED = 405;
const RENEWED = 'WhatsApp refuses this version as outdated: connecting as the current one';
const UNRENEWED =
  'WhatsApp refuses this version as outdated, and the current one cannot be fetched: let the service reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION';
const AGAIN =
  'WhatsApp refuses this version as outdated, and the current one cannot be fetched: tried again in 10 minutes';

interface OutdatedDeps {
  /** Finds out, when WhatsApp says that this client is too old, whether there is another version. */
  readonly outdated: () => Promise<Renewal>;
}

/**
 * If WhatsApp refused the version, it is fetched again, and another one is tried at once. While none can be fetched, a
 * paired device tries again each time a fetch is due, as often as the history allows.
 */
export async function afterEnd(
  ending: CloseReason,
  { outdated }: OutdatedDeps,
  history: Pick<ConnectionHistory, 'outdated'>,
  isPaired: boolean,
): Promise<AfterClose> {
  const afterClose = afterCloseOf(ending);
  if (afterClose.kind !== 'stop' || afterClose.code !== OUTDATED) return afterClose;
  const renewal = await outdated().catch(() => 'unknown' as const);
  if (renewal === 'same' || !history.outdated()) return afterClose;
  const code = `(${OUTDATED})`;
  if (renewal === 'another') return { kind: 'retry', reason: `${RENEWED} ${code}` };
  return isPaired
    ? { kind: 'retry', reason: `${AGAIN} ${code}`, ms: NEXT_FETCH_MS }
    : { ...afterClose, reason: `${UNRENEWED} ${code}` };
}
