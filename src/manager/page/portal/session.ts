/**
 * What a customer's page is opened with: the code after # in its address, which is exchanged once. What it gets for
 * that is kept in this tab alone, so that the page can be reloaded; a frame that may keep nothing has it until then.
 */
import { signal } from '@preact/signals';
import { ApiFailure, createCall } from '../api.ts';
import type { PortalScope } from '../rights.ts';
import { hash } from '../route.ts';
import { texts } from '../texts.ts';

interface Opened {
  /** Sent as a key with each request. */
  readonly credential: string;
  readonly instanceName: string;
  readonly scopes: readonly PortalScope[];
  readonly expiresAt: string;
}

interface Session extends Opened {
  /** The code that it was opened with, which opens nothing any more. */
  readonly code: string;
}

const KEY = 'gatehouse.portal';
const CODE = /^#([\w-]{43})$/;
const UNKNOWN = 401;
const GONE = 410;

/** Null while the page is closed. */
export const session = signal<Session | null>(null);
/** Why it is. */
export const closedBecause = signal<unknown>(null);

export async function openSession(): Promise<void> {
  const stored = read();
  const code = CODE.exec(location.hash)?.[1] ?? null;
  if (code !== null) {
    // The history of the browser keeps nothing of it.
    history.replaceState(null, '', `${location.pathname}${location.search}#/`);
    hash.value = '#/';
  }
  // A frame that is loaded again begins with the address that it was given.
  if (stored !== null && (code === null || code === stored.code)) session.value = stored;
  else if (code !== null) await exchange(code);
  else closedBecause.value = new ApiFailure({ message: texts().portal.noLink });
}

// Another link in the address of a page that is open changes nothing but what follows #.
addEventListener('hashchange', () => {
  if (CODE.test(location.hash)) void openSession();
});

async function exchange(code: string): Promise<void> {
  const call = createCall(
    () => ({ authorization: `Bearer ${code}` }),
    () => {},
  );
  try {
    session.value = null;
    const { answer } = await call('POST', '/manager/portal/open');
    session.value = { ...(answer as Opened), code };
    keep(session.value);
  } catch (error) {
    closedBecause.value = explained(error);
  }
}

/** Closes the page, which its service does not know any more. */
export function closeSession(): void {
  session.value = null;
  closedBecause.value = new ApiFailure({ message: texts().portal.over });
  keep(null);
}

function explained(error: unknown): unknown {
  const { portal } = texts();
  const status = error instanceof ApiFailure ? error.status : 0;
  if (status === UNKNOWN || status === GONE) return new ApiFailure({ message: portal.over });
  return error;
}

/** A browser may forbid a frame to keep anything. */
function keep(value: Session | null): void {
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // The page works until it is left.
  }
}

function read(): Session | null {
  try {
    // Only `keep` writes it.
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
    return stored !== null && Date.parse(stored.expiresAt) > Date.now() ? stored : null;
  } catch {
    return null;
  }
}
