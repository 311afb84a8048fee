/**
 * Decides as which version of the web client all sessions of this process connect: a client that claims an old one is
 * refused.
 */
import type { Database } from '../../core/db/client.ts';
import type { Outbound } from '../../core/outbound/outbound.ts';
import type { ProxyRoute } from '../../core/outbound/proxy/local-proxy.ts';
import { versionIn, type WebVersion } from '../../core/providers/all.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import { type Clock, iso } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';

/** A version and when WhatsApp last served it, in ms since 1970. */
interface DatedVersion {
  readonly version: WebVersion;
  readonly servedAt: number;
}

/** The version for when no other is known: that of Baileys, and the day on which it was published. */
export const BUILT_IN: DatedVersion = {
  version: [2, 3000, 1_043_857_760],
  servedAt: Date.UTC(2026, 7, 6),
};

/** The script that starts the web client in browsers; it contains the revision of the client. */
const SERVICE_WORKER = 'https://web.whatsapp.com/sw.js';
const SERVICE_WORKER_BYTES_MAX = 4 * 1024 * 1024;
const REVISION = /"client_revision\\?":\s*(\d{1,12})(?!\d)/;
/** Headers of a browser that opens the page; other requests are refused. */
const BROWSER_HEADERS = {
  'sec-fetch-site': 'none',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
};

/**
 * Resolves with the version that WhatsApp serves to browsers now, in the generation of `BUILT_IN`; rejects when it is
 * not known.
 */
export async function latestWebVersion(
  outbound: Pick<Outbound, 'fetchFile'>,
  signal: AbortSignal,
  proxy: ProxyRoute | null = null,
): Promise<WebVersion> {
  const limits = { bytesMax: SERVICE_WORKER_BYTES_MAX, headers: BROWSER_HEADERS, signal, proxy };
  const file = await outbound.fetchFile(SERVICE_WORKER, limits);
  if ('problem' in file) throw new Error(file.problem);
  if ('isTooLarge' in file)
    throw new Error(`the answer has more than ${SERVICE_WORKER_BYTES_MAX} bytes`);
  const [, revision] = REVISION.exec(new TextDecoder().decode(file.bytes)) ?? [];
  if (revision === undefined) throw new Error('the answer names no revision of the client');
  const [major, minor] = BUILT_IN.version;
  return [major, minor, Number(revision)];
}

/** Returns whether `version` is newer than `other`. */
export function isNewer(version: WebVersion, other: WebVersion): boolean {
  const at = version.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (version[at] ?? 0) > (other[at] ?? 0);
}

const isSameVersion = (version: WebVersion, other: WebVersion): boolean =>
  version.every((part, index) => part === other[index]);

/** Stores the version that was last fetched, for all nodes and for the next start. */
interface WebVersionStore {
  /** Resolves with null when none is stored that can be read. */
  read(): Promise<DatedVersion | null>;
  write(fetched: DatedVersion): Promise<void>;
}

const NAME = 'whatsapp_web_version';
export const READ_WEB_VERSION = `select value from service_facts where name = '${NAME}'`;
const WRITE = `insert or replace into service_facts (name, value) values ('${NAME}', ?)`;

export const createWebVersionStore = (db: Pick<Database, 'query'>): WebVersionStore => ({
  async read() {
    const [row] = await db.query(READ_WEB_VERSION, []);
    return row ? datedVersionIn(String(row[0])) : null;
  },
  async write({ version, servedAt }) {
    await db.query(WRITE, [`${version.join('.')} ${servedAt}`]);
  },
});

/** Reads a stored value: the version, a blank and the ms. Returns null for anything else. */
export function datedVersionIn(value: string): DatedVersion | null {
  const [text = '', ms = ''] = value.split(' ');
  const version = versionIn(text);
  return version !== null && /^\d{1,15}$/.test(ms) ? { version, servedAt: Number(ms) } : null;
}

/** The result of looking for the successor of a refused version: another version, the same one, or unknown. */
export type Renewal = 'another' | 'same' | 'unknown';

/** The questions of sessions about the version. */
export interface VersionSource {
  /** Resolves with the version. It is fetched, if not known yet, through `proxy`, or directly where that is null. */
  current(proxy: ProxyRoute | null): Promise<WebVersion>;
  /** Finds out, after WhatsApp refused a version as outdated, whether there is another one. Never rejects. */
  renew(refused: WebVersion, proxy: ProxyRoute | null): Promise<Renewal>;
}

interface WebVersionsDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Set by the operator; it takes precedence. */
  readonly fixed: WebVersion | null;
  readonly store: WebVersionStore;
  /** Resolves with the version that WhatsApp serves to browsers now; rejects when it cannot be found out. */
  fetchLatest(signal: AbortSignal, proxy: ProxyRoute | null): Promise<WebVersion>;
}

interface Answer {
  readonly version: WebVersion;
  /** Whether WhatsApp serves it; false for a fallback. */
  readonly isServed: boolean;
}

interface KnownAnswer extends Answer {
  /** Steady ms. */
  readonly since: number;
  readonly until: number;
}

const BELIEVED_MS = 24 * 3_600_000;
/** After a failure, and while WhatsApp refuses what it serves, the version is fetched again after this long. */
export const NEXT_FETCH_MS = 600_000;
const FETCH_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
/** WhatsApp stops accepting versions that are a few months old. */
const OLD_DAYS = 60;

/** Returns whether WhatsApp may refuse a version that it served then. */
export const isOldVersion = ({ servedAt }: DatedVersion, now: number): boolean =>
  now - servedAt > OLD_DAYS * DAY_MS;

