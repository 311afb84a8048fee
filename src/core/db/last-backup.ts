/** Remembers the newest backup of a database file beside it, so that the service can say when it was made. */
import { readFile, rename, writeFile } from 'node:fs/promises';

export interface LastBackup {
  /** Its path, or its address in a bucket. */
  readonly file: string;
  readonly bytes: number;
  /** Ms since 1970. */
  readonly createdAt: number;
}

const noteOf = (path: string): string => `${path}.last-backup`;

/** Rejects if the folder of the database file `path` takes no file. */
export async function rememberBackup(path: string, backup: LastBackup): Promise<void> {
  const draft = `${noteOf(path)}.partial`;
  await writeFile(draft, JSON.stringify(backup), { mode: 0o600 });
  await rename(draft, noteOf(path));
}

/** Resolves with null if no backup of the database file `path` is known. */
export async function readLastBackup(path: string): Promise<LastBackup | null> {
  try {
    const { file, bytes, createdAt } = JSON.parse(await readFile(noteOf(path), 'utf8'));
    return { file: String(file), bytes: Number(bytes), createdAt: Number(createdAt) };
  } catch {
    return null;
  }
}
