/** The keys of WhatsApp sessions as Evolution API keeps them beside its database: a file for each key. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../../../process/refusal.ts';
import type { StoredText } from '../../../providers/whatsapp/foreign-session.ts';
import { codeOf, invalid, messageOf } from '../../../shared/errors.ts';

/** Of one instance. */
const KEYS_MAX = 100_000;
const KEY_BYTES_MAX = 128 * 1024 * 1024;

/** Keys by the names that the library gives them: `pre-key-7`. */
export interface KeySource {
  /** Null: it has none of this instance. Throws an AppError when there are too many. */
  keysOf(instanceId: string): Promise<readonly StoredText[] | null>;
  close(): Promise<void>;
}

/** Collects the keys of one instance. Throws an AppError when they are more than is reasonable. */
export class KeyCollection {
  readonly keys: StoredText[] = [];
  #bytes = 0;

  add(key: StoredText): void {
    this.#bytes += key.value.length;
    if (this.keys.length >= KEYS_MAX || this.#bytes > KEY_BYTES_MAX)
      throw invalid(`it has more than ${KEYS_MAX} keys, or keys of more than 128 MiB`);
    this.keys.push(key);
  }
}

/** `folder` is what Evolution API calls `instances`, with a folder for each instance. */
export async function openKeyFolder(folder: string): Promise<KeySource> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new StartRefused(`--keys ${folder} is no folder`);
  return {
    async keysOf(instanceId) {
      // An id is a part of a path here, and comes from elsewhere.
      if (!/^[\w-]{1,128}$/.test(instanceId)) return null;
      const names = await filesIn(join(folder, instanceId));
      if (names.length === 0) return null;
      const collected = new KeyCollection();
      for (const name of names) {
        const value = await readFile(join(folder, instanceId, `${name}.json`), 'utf8');
        collected.add({ name: keyName(name), value });
      }
      return collected.keys;
    },
    close: async () => {},
  };
}

/** Without their ending. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new StartRefused(`${folder} cannot be read: ${messageOf(error)}`, undefined, error);
  }
}

const SENDER_KEY = /^(sender-key-(?!memory-).+)--(.+)--(\d+)$/;

/** In names of files a slash is `__`, which no key has, and a colon `-`; of what is stored, sender keys alone have colons. */
const keyName = (file: string): string =>
  file.replaceAll('__', '/').replace(SENDER_KEY, '$1::$2::$3');
