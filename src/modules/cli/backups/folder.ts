/** Keeps backups in a folder of this machine. */
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rm,
  stat,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { removeDraft, settle } from '../../../core/db/backup.ts';
import { foreignLog } from '../../../core/db/sqlite-file.ts';
import { abortError } from '../../../core/shared/async/deadline.ts';
import { codeOf, messageOf } from '../../../core/shared/errors.ts';
import { openRegular, readFrom } from '../../../core/shared/own-files.ts';
import { UsageFault } from '../command.ts';
import {
  type Backup,
  type BackupPlace,
  backupOf,
  checkWithProgress,
  copyWithProgress,
  whileGrowing,
} from './place.ts';

const { R_OK, W_OK, X_OK } = constants;

const DRAFT = /^gatehouse-\w+\.db\.partial(-journal)?$/;
/** No copy takes longer, so an older draft was left by a process that was killed. */
const DRAFT_MS = 24 * 3_600_000;

export function folderPlace(folderPath: string): BackupPlace {
  const folder = resolve(folderPath);
  const at = (name: string) => join(folder, name);
  return {
    at,
    async list() {
      const names = await readdir(folder).catch((error) => unusable(folderPath, error));
      const found: Backup[] = [];
      for (const name of names.sort()) {
        const backup = backupOf(name, await sizeOf(at(name)));
        if (backup !== null) found.push(backup);
      }
      return found;
    },
    async make(path, name, work) {
      const to = at(name);
      const draft = `${to}.partial`;
      await mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => access(folder, R_OK | W_OK | X_OK))
        .catch((error) => unusable(folderPath, error));
      await removeDrafts(folder, work.terminal.clock.now());
      if ((await sizeOf(to)) > 0) throw new UsageFault(`${to} exists already`);
      try {
        await copyWithProgress(path, draft, work);
        const found = await checkWithProgress(draft, draft, work);
        settle(draft, to);
        return found;
      } finally {
        removeDraft(draft);
      }
    },
    async copyTo(name, path, work) {
      const from = at(name);
      const hasLog = (await sizeOf(`${from}-wal`)) > 0 && foreignLog(from) === null;
      if (hasLog) throw new UsageFault(withLog(from));
      const file = await openRegular(from).catch((error) => {
        throw new UsageFault(`${from} cannot be read: ${messageOf(error)}`);
      });
      try {
        const { size: total } = await file.stat();
        await whileGrowing(work, { label: 'copying', path, total }, () =>
          copyTo(path, file, total, work.signal),
        );
      } finally {
        await file.close();
      }
    },
    remove: (name) => rm(at(name), { force: true }),
  };
}

const withLog = (file: string): string =>
  `${file} has commits in ${file}-wal, which would be left out: restore a backup that DATABASE_URL=file:${file} gatehouse backup FOLDER makes of both`;

const CHUNK_BYTES = 1024 * 1024;

/**
 * Writes the first `total` bytes of `from` to the new file `path`, readable only by its owner whatever the mode of
 * `from` is.
 */
async function copyTo(path: string, from: FileHandle, total: number, signal: AbortSignal) {
  const to = await open(path, 'wx', 0o600);
  try {
    for (let left = total; left > 0; ) {
      if (signal.aborted) throw abortError(signal);
      const chunk = await readFrom(from, new Uint8Array(Math.min(left, CHUNK_BYTES)));
      // The file has become shorter, which the check of the copy will find.
      if (chunk.length === 0) return;
      await to.writeFile(chunk);
      left -= chunk.length;
    }
  } finally {
    await to.close();
  }
}

function unusable(folder: string, error: unknown): never {
  throw new UsageFault(`${folder} cannot be used as a folder: ${messageOf(error)}`);
}

/** Returns the size in bytes, or 0 when there is no such file. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    (error) => {
      if (codeOf(error) === 'ENOENT') return 0;
      throw error;
    },
  );

async function removeDrafts(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!DRAFT.test(name)) continue;
    const draft = join(folder, name);
    const at = await stat(draft).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - at > DRAFT_MS) await rm(draft, { force: true });
  }
}
