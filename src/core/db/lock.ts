/**
 * Ensures one process per database file. The kernel holds the lock and frees it when the process ends, however it ends.
 */
import { Database as Connection } from 'bun:sqlite';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf } from '../shared/errors.ts';
import { DatabaseError } from './client.ts';
import { asDatabaseError } from './faults.ts';
import { createFolderOf } from './sqlite-file.ts';

export class DatabaseLockedError extends Error {
  /** The id of the process that has the file, if it could be read. */
  readonly pid: number | null;
  constructor(path: string, pid: number | null) {
    const holder = pid === null ? 'another process' : `the process with pid ${pid}`;
    super(`database file ${path} is in use by ${holder}`);
    this.name = 'DatabaseLockedError';
    this.pid = pid;
  }
}

/** Keeps connections referenced: the garbage collector would close them and so free their locks. */
const held = new Set<Connection>();

/**
 * Locks the file for this process until `release` or its end. Throws DatabaseLockedError when a process has it, also
 * this one, and a DatabaseError that names the file when it cannot be locked.
 */
export function lockDatabaseFile(path: string): { release(): void } {
  try {
    return take(path);
  } catch (error) {
    if (error instanceof DatabaseLockedError) throw error;
    const { fault, message } = asDatabaseError(error);
    throw new DatabaseError(fault, `database file ${path} cannot be locked: ${message}`, error);
  }
}

function take(path: string): { release(): void } {
  createFolderOf(path);
  const real = existsSync(path) ? realpathSync(path) : path;
  const pidPath = `${real}.pid`;
  const connection = new Connection(`${real}.lock`, { readwrite: true, create: true });
  try {
    connection.run('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close(true);
    if (codeOf(error).startsWith('SQLITE_BUSY')) {
      throw new DatabaseLockedError(path, readPid(pidPath));
    }
    throw error;
  }
  held.add(connection);
  writeFileSync(pidPath, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      if (!held.delete(connection)) return;
      // This precedes the release, because afterwards the file may belong to the next holder.
      rmSync(pidPath, { force: true });
      connection.close(true);
    },
  };
}

/** Like `lockDatabaseFile`, but returns null when there is no such file, or a process has it. */
export function lockIfFree(path: string): { release(): void } | null {
  if (!existsSync(path)) return null;
  try {
    return lockDatabaseFile(path);
  } catch (error) {
    if (error instanceof DatabaseLockedError) return null;
    throw error;
  }
}

function readPid(path: string): number | null {
  if (!existsSync(path)) return null;
  const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
  return Number.isInteger(pid) ? pid : null;
}
