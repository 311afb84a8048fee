/**
 * The library's log, in ours.
 * Owns: that only its sentences get there, never its objects: those hold keys, names and messages.
 */
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';

export interface VendorLog {
  level: string;
  child(): VendorLog;
  trace(fields: unknown, text?: string): void;
  debug(fields: unknown, text?: string): void;
  info(fields: unknown, text?: string): void;
  warn(fields: unknown, text?: string): void;
  error(fields: unknown, text?: string): void;
}

/** What the library calls a warning or an error is mostly the network's ordinary life, so all of it is debug here. */
export function vendorLog(log: Log): VendorLog {
  const silent = () => {};
  const say = (fields: unknown, text?: string) => {
    const reason = errorIn(fields);
    log.debug(`whatsapp: ${text ?? 'said something'}`, reason === null ? {} : { reason });
  };
  const own: VendorLog = {
    // The name it compares with before it prints whole stanzas.
    level: 'silent',
    child: () => own,
    trace: silent,
    debug: silent,
    info: silent,
    warn: say,
    error: say,
  };
  return own;
}

function errorIn(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const { err, error } = fields as { err?: unknown; error?: unknown };
  const found = err ?? error;
  return found instanceof Error ? messageOf(found).slice(0, 200) : null;
}
