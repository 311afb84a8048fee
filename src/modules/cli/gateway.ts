/** Finds the service to which a command talks and the key for it, and calls its gateway zone. */
import { version } from '../../../package.json';
import { createApiCall, type NoAnswer } from '../../core/outbound/call-api.ts';
import { EXIT, StartRefused } from '../../core/process/refusal.ts';
import { readSecrets } from '../../core/process/secrets-file.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { didYouMean } from '../../core/shared/nearest.ts';
import { openGuard, UsageFault, urlIn, type Words } from './command.ts';
import { keyHint, nearestService } from './suggestions.ts';
import type { Terminal } from './terminal.ts';

interface GatewayAnswer {
  readonly status: number;
  /** JSON, or null when the answer was not JSON. */
  readonly body: unknown;
  /** The service's clock, in ms since 1970. */
  readonly now: number;
}

interface Instance {
  readonly instanceName: string;
  readonly provider: string;
}

export interface Gateway {
  /** Returns the address of a path; the service itself may be below a path. */
  at(path: string): URL;
  readonly key: string;
  /**
   * Returns the answer to a call that succeeded. Throws UsageFault for what the caller can correct, StartRefused (75)
   * while the service cannot answer.
   */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<GatewayAnswer>;
  /** Returns the answer to a call, whatever its status. Throws StartRefused (75) while the service cannot answer. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<GatewayAnswer>;
  /** Returns the named instance. Throws UsageFault with the nearest name if no instance has this name. */
  instance(words: Words): Promise<Instance>;
}

/** Nothing answers at the address: it is wrong, or the service is not running. */
export class UnreachableFault extends UsageFault {}
/** The service does not know the key. */
class UnknownKey extends UsageFault {}

const TIMEOUT_MS = 60_000;
const BYTES_MAX = 64 * 1024 * 1024;

/** Returns the service that the words of a command, or the variables, name. */
export async function gatewayOf(words: Words, terminal: Terminal): Promise<Gateway> {
  const place = await placeOf(words, terminal);
  const gateway = createGateway(place);
  const instance: Gateway['instance'] = (wanted) =>
    gateway.instance(wanted).catch(async (error) => {
      throw await withHint(error, place.url, terminal);
    });
  return { ...gateway, instance };
}

/** Adds a hint at the first call of a command; later the service has answered there, and knew the key. */
async function withHint(error: unknown, url: URL, { settings, clock }: Terminal): Promise<unknown> {
  if (error instanceof UnreachableFault)
    return new UnreachableFault(
      error.message + (await nearestService(url, { settings: settings(), clock })),
    );
  if (error instanceof UnknownKey)
    return new UnknownKey(`${error.message}; ${keyHint(url, settings())}`);
  return error;
}

export interface Place {
  readonly url: URL;
  readonly key: string;
  readonly clock: Clock;
}

export function createGateway({ url, key, clock }: Place): Gateway {
  const at = (path: string) => new URL(`${url.href.replace(/\/+$/, '')}${path}`);
  const callApi = createApiCall({
    clock,
    userAgent: `gatehouse/${version}`,
    guard: openGuard,
  });
  const ask: Gateway['ask'] = async (method, path, body) => {
    const answer = await callApi({
      method,
      url: at(path).href,
      headers: { apikey: key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      bytesMax: BYTES_MAX,
    });
    if ('problem' in answer) throw unreachableFault(url, answer);
    const now = Date.parse(answer.headers.get('date') ?? '') || clock.now();
    return { status: answer.status, body: jsonIn(answer.bytes), now };
  };
  const call: Gateway['call'] = async (method, path, body) => {
    const answer = await ask(method, path, body);
    if (answer.status < 300 && answer.body !== null) return answer;
    throw refusalOf(url, answer);
  };
  return { at, key, ask, call, instance: (wanted) => instanceIn(wanted, call) };
}

/** The global key of this machine's service is never sent to another. */
async function placeOf(words: Words, terminal: Terminal): Promise<Place> {
  const { clock } = terminal;
  const settings = terminal.settings();
  const chosenUrl = words.value('url') ?? settings.commandUrl;
  const key = words.value('key') ?? settings.commandKey;
  const url = urlIn('--url', chosenUrl ?? `http://localhost:${settings.port}`);
  if (key !== null) return { url, key, clock };
  if (chosenUrl !== null)
    throw new UsageFault(`a key for ${url.origin} is missing: set GATEHOUSE_KEY, or use --key KEY`);
  const own = settings.globalApiKeys?.[0] ?? (await readSecrets(settings.dataDir))?.globalApiKey;
  if (own !== undefined) return { url, key: own, clock };
  throw new UsageFault(
    `there is no key: no service has started with the data folder "${settings.dataDir}"; name a service with --url and --key`,
  );
}

function unreachableFault({ origin }: URL, { problem }: NoAnswer): Error {
  if (/^(connection_refused|dns_error|malformed|tls_error)/.test(problem))
    return new UnreachableFault(`${origin} cannot be reached: ${problem}`);
  return new StartRefused(`${origin} does not answer: ${problem}`, EXIT.unavailable);
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
}

/** Returns the message of a failure in either of its forms. */
function messageIn(body: unknown): string | null {
  const { error, message } = (body ?? {}) as { error?: { message?: unknown }; message?: unknown };
  const found = error?.message ?? message;
  return typeof found === 'string' ? found : null;
}

function refusalOf({ origin }: URL, { status, body }: GatewayAnswer): Error {
  const message = messageIn(body);
  const said = message === null ? `answered ${status}` : `answered ${status}: ${message}`;
  if (message === null) return new UsageFault(`${origin} ${said}; is that Gatehouse?`);
  if (status === 401) return new UnknownKey(`${origin} does not know the key (401): ${message}`);
  if (status === 429 || status >= 500)
    return new StartRefused(`${origin} ${said}`, EXIT.unavailable);
  return new UsageFault(`${origin} ${said}`);
}

async function instanceIn(words: Words, call: Gateway['call']): Promise<Instance> {
  const wanted = words.value('instance');
  const { body } = await call('GET', '/instance/fetchInstances');
  const all = Array.isArray(body) ? (body as Instance[]) : [];
  const names = all.map(({ instanceName }) => instanceName);
  if (wanted === null) {
    const [only] = all;
    if (only !== undefined && all.length === 1) return only;
    const known = names.slice(0, NAMES_SHOWN).join(', ');
    throw new UsageFault(
      all.length === 0
        ? 'there is no instance yet'
        : `there are ${all.length} instances: name one with --instance (${known}${all.length > NAMES_SHOWN ? ', …' : ''})`,
    );
  }
  const found = all.find(({ instanceName }) => instanceName === wanted);
  if (found) return found;
  const hint = didYouMean(wanted, names);
  throw new UsageFault(
    `there is no instance ${JSON.stringify(wanted)}${hint === null ? '' : `: ${hint}`}`,
  );
}

const NAMES_SHOWN = 10;
