/** `audit verify`: checks whether the audit in the configured database is as it was written. */

import { openReader } from '../../../core/db/reader.ts';
import { EXIT } from '../../../core/process/refusal.ts';
import { checkAudit, type Link } from '../../gateway/api.ts';
import { type Run, UsageFault } from '../command.ts';

/** Only reads, so the service may be running. */
export const run: Run = async ({ operands: [text] }, terminal) => {
  const noted = text === undefined ? null : linkIn(text);
  const { databaseUrl: url, databaseAuthToken: authToken } = terminal.settings();
  const reader = openReader({ url, authToken });
  try {
    const { problem, count, head } = await checkAudit(reader, noted);
    if (problem !== null) {
      await terminal.say(`broken: ${problem}`, { problem });
      return EXIT.failedCheck;
    }
    const line = `${count} entries, head ${head.id}:${head.hash}, unbroken`;
    await terminal.say(line, { problem, count, head });
    return EXIT.stopped;
  } finally {
    await reader.close();
  }
};

/** Reads a head that was printed or answered earlier. */
function linkIn(text: string): Link {
  const [, id, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash !== undefined) return { id: Number(id), hash };
  throw new UsageFault(
    `${JSON.stringify(text)} is not a head: use one that you noted before, as ID:HASH`,
  );
}
