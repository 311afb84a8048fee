/** `secrets.json` in the data directory, with what the first start generated. */
import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomSecret } from '../shared/crypto.ts';
import { codeOf, messageOf } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { credential, encryptionKey } from '../shared/variables/kinds.ts';
import { StartRefused } from './refusal.ts';

export interface Secrets {
  readonly globalApiKey: string;
  readonly encryptionKey: string;
  readonly accessToken: string;
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

export const secretsPath = (dataDir: string): string => join(dataDir, 'secrets.json');

export const generateSecrets = (): Secrets => ({
  globalApiKey: randomSecret(),
  encryptionKey: randomBytes(32).toString('base64'),
  accessToken: randomSecret(),
});

/** Returns the secrets, or null when there is no file. Throws StartRefused for one that is unreadable or damaged. */
export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const file = secretsPath(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartRefused(`${file} cannot be read: ${error.message}`, undefined, error);
  });
  if (text === null) return null;
  const secrets = parseSecrets(text);
  if (!secrets) {
    throw new StartRefused(
      `${file} is damaged: restore it from a backup, or set GLOBAL_API_KEY, BOOTSTRAP_ACCESS_TOKEN and the ENCRYPTION_KEY the database was made with`,
    );
  }
  return secrets;
}

/** Closes the file to others. Returns whether they could read it. */
export async function tightenSecrets(dataDir: string): Promise<boolean> {
  const file = secretsPath(dataDir);
  if (((await stat(file)).mode & OTHERS) === 0) return false;
  await chmod(file, OWNER_ONLY).catch((error) => {
    const message = `${file} is readable by others, and that cannot be changed: ${messageOf(error)}`;
    throw new StartRefused(message, undefined, error);
  });
  return true;
}

function parseSecrets(text: string): Secrets | null {
  const found = parseObject(text);
  const globalApiKey = readText(found.globalApiKey, credential.read);
  const sealing = readText(found.encryptionKey, encryptionKey.read);
  const accessToken = readText(found.accessToken, credential.read);
  if (!globalApiKey || !sealing || !accessToken) return null;
  return { globalApiKey, encryptionKey: sealing, accessToken };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

const readText = (value: unknown, read: (text: string) => string | undefined) =>
  typeof value === 'string' ? read(value) : undefined;

/**
 * Writes the file and returns true, or false when there is one already. `link` takes a name only if it is free: of two
 * concurrent first starts, the first file stays.
 */
export async function writeSecrets(dataDir: string, secrets: Secrets): Promise<boolean> {
  const draft = join(dataDir, `.secrets-${newId()}`);
  try {
    const handle = await open(draft, 'wx', OWNER_ONLY);
    try {
      await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await takeName(draft, secretsPath(dataDir));
    await syncDirectory(dataDir);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    const message = `${secretsPath(dataDir)} cannot be written: ${messageOf(error)}`;
    throw new StartRefused(message, undefined, error);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** On a file system without links a rename is used: it is atomic too, but the last file wins. */
async function takeName(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error;
    return rename(draft, file);
  });
}

/** Without it a power cut may lose the file's name, and with it the key of a database that stays. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
