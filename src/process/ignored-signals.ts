/** Which signals this process was started to ignore, as `nohup` does with SIGHUP. Only Linux says so. */
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** To be asked before a handler is installed: a handler replaces the ignoring. False where nobody can tell. */
export function isIgnored(signal: NodeJS.Signals): boolean {
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(ownStatus())?.[1];
  if (mask === undefined) return false;
  const bit = BigInt(constants.signals[signal] - 1);
  return ((BigInt(`0x${mask}`) >> bit) & 1n) === 1n;
}

function ownStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
