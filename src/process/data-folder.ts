/**
 * The folder that secrets, media and, by default, the database are kept in.
 * Owns: that it is there, and that only the service's own user gets in.
 */
import { chmod, mkdir, stat } from 'node:fs/promises';
import { messageOf } from '../shared/errors.ts';
import { StartRefused } from './refusal.ts';

const OWNER_ONLY = 0o700;
const OTHERS = 0o077;
/** Set on folders that many share by intention, such as /tmp. */
const SHARED = 0o1000;

/** Makes the folder (0700), or tightens the one there is; gives what is to be warned of. Throws StartRefused. */
export async function secureDataFolder(dataDir: string): Promise<readonly string[]> {
  try {
    await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY });
    const mode = await modeOf(dataDir);
    return (mode & OTHERS) === 0 ? [] : await tighten(dataDir, mode);
  } catch (error) {
    const message = `DATA_DIR "${dataDir}" cannot be used: ${messageOf(error)}`;
    throw new StartRefused(message, undefined, error);
  }
}

async function tighten(dataDir: string, mode: number): Promise<string[]> {
  const found = `DATA_DIR "${dataDir}" was open to others (mode ${octal(mode)})`;
  if ((mode & SHARED) !== 0) return [`${found} and stays so: it is a shared folder`];
  try {
    await chmod(dataDir, OWNER_ONLY);
  } catch (error) {
    // A mounted volume may belong to somebody else and yet be all there is.
    return [`${found} and stays so: ${messageOf(error)}`];
  }
  // Where folders have no such modes, nothing was loose and nothing has changed.
  return (await modeOf(dataDir)) === mode ? [] : [`${found}; its mode is 0700 now`];
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;
const octal = (mode: number): string => mode.toString(8).padStart(4, '0');
