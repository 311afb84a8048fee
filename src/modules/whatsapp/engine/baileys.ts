/**
 * Loads Baileys, which is optional, when the first instance needs it, and corrects it
 * before anybody uses it. Nothing else imports it for values.
 */

import type { Agent } from 'node:https';
import { createRequire } from 'node:module';
import { type ProxyRoute, proxyUrlTo } from '../../../core/outbound/proxy/local-proxy.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import { isExecutable, optionalPackage } from '../../../core/shared/own-files.ts';
import { decodeWithoutMessages } from './history-share.ts';
import { isSignatureOf } from './signal.ts';
import { loadTokens } from './stanza-encoder.ts';
import type { Baileys, USED_REPORTING, UserFacingSocketConfig } from './surface.ts';

/** Callers may see this text. */
const CURE = isExecutable
  ? 'put it into node_modules beside the executable to use WhatsApp'
  : 'add it to use WhatsApp';

/** There is one Baileys in a process, so a correction applies to all sessions. */
let loading: Promise<Baileys> | null = null;

/** Rejects when Baileys is not installed. */
export function loadBaileys(): Promise<Baileys> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Baileys> {
  try {
    const path = optionalPackage('@whiskeysockets/baileys');
    const library: Baileys = await import(path);
    const besideBaileys = createRequire(path);
    const reporting: Pick<Baileys, (typeof USED_REPORTING)[number]> = besideBaileys(
      './Utils/reporting-utils.js',
    );
    const baileys = { ...library, ...reporting };
    await loadTokens(baileys);
    const curve: CurveModule = besideBaileys('libsignal/src/curve.js');
    const besideSignal = createRequire(besideBaileys.resolve('libsignal/src/curve.js'));
    const signatures: SignatureModule = besideSignal('curve25519-js');
    signatures.verify = isSignatureOf;
    verifyStrictly(baileys, curve);
    decodeWithoutMessages(baileys);
    silenceLibsignal(console);
    patchFetchForProxies(globalThis);
    return baileys;
  } catch (error) {
    const isAbsent = /cannot find (package|module)/i.test(messageOf(error));
    if (!isAbsent) throw error;
    throw new Error(`the package @whiskeysockets/baileys is not installed: ${CURE}`);
  }
}

/** The part of libsignal that verifies signatures. */
interface CurveModule {
  /** `publicKey` includes its type byte. Returns false for a wrong signature and throws for a malformed one. */
  verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** The module that this part calls for each signature. */
interface SignatureModule {
  verify: typeof isSignatureOf;
}

/** Sets whose signature identifies a server of WhatsApp, for all later connections: 32 bytes as hex. */
export function trustRoot({ WA_CERT_DETAILS }: Baileys, publicKey: string): void {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(publicKey, 'hex');
}

/** Baileys ignores the result of the check, so every well-formed signature would pass. */
function verifyStrictly({ Curve, generateSignalPubKey }: Baileys, curve: CurveModule): void {
  Curve.verify = (publicKey, message, signature) => {
    try {
      return curve.verifySignature(generateSignalPubKey(publicKey), message, signature) === true;
    } catch {
      return false;
    }
  };
}

const CONSOLE_METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const;
type Console = Pick<typeof console, (typeof CONSOLE_METHODS)[number]>;
const SILENCED = Symbol('its console is silenced');

/** libsignal writes whole sessions, including private keys, to the console whenever one is replaced. */
export function silenceLibsignal(target: Console): void {
  if (SILENCED in target) return;
  for (const name of CONSOLE_METHODS) {
    const write = target[name].bind(target);
    target[name] = (...values: unknown[]) => {
      if (!/[/\\]libsignal[/\\]/.test(new Error().stack ?? '')) write(...values);
    };
  }
  Object.defineProperty(target, SILENCED, { value: true });
}

/** Baileys passes it on to `fetch`. Only this file makes instances, so that nothing else is taken for one. */
class ProxyDispatcher {
  readonly route: ProxyRoute;

  constructor(route: ProxyRoute) {
    this.route = route;
  }
}

/** Returns the proxy settings of a socket's configuration. Throws when NO_PROXY exempts the host of `socketUrl`. */
export function proxyConfig(
  route: ProxyRoute,
  socketUrl: string | URL,
): Partial<UserFacingSocketConfig> {
  const { hostname } = new URL(socketUrl);
  // The casts: of an agent the runtime's WebSocket uses only the proxy, and `options` are passed to `fetch`.
  const agent = { proxy: proxyUrlTo(route, hostname) } as unknown as Agent;
  const options = { dispatcher: new ProxyDispatcher(route) } as unknown as RequestInit;
  return { agent, options };
}

const HEEDING = Symbol('its fetch heeds dispatchers');

/**
 * Baileys passes `dispatcher` to `fetch` for the files of its history and app state. The
 * runtime's `fetch` ignores it and would fetch them directly.
 */
function patchFetchForProxies(target: { fetch: typeof fetch }): void {
  if (HEEDING in target) return;
  const plain = target.fetch;
  const heeding = (input: Parameters<typeof fetch>[0], init?: BunFetchRequestInit) =>
    plain(input, withProxy(input, init));
  target.fetch = Object.assign(heeding, { preconnect: plain.preconnect });
  Object.defineProperty(target, HEEDING, { value: true });
}

function withProxy(
  input: Parameters<typeof fetch>[0],
  init: (BunFetchRequestInit & { dispatcher?: unknown }) | undefined,
): BunFetchRequestInit | undefined {
  if (!(init?.dispatcher instanceof ProxyDispatcher)) return init;
  const { dispatcher, ...others } = init;
  const { hostname } = new URL(input instanceof Request ? input.url : input);
  return { ...others, proxy: proxyUrlTo(dispatcher.route, hostname) };
}
