/** Opens a connection through a proxy server, whose address is checked before it is dialled. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { runWithin } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { codeOf, messageOf } from '../../shared/errors.ts';
import { failureReason } from '../failure-reason.ts';
import type { NetworkGuard } from '../network-guard.ts';
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
export type Tunnel = { readonly socket: Socket } | { readonly problem: string };

/** The time limit from resolving the proxy's name to its answer. */
const TUNNEL_MS = 10_000;

/** Opens a connection to `to` through `proxy`. Never rejects. */
export function openTunnel(proxy: ProxyServer, to: Destination, deps: TunnelDeps): Promise<Tunnel> {
  return runWithin({ clock: deps.clock, ms: TUNNEL_MS }, async (limited) => {
    const tunnel = await tunnelWithin(proxy, to, deps, limited.signal);
    if ('problem' in tunnel && limited.isOver())
      return { problem: `the proxy did not answer within ${TUNNEL_MS} ms` };
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
  const dialled = await dialInTurn([found.address, ...found.others], proxy, deps, signal);
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

/** Tries the next address when the one before could not be reached. */
async function dialInTurn(
  addresses: readonly string[],
  proxy: ProxyServer,
  deps: TunnelDeps,
  signal: AbortSignal,
): Promise<Tunnel> {
  let problem = 'the proxy cannot be reached';
  for (const address of addresses) {
    if (signal.aborted) break;
    try {
      return { socket: await dial(address, proxy, deps, signal) };
    } catch (error) {
      problem = `the proxy cannot be reached: ${reasonOf(error)}`;
    }
  }
  return { problem };
}

function dial(
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
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      socket.off('error', failed).off('close', closed);
      signal.removeEventListener('abort', giveUp);
      // The holder of the socket listens for its end; an earlier error must not be thrown.
      socket.on('error', () => socket.destroy());
      settled();
    };
    const failed = (error: Error) => settle(() => reject(error));
    const closed = () => settle(() => reject(new Error('it closed the connection')));
    const giveUp = () => socket.destroy();
    socket.on('error', failed).on('close', closed);
    signal.addEventListener('abort', giveUp);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => settle(() => resolve(socket)));
  });
}

const reasonOf = (error: unknown): string =>
  codeOf(error) === '' ? messageOf(error) : failureReason(error);
