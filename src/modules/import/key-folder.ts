/** The keys of WhatsApp sessions as Evolution API keeps them in a folder: a file for each key. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../../core/process/refusal.ts';
import { codeOf, messageOf } from '../../core/shared/errors.ts';
import { readRegular } from '../../core/shared/own-files.ts';
import { KeyCollection, type KeySource } from './key-source.ts';

/** No key of a session comes near it. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

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
      const collected = new KeyCollection();
      for (const name of await filesIn(join(folder, instanceId))) {
        const value = await textOf(join(folder, instanceId, `${name}.json`));
        collected.add({ name: keyName(name), value });
      }
      return collected.collect();
    },
    close: async () => {},
  };
}

/** A session that lacks one of its keys would be broken, so a file that cannot be read ends the import. */
async function textOf(file: string): Promise<string> {
  try {
    return Buffer.from(await readRegular(file, FILE_BYTES_MAX)).toString();
  } catch (error) {
    throw new StartRefused(`${file} cannot be read: ${messageOf(error)}`, undefined, error);
  }
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
