/** The worker of the commit thread, with its own connection to the file that the main thread reads. */
import type { Database as Connection } from 'bun:sqlite';
import { systemStopwatch } from '../shared/clock.ts';
import type { DatabaseFault } from './client.ts';
import { asDatabaseError } from './faults.ts';
import { type Job, type Outcome, runTogether, type TimeCommit } from './jobs.ts';
import { closeFile, connectBeside } from './sqlite-connection.ts';
import { CACHED_STATEMENTS, cacheStatements, type Run } from './statements.ts';

/** A command to the thread. */
export type Command =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'run'; readonly jobs: readonly Job[] }
  | { readonly kind: 'close' };

/** The answer to a command; `commitMs` is null when nothing was committed. */
export type Reply =
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly fault: DatabaseFault; readonly message: string }
  | {
      readonly kind: 'ran';
      readonly outcomes: readonly Outcome[];
      readonly commitMs: number | null;
    }
  | { readonly kind: 'closed' };

declare const self: Worker;

const elapsed = systemStopwatch();
let connection: Connection | null = null;
let run: Run | null = null;

self.onmessage = ({ data }: MessageEvent<Command>) => self.postMessage(answer(data));

function answer(command: Command): Reply {
  if (command.kind === 'open') return open(command.path);
  if (command.kind === 'run') return ran(command.jobs);
  if (connection) closeFile(connection);
  connection = null;
  run = null;
  return { kind: 'closed' };
}

function open(path: string): Reply {
  try {
    connection = connectBeside(path);
    run = cacheStatements(connection, CACHED_STATEMENTS);
    return { kind: 'opened' };
  } catch (error) {
    const { fault, message } = asDatabaseError(error);
    return { kind: 'refused', fault, message };
  }
}

function ran(jobs: readonly Job[]): Reply {
  if (run === null) throw new Error('the commit thread has no connection');
  let commitMs: number | null = null;
  const timeCommit: TimeCommit = (commit) => {
    const from = elapsed();
    const result = commit();
    commitMs = elapsed() - from;
    return result;
  };
  const outcomes = runTogether(run, jobs, timeCommit);
  return { kind: 'ran', outcomes, commitMs };
}
