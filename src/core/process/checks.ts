/** Declares a check of `gatehouse doctor`, with the cure for what it finds, and reads the database for it. */
import { existsSync } from 'node:fs';
import type { Settings } from '../config/config.ts';
import { runBeside } from '../db/statement-thread.ts';
import { runWithin } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { databasePath } from '../shared/database-url.ts';

export interface Finding {
  readonly result: 'ok' | 'warning' | 'failed';
  /** The observation, in a few words. */
  readonly found: string;
  /** The advice to follow, or null if nothing is wrong. */
  readonly cure: string | null;
}

export interface CheckedInstallation {
  readonly settings: Settings;
  readonly clock: Clock;
}

export interface Check {
  readonly name: string;
  /** Resolves with null when it does not apply. A rejection, with its reason, is a failure too. */
  look(patient: CheckedInstallation): Promise<Finding | null>;
}

export const ok = (found: string): Finding => ({ result: 'ok', found, cure: null });
export const warning = (found: string, cure: string): Finding => ({
  result: 'warning',
  found,
  cure,
});
export const failedCheck = (found: string, cure: string): Finding => ({
  result: 'failed',
  found,
  cure,
});

const WITHIN_MS = 10_000;

/** Returns its path, or null when the database is on a server or its file does not exist yet. */
export const databaseFile = ({ settings }: CheckedInstallation): string | null => {
  const path = databasePath(settings.databaseUrl);
  return path !== null && existsSync(path) ? path : null;
};

/** Returns the only value that the statement selects from the database file, beside a service that may be running. */
export const readBeside = (
  { clock }: CheckedInstallation,
  statement: Parameters<typeof runBeside>[0],
): Promise<unknown> =>
  runWithin({ clock, ms: WITHIN_MS }, ({ signal }) => runBeside(statement, signal));
