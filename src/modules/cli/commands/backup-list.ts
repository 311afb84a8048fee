/** `backup list PLACE`: the backups in a folder or bucket. */
import { EXIT } from '../../../core/process/refusal.ts';
import { iso } from '../../../core/shared/clock.ts';
import { placeIn } from '../backups/places.ts';
import type { Run } from '../command.ts';
import { mebibytes } from '../progress.ts';

export const run: Run = async ({ operands: [text = ''] }, terminal) => {
  const signal = terminal.interruption();
  const place = placeIn(text, terminal);
  const backups = await place.list({ terminal, signal });
  for (const { name, bytes, createdAt } of backups) {
    const line = `${iso(createdAt)}  ${mebibytes(bytes).padStart(12)}  ${place.at(name)}`;
    await terminal.say(line, { file: place.at(name), bytes, createdAt: iso(createdAt) });
  }
  if (backups.length === 0) terminal.note(`there is no backup in ${text}`);
  return EXIT.stopped;
};
