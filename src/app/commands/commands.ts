/** What `src/main.ts` does instead of serving when it is given the name of a command. */
import type { Settings } from '../../config.ts';
import { makeSuperAdminToken } from '../../crm/recovery.ts';
import { lockIfFree } from '../../db/lock.ts';
import { openDatabase } from '../../db/open.ts';
import { openReader } from '../../db/reader.ts';
import type { Link } from '../../gateway/audit/chain.ts';
import { checkAudit } from '../../gateway/audit/check.ts';
import { EXIT, type ExitCode, StartRefused } from '../../process/refusal.ts';
import { systemClock } from '../../shared/clock.ts';
import { databasePath } from '../../shared/database-url.ts';
import { importInstances } from './import/import.ts';

interface Outcome {
  /** For stdout: one line, or a report of several. */
  readonly line: string;
  /** What a person wants to know beside it, for stderr. */
  readonly note?: string;
  readonly exitCode: ExitCode;
}

/** `args` are those behind the name. Throws StartRefused for wrong ones, and what a start of the service would. */
type Command = (settings: Settings, args: readonly string[]) => Promise<Outcome>;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['access-token', accessToken],
  ['audit-check', auditCheck],
  ['import', importInstances],
]);

/** Throws StartRefused for a name that no command has. */
export async function runCommand(
  settings: Settings,
  [name = '', ...args]: readonly string[],
): Promise<Outcome> {
  const command = COMMANDS.get(name);
  if (command) return command(settings, args);
  const known = [...COMMANDS.keys()].join(', ');
  throw new StartRefused(`there is no command ${JSON.stringify(name)}; there are: ${known}`);
}

const NO_USER =
  'the database has no user yet: start the service with BOOTSTRAP_ACCESS_TOKEN, which makes the first one';

/**
 * Writes one transaction to the configured database, beside the service if that is running: SQLite lets
 * either wait for the other. While it is not running, the lock keeps a start from meeting this process.
 */
async function accessToken(settings: Settings, args: readonly string[]): Promise<Outcome> {
  if (args.length > 0) throw new StartRefused('access-token takes no arguments');
  const { databaseUrl: url, databaseAuthToken: authToken } = settings;
  const clock = systemClock();
  const path = databasePath(url);
  const lock = path === null ? null : lockIfFree(path);
  try {
    const db = await openDatabase({ url, authToken, clock, asSecond: true });
    const made = await makeSuperAdminToken({ db, clock }).finally(() => db.close());
    if (!made) throw new StartRefused(NO_USER);
    const note = `Token of the super_admin ${made.email}: it opens every account, and is shown only here.`;
    return { line: made.token, note, exitCode: 0 };
  } finally {
    lock?.release();
  }
}

/** Reads the configured database and nothing else; the service may be running. */
async function auditCheck(settings: Settings, args: readonly string[]): Promise<Outcome> {
  const noted = notedIn(args);
  const { databaseUrl: url, databaseAuthToken: authToken } = settings;
  const reader = openReader({ url, authToken });
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
