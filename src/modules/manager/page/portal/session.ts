/**
 * The session of a customer's page. The code after # in its address is exchanged once for a credential. The credential
 * is stored in this tab only, so that the page can be reloaded; in a frame without storage it lasts until the reload.
 */
import { signal } from '@preact/signals';
import { ApiFailure, createCall } from '../api.ts';
import type { PortalScope } from '../rights.ts';
import { hash } from '../route.ts';
import { texts } from '../texts.ts';

interface PortalSession {
  /** Sent as a key with each request. */
  readonly credential: string;
  readonly instanceName: string;
  readonly scopes: readonly PortalScope[];
  readonly expiresAt: string;
}

interface Session extends PortalSession {
  /** The code with which the page was opened; it is used up. */
  readonly code: string;
}

/** A link that is being opened: its answer may be lost, and asked for again with the same key. */
interface Opening {
  readonly code: string;
  readonly key: string;
}

const KEY = 'gatehouse.portal';
const OPENING = 'gatehouse.portal.opening';
const CODE = /^#([\w-]{43})$/;
const UNKNOWN = 401;
const GONE = 410;

/** Null while the page is closed. */
export const session = signal<Session | null>(null);
/** Why it is. */
export const closedBecause = signal<unknown>(null);

export async function openSession(): Promise<void> {
  const stored = readSession();
  const opening = read<Opening>(OPENING);
  const code = CODE.exec(location.hash)?.[1] ?? null;
  if (code !== null) {
    // The history of the browser keeps nothing of it.
    history.replaceState(null, '', `${location.pathname}${location.search}#/`);
    hash.value = '#/';
  }
  // A frame that is loaded again begins with the address that it was given.
  if (stored !== null && (code === null || code === stored.code)) session.value = stored;
  else if (code !== null) await exchange(code === opening?.code ? opening : withNewKey(code));
  else if (opening !== null) await exchange(opening);
  else closedBecause.value = new ApiFailure({ message: texts().portal.noLink });
}

// Another link in the address of a page that is open changes nothing but what follows #.
addEventListener('hashchange', () => {
  if (CODE.test(location.hash)) void openSession();
});

const withNewKey = (code: string): Opening => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { code, key: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
};

async function exchange(opening: Opening): Promise<void> {
  const { code, key } = opening;
  const call = createCall(
    () => ({ authorization: `Bearer ${code}` }),
    () => {},
  );
  try {
    session.value = null;
    keep(OPENING, opening);
    const headers = { 'idempotency-key': key };
    const { answer } = await call('POST', '/manager/portal/open', { headers });
    session.value = { ...(answer as PortalSession), code };
    keep(KEY, session.value);
    keep(OPENING, null);
  } catch (error) {
    if (isOver(error)) keep(OPENING, null);
    closedBecause.value = explainFailure(error);
  }
}

/** Closes the page after its credential has expired or was revoked. */
export function closeSession(): void {
  session.value = null;
  closedBecause.value = new ApiFailure({ message: texts().portal.over });
  keep(KEY, null);
}

const isOver = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === UNKNOWN || error.status === GONE);

const explainFailure = (error: unknown): unknown =>
  isOver(error) ? new ApiFailure({ message: texts().portal.over }) : error;

/** A browser may forbid a frame to keep anything. */
function keep(name: string, value: Session | Opening | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The page works until it is left.
  }
}

function read<T extends Session | Opening>(name: string): T | null {
  try {
    // Only `keep` writes it.
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function readSession(): Session | null {
  const stored = read<Session>(KEY);
  return stored !== null && Date.parse(stored.expiresAt) > Date.now() ? stored : null;
}
