/** The command `audit-check`: whether the audit of the gateway zone is an unbroken chain. Owns: its argument and its words. */
import type { Settings } from '../../config.ts';
import { openReader } from '../../db/reader.ts';
import type { Link } from '../../gateway/audit/chain.ts';
import { checkAudit } from '../../gateway/audit/check.ts';
import { EXIT, StartRefused } from '../../process/refusal.ts';
import type { Outcome } from './commands.ts';

/** Reads the configured database and nothing else; the service may be running. */
export async function auditCheck(settings: Settings, args: readonly string[]): Promise<Outcome> {
  const noted = notedIn(args);
  const { databaseUrl: url, databaseAuthToken: authToken } = settings;
  const reader = openReader({ url, ...(authToken !== null && { authToken }) });
  try {
    const { problem, count, head } = await checkAudit(reader, noted);
    if (problem !== null) return { line: `broken: ${problem}`, exitCode: EXIT.failedCheck };
    const line = `${count} entries, head ${head.id}:${head.hash}, unbroken`;
    return { line, exitCode: EXIT.stopped };
  } finally {
    await reader.close();
  }
}

/** A head as it was printed or answered at some time: `ID:HASH`. */
function notedIn([text, ...others]: readonly string[]): Link | null {
  if (text === undefined) return null;
  const [, id, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash !== undefined && others.length === 0) return { id: Number(id), hash };
  throw new StartRefused('audit-check takes nothing, or a head noted before, as ID:HASH');
}
