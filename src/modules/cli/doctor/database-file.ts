/** Reads the database file beside a service that may be running. */
import { existsSync } from 'node:fs';
import { runBeside } from '../../../core/db/statement-thread.ts';
import { runWithin } from '../../../core/shared/async/deadline.ts';
import { databasePath } from '../../../core/shared/database-url.ts';
import type { Patient } from './checks.ts';

const WITHIN_MS = 10_000;

/** Returns its path, or null when the database is on a server or its file does not exist yet. */
export const databaseFile = ({ settings }: Patient): string | null => {
  const path = databasePath(settings.databaseUrl);
  return path !== null && existsSync(path) ? path : null;
};

/** Returns the only value that the statement selects. */
export const readBeside = (
  { clock }: Patient,
  statement: Parameters<typeof runBeside>[0],
): Promise<unknown> =>
  runWithin({ clock, ms: WITHIN_MS }, ({ signal }) => runBeside(statement, signal));
