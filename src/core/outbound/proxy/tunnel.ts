/** Opens a connection through a proxy server, whose address is checked before it is dialled. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { runWithin } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { codeOf, messageOf } from '../../shared/errors.ts';
import { type Dial, dialAddresses, triedInWords, whenOpen } from '../dialling.ts';
import { failureReason } from '../failure-reason.ts';
import type { NetworkGuard } from '../network-guard.ts';
import { type Problem, problemOrReason } from '../request.ts';
import { connectOverHttp } from './connect.ts';
import type { Destination, ProxyServer } from './server.ts';
import { connectOverSocks } from './socks5.ts';

export interface TunnelDeps {
  /** Decides where proxy servers may be. */
  readonly guard: NetworkGuard;
  readonly clock: Clock;
  /** Certificate authorities (PEM) that are trusted instead of the built-in ones. */
  readonly authorities?: string | undefined;
}

/** `problem` is a sentence for the operator; it never contains the password. */
export type Tunnel = { readonly socket: Socket } | Problem;

/** The time limit from resolving the proxy's name to its answer. */
const TUNNEL_MS = 10_000;

/** Opens a connection to `to` through `proxy`. Never rejects. */
export function openTunnel(proxy: ProxyServer, to: Destination, deps: TunnelDeps): Promise<Tunnel> {
  return runWithin({ clock: deps.clock, ms: TUNNEL_MS }, async (limited) => {
    const tunnel = await tunnelWithin(proxy, to, deps, limited.signal);
    if ('problem' in tunnel && limited.isOver())
      return {
        problem: problemOrReason(tunnel, `the proxy did not answer within ${TUNNEL_MS} ms`),
      };
    return tunnel;
  });
}

async function tunnelWithin(
  proxy: ProxyServer,
  to: Destination,
  deps: TunnelDeps,
  signal: AbortSignal,
): Promise<Tunnel> {
  const found = await deps.guard.resolve(proxy.host, signal);
  if ('refused' in found) return { problem: `the proxy may not be used: ${found.refused}` };
  if ('failed' in found) return { problem: `the proxy cannot be reached: ${found.failed}` };
  const dialled = await dialProxy([found.address, ...found.others], proxy, deps, signal);
  if ('problem' in dialled) return dialled;
  const { socket } = dialled;
  const giveUp = () => socket.destroy();
  signal.addEventListener('abort', giveUp);
  try {
    const ask = proxy.protocol === 'socks5' ? connectOverSocks : connectOverHttp;
    const problem = await ask(socket, proxy, to);
    if (problem === null) return { socket };
    socket.destroy();
    return { problem };
  } catch (error) {
    socket.destroy();
    return { problem: `the proxy did not open a connection: ${reasonOf(error)}` };
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Tries the other addresses when one cannot be reached. */
async function dialProxy(
  addresses: readonly string[],
  proxy: ProxyServer,
  deps: TunnelDeps,
  signal: AbortSignal,
): Promise<Tunnel> {
  const dial: Dial = (address, ended) => dialAt(address, proxy, deps, ended);
  const { connected, tried } = dialAddresses(addresses, dial, deps.clock, signal);
  const winner = await connected;
  if (winner !== null) return { socket: winner.socket };
  const [error] = tried.values();
  if (addresses.length === 1) return { problem: `the proxy cannot be reached: ${reasonOf(error)}` };
  const reasons = triedInWords(tried);
  return { problem: `the proxy cannot be reached: ${reasons}`, tried: reasons };
}

function dialAt(
  address: string,
  { protocol, host, port }: ProxyServer,
  { authorities }: TunnelDeps,
  signal: AbortSignal,
): Promise<Socket> {
  const isSecure = protocol === 'https';
  const base = { host: address, port };
  const socket = isSecure
    ? connectTls({
        ...base,
        // The certificate is verified against the name, although an address is dialled.
        ...(isIP(host) === 0 && { servername: host }),
        ...(authorities !== undefined && { ca: authorities }),
      })
    : connectTcp(base);
  socket.setNoDelay(true);
  return whenOpen(socket, isSecure ? 'secureConnect' : 'connect', signal);
}

const reasonOf = (error: unknown): string =>
  codeOf(error) === '' ? messageOf(error) : failureReason(error);