/** Says for operators which version it is and of which day. */
export const nameOfVersion = ({ version, servedAt }: DatedVersion): string =>
  `${version.join('.')} of ${iso(servedAt).slice(0, 10)}`;

/** Returns what to use when no version can be fetched. */
export const fallbackOf = (stored: DatedVersion | null): DatedVersion =>
  stored !== null && isNewer(stored.version, BUILT_IN.version) ? stored : BUILT_IN;

export const VERSION_CURE =
  'let this machine, and the proxies of instances, reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION to a current version';

export class WebVersions implements VersionSource {
  readonly #deps: WebVersionsDeps;
  #known: KnownAnswer | null = null;
  /** The version that WhatsApp refused last. */
  #refused: WebVersion | null = null;
  /** By the address of their proxy; '' without one. Each asks once, however many wait. */
  readonly #asking = new Map<string, Promise<Answer>>();
  /** The version that is used because the current one could not be fetched the last time. */
  #fallback: DatedVersion | null = null;

  constructor(deps: WebVersionsDeps) {
    this.#deps = deps;
  }

  async current(proxy: ProxyRoute | null): Promise<WebVersion> {
    return (await this.#answer(proxy)).version;
  }

  async renew(refused: WebVersion, proxy: ProxyRoute | null): Promise<Renewal> {
    if (this.#deps.fixed !== null) return 'same';
    if (this.#mayFetchAgain(refused)) this.#known = null;
    this.#refused = refused;
    const { version, isServed } = await this.#answer(proxy);
    const isAnother = isServed ? !isSameVersion(version, refused) : isNewer(version, refused);
    if (isAnother) return 'another';
    return isServed ? 'same' : 'unknown';
  }

  /** Returns what an operator should know and do, or null while a current version is used. */
  problem(): string | null {
    const fallback = this.#fallback;
    if (fallback === null || !isOldVersion(fallback, this.#deps.clock.now())) return null;
    const name = nameOfVersion(fallback);
    return `instances of whatsapp connect as version ${name} of the web client, which WhatsApp may refuse, because the current one cannot be fetched: ${VERSION_CURE}`;
  }

  /** Many instances are refused at once, but the first of them has the version fetched again for all. */
  #mayFetchAgain(refused: WebVersion): boolean {
    const known = this.#known;
    if (known === null || !isSameVersion(known.version, refused)) return false;
    const isFirst = this.#refused === null || !isSameVersion(this.#refused, refused);
    return isFirst || this.#deps.clock.steady() - known.since >= NEXT_FETCH_MS;
  }

  async #answer(proxy: ProxyRoute | null): Promise<Answer> {
    const { fixed, clock } = this.#deps;
    if (fixed !== null) return { version: fixed, isServed: true };
    if (this.#known !== null && clock.steady() < this.#known.until) return this.#known;
    const route = proxy?.url ?? '';
    const underWay = this.#asking.get(route);
    if (underWay !== undefined) return underWay;
    const asking = this.#ask(proxy).finally(() => this.#asking.delete(route));
    this.#asking.set(route, asking);
    return asking;
  }

  async #ask(proxy: ProxyRoute | null): Promise<Answer> {
    const { clock, store, log } = this.#deps;
    const stored = await store.read().catch(() => null);
    const ageMs = stored === null ? -1 : clock.now() - stored.servedAt;
    if (stored !== null && ageMs >= 0 && ageMs < BELIEVED_MS && !this.#isRefused(stored))
      return this.#serve(stored.version, BELIEVED_MS - ageMs);
    let served: WebVersion;
    try {
      served = await withinLimit(clock, (signal) => this.#deps.fetchLatest(signal, proxy));
    } catch (error) {
      return this.#fallBack(stored, proxy, messageOf(error));
    }
    // WhatsApp serves browsers one by one: an older version than before does not say that the newer one is void.
    const isBehind = stored !== null && isNewer(stored.version, served);
    const version = isBehind && !this.#isRefused(stored) ? stored.version : served;
    await store.write({ version, servedAt: clock.now() }).catch((error) => {
      const reason = messageOf(error);
      log.warn('the current WhatsApp version could not be stored', { reason });
    });
    return this.#serve(version, BELIEVED_MS);
  }

  #serve(version: WebVersion, ms: number): Answer {
    this.#fallback = null;
    return this.#remember({ version, isServed: true }, ms);
  }

  #fallBack(stored: DatedVersion | null, proxy: ProxyRoute | null, reason: string): Answer {
    const fallback = fallbackOf(stored);
    const name = nameOfVersion(fallback);
    const text = 'the current WhatsApp version could not be fetched; using an earlier one';
    this.#deps.log.warn(text, { reason, version: name });
    this.#fallback = fallback;
    const answer = { version: fallback.version, isServed: false };
    // A proxy that does not work says nothing about other connections.
    return proxy === null ? this.#remember(answer, NEXT_FETCH_MS) : answer;
  }

  #remember(answer: Answer, ms: number): Answer {
    const since = this.#deps.clock.steady();
    this.#known = { ...answer, since, until: since + ms };
    return answer;
  }

  #isRefused({ version }: DatedVersion): boolean {
    return this.#refused !== null && isSameVersion(version, this.#refused);
  }
}

function withinLimit<T>(clock: Clock, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  return withTimeout({ clock, ms: FETCH_MS }, ask(over.signal), () => {
    over.abort();
    return new Error('it took too long');
  });
}
