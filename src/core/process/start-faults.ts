/** Maps each failure of a start to an exit code and a line for the operator. */

import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Settings } from '../config/config.ts';
import { type DatabaseError, databaseErrorIn, isPassing } from '../db/client.ts';
import { sqliteFault } from '../db/faults.ts';
import { DatabaseLockedError } from '../db/lock.ts';
import { databasePath } from '../shared/database-url.ts';
import { causesOf, codeOf } from '../shared/errors.ts';
import { EXIT, StartRefused } from './refusal.ts';
import { secretsPath } from './secrets-file.ts';

/** Returns the refusal behind anything thrown during the start, or null when it is a fault of the product. */
export function refusalOf(error: unknown, settings: Settings): StartRefused | null {
  if (error instanceof DatabaseLockedError) {
    return new StartRefused(error.message, EXIT.unavailable);
  }
  if (error instanceof StartRefused) return fileRefusal(error, settings);
  const fault = databaseErrorIn(error);
  if (fault) return databaseRefusal(fault, settings);
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
    ? listenRefusal(codeOf(error), settings)
    : null;
}

/** Returns the refusal, which may pass if a full disk caused it. */
function fileRefusal(refusal: StartRefused, settings: Settings): StartRefused {
  const { message, cause, exitCode } = refusal;
  const isFull = sqliteFault(innermostCode(cause), message) === 'full';
  return new StartRefused(advised(message, cause, settings), isFull ? EXIT.unavailable : exitCode);
}

/** A temporary failure is worth another start; a damaged file or one of a newer version is not. */
function databaseRefusal(error: DatabaseError, settings: Settings): StartRefused {
  const { fault, message } = error;
  if (fault === 'unauthorized') return new StartRefused(tokenLine(settings));
  if (fault === 'full') {
    const line = `the disk of the ${databaseName(settings)} is full (${message})`;
    return new StartRefused(line, EXIT.unavailable);
  }
  if (isPassing(fault)) return new StartRefused(message, EXIT.unavailable);
  return new StartRefused(advised(message, error, settings));
}

function advised(message: string, cause: unknown, settings: Settings): string {
  const advice = accessAdvice(cause, settings);
  return advice === null ? message : `${message}; ${advice}`;
}

function tokenLine(settings: Settings): string {
  const { databaseAuthToken: token } = settings;
  const name = databaseName(settings);
  if (token === null) return `DATABASE_AUTH_TOKEN is not set, and the ${name} asks for one`;
  return `DATABASE_AUTH_TOKEN is ******** (${token.length} characters); the ${name} does not accept it, or not for writing`;
}

function databaseName({ databaseUrl }: Settings): string {
  const path = databasePath(databaseUrl);
  return path === null ? `database server ${new URL(databaseUrl).host}` : `database file ${path}`;
}

/** `code` is that of the system, with which listening failed. */
export function listenRefusal(code: string, settings: Settings): StartRefused {
  const { host, port } = settings;
  switch (code) {
    case 'EADDRINUSE':
      return new StartRefused(`PORT ${port} is taken by another process`, EXIT.unavailable);
    case 'EACCES':
      return new StartRefused(`PORT ${port} may not be used by this user; choose one from 1024 up`);
    default:
      return new StartRefused(`HOST "${host}" is not an address of this machine`);
  }
}

/** The codes of the system and SQLite when a file or folder may not be used. */
const REFUSED = /^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY|PERM)(_.*)?)$/;

const { R_OK, W_OK, X_OK } = constants;

interface RequiredPath {
  readonly path: string;
  readonly mode: number;
}

/** The obstacle: the path itself, or the nearest existing folder above it that can be read. */
interface Obstacle {
  readonly wanted: string;
  readonly path: string;
  readonly stats: Stats;
  readonly isReadOnly: boolean;
}

/** Returns a clause for the operator, or null when `error` is of another kind or nothing of the service is refused. */
export function accessAdvice(error: unknown, settings: Settings): string | null {
  if (!REFUSED.test(innermostCode(error))) return null;
  const needs = databaseErrorIn(error) ? databaseNeeds(settings) : dataFolderNeeds(settings);
  for (const needed of needs) {
    const obstacle = obstacleTo(needed);
    if (obstacle) return adviceFor(obstacle, resolve(settings.dataDir));
  }
  return null;
}

/** Returns the code of the last cause that has one, or `''`. */
const innermostCode = (error: unknown): string =>
  [...causesOf(error)].map(codeOf).findLast((code) => code !== '') ?? '';

function dataFolderNeeds({ dataDir }: Settings): RequiredPath[] {
  const folder = resolve(dataDir);
  return [
    { path: folder, mode: R_OK | W_OK | X_OK },
    { path: secretsPath(folder), mode: R_OK | W_OK },
  ];
}

function databaseNeeds({ databaseUrl }: Settings): RequiredPath[] {
  const found = databasePath(databaseUrl);
  if (found === null) return [];
  const database = resolve(found);
  const files = ['', '-wal', '-shm', '.lock', '.pid'].map((end) => database + end);
  return [
    { path: dirname(database), mode: R_OK | W_OK | X_OK },
    ...files.map((path) => ({ path, mode: R_OK | W_OK })),
  ];
}

function obstacleTo({ path: wanted, mode: wantedMode }: RequiredPath): Obstacle | null {
  for (let path = wanted, mode = wantedMode; ; path = dirname(path), mode = W_OK | X_OK) {
    const stats = lookAt(path);
    if (stats) {
      const code = accessCode(path, mode);
      return code === null ? null : { wanted, path, stats, isReadOnly: code === 'EROFS' };
    }
    if (path === dirname(path)) return null;
  }
}

function lookAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function accessCode(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

function adviceFor({ wanted, path, stats, isReadOnly }: Obstacle, dataDir: string): string {
  if (isReadOnly) return `${path} is on a file system that is mounted read-only: mount it writable`;
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  const isInside = !relative(dataDir, path).startsWith('..');
  const [option, target] = isInside ? ['-R ', quoted(dataDir)] : ['', quoted(path)];
  if (stats.uid === uid) {
    return `the mode of ${path} keeps its own user ${userName(uid)} out: chmod ${option}u+rwX ${target}`;
  }
  const owned = `${path} belongs to ${userName(stats.uid)}, but the service runs as ${userName(uid)}`;
  if (isInside || path === wanted) return `${owned}: chown ${option}${uid}:${gid} ${target}`;
  const place = quoted(wanted);
  return `${owned}: mkdir -p ${place} && chown ${uid}:${gid} ${place}, or choose another folder`;
}

/** Returns `root (uid 0)`, or `uid 12345` for a user without a name here. */
function userName(uid: number): string {
  const name = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(passwd())?.[1];
  return name === undefined ? `uid ${uid}` : `${name} (uid ${uid})`;
}

function passwd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}

/** Quotes a path as one word for a shell. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
