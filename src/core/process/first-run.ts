/** Builds a Config with all secrets from settings. In production only the environment provides them. */
import { chmod, mkdir, stat } from 'node:fs/promises';
import type { Config, Settings } from '../config/config.ts';
import { databasePath } from '../shared/database-url.ts';
import { messageOf } from '../shared/errors.ts';
import { StartRefused } from './refusal.ts';
import {
  generateSecrets,
  readSecrets,
  type Secrets,
  secretsPath,
  tightenSecrets,
  writeSecrets,
} from './secrets-file.ts';

interface ResolvedConfig {
  readonly config: Config;
  /** True only on the start that generated the secrets file. */
  readonly isGenerated: boolean;
  readonly warnings: readonly string[];
}

/** Variables override the file. Throws StartRefused when secrets are missing, damaged or lost. */
export async function resolveSecrets(settings: Settings): Promise<ResolvedConfig> {
  const loose = await secureDataFolder(settings.dataDir);
  const resolved = await resolve(settings);
  return { ...resolved, warnings: [...loose, ...resolved.warnings] };
}

async function resolve(settings: Settings): Promise<ResolvedConfig> {
  const { globalApiKeys, encryptionKeys, bootstrapAccessToken } = settings;
  if (globalApiKeys && encryptionKeys && (bootstrapAccessToken || isProduction(settings))) {
    const config = Object.freeze({ ...settings, globalApiKeys, encryptionKeys });
    return { config, isGenerated: false, warnings: [] };
  }
  if (isProduction(settings)) {
    throw new StartRefused(
      'GLOBAL_API_KEY and ENCRYPTION_KEY are required with NODE_ENV=production',
    );
  }
  return fromFile(settings);
}

const isProduction = (settings: Settings): boolean => settings.environment === 'production';

async function fromFile(settings: Settings): Promise<ResolvedConfig> {
  const secrets = await readSecrets(settings.dataDir);
  if (secrets) {
    const warning = `${secretsPath(settings.dataDir)} was readable by others; its mode is 0600 now`;
    const warnings = (await tightenSecrets(settings.dataDir)) ? [warning] : [];
    return { config: merged(settings, secrets), isGenerated: false, warnings };
  }
  const lost = await lostKeyIn(settings);
  if (lost) throw new StartRefused(`${lost.found}: ${lost.cure}`);
  const generated = generateSecrets();
  const isOurs = await writeSecrets(settings.dataDir, generated);
  if (!isOurs) return fromFile(settings);
  return { config: merged(settings, generated), isGenerated: true, warnings: [] };
}

const merged = (settings: Settings, secrets: Secrets): Config =>
  Object.freeze({
    ...settings,
    globalApiKeys: settings.globalApiKeys ?? ([secrets.globalApiKey] as const),
    encryptionKeys: settings.encryptionKeys ?? ([secrets.encryptionKey] as const),
    bootstrapAccessToken: settings.bootstrapAccessToken ?? secrets.accessToken,
  });

/**
 * Returns why no key may be generated while there is no file with secrets, or null: everything sealed in an old database
 * would be permanently unreadable.
 */
export async function lostKeyIn(
  settings: Settings,
): Promise<{ readonly found: string; readonly cure: string } | null> {
  const database = databasePath(settings.databaseUrl);
  if (settings.encryptionKeys || database === null) return null;
  const size = await stat(database).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return null;
  return {
    found: `the database ${database} exists but ${secretsPath(settings.dataDir)} does not`,
    cure: 'restore that file, or set the ENCRYPTION_KEY the database was made with',
  };
}

const OWNER_ONLY = 0o700;
const OTHERS = 0o077;
/** Set on folders that are shared on purpose, such as /tmp. */
const SHARED = 0o1000;

/** Creates the folder (0700), or restricts an existing one. Returns warnings. Throws StartRefused. */
async function secureDataFolder(dataDir: string): Promise<readonly string[]> {
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
    // A mounted volume may belong to another user and yet be the only one available.
    return [`${found} and stays so: ${messageOf(error)}`];
  }
  // Where folders have no such modes nothing was changed.
  return (await modeOf(dataDir)) === mode ? [] : [`${found}; its mode is 0700 now`];
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;
const octal = (mode: number): string => mode.toString(8).padStart(4, '0');
