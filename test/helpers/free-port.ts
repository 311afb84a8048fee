/** Ports for servers that a test starts as processes of their own. */
import { randomInt } from 'node:crypto';

/** Below those that systems give to outgoing connections, and above those that services commonly have. */
const [LOWEST, HIGHEST] = [12_000, 32_000];
const TRIES_MAX = 100;

/**
 * A loopback port that nothing listens on at this moment. It is none that an outgoing connection of
 * another test may get before the server listens, or while a server that was killed is away.
 */
export function freePort(): number {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (isFree(port)) return port;
  }
  throw new Error(`no port is free between ${LOWEST} and ${HIGHEST}`);
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
