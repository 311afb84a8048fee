/**
 * Turns settings into a Config whose secrets are all there.
 * Owns: when secrets are generated, read or refused. In production the environment alone provides them.
 */
import { stat } from 'node:fs/promises';
import type { Config, Settings } from '../config.ts';
import { databasePath } from '../db/open.ts';
import { secureDataFolder } from './data-folder.ts';
import { StartRefused } from './refusal.ts';
import {
  generateSecrets,
  readSecrets,
  type Secrets,
  secretsPath,
  writeSecrets,
} from './secrets-file.ts';

export interface Resolved {
  readonly config: Config;
  /** True on the one start that made the secrets file. */
  readonly generated: boolean;
  readonly warnings: readonly string[];
}

/** Variables win over the file. Throws StartRefused when secrets are missing, damaged or lost. */
export async function resolveSecrets(settings: Settings): Promise<Resolved> {
  const loose = await secureDataFolder(settings.dataDir);
  const resolved = await resolve(settings);
  return { ...resolved, warnings: [...loose, ...resolved.warnings] };
}

async function resolve(settings: Settings): Promise<Resolved> {
  const { globalApiKeys, encryptionKeys, bootstrapAccessToken } = settings;
  if (globalApiKeys && encryptionKeys && (bootstrapAccessToken || isProduction(settings))) {
    const config = Object.freeze({ ...settings, globalApiKeys, encryptionKeys });
    return { config, generated: false, warnings: [] };
  }
  if (isProduction(settings)) {
    throw new StartRefused(
      'GLOBAL_API_KEY and ENCRYPTION_KEY are required with NODE_ENV=production',
    );
  }
  return fromFile(settings);
}

const isProduction = (settings: Settings): boolean => settings.environment === 'production';

async function fromFile(settings: Settings): Promise<Resolved> {
  const kept = await readSecrets(settings.dataDir);
  if (kept) {
    const warning = `${secretsPath(settings.dataDir)} was readable by others; its mode is 0600 now`;
    const warnings = kept.tightened ? [warning] : [];
    return { config: merged(settings, kept.secrets), generated: false, warnings };
  }
  await refuseLostKey(settings);
  const secrets = generateSecrets();
  const isOurs = await writeSecrets(settings.dataDir, secrets);
  if (!isOurs) return fromFile(settings);
  return { config: merged(settings, secrets), generated: true, warnings: [] };
}

const merged = (settings: Settings, secrets: Secrets): Config =>
  Object.freeze({
    ...settings,
    globalApiKeys: settings.globalApiKeys ?? ([secrets.globalApiKey] as const),
    encryptionKeys: settings.encryptionKeys ?? ([secrets.encryptionKey] as const),
    bootstrapAccessToken: settings.bootstrapAccessToken ?? secrets.accessToken,
  });

/** A new key beside an old database would leave everything sealed in it unreadable for good. */
async function refuseLostKey(settings: Settings): Promise<void> {
  const database = databasePath(settings.databaseUrl);
  if (settings.encryptionKeys || database === null) return;
  const size = await stat(database).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return;
  throw new StartRefused(
    `the database ${database} exists but ${secretsPath(settings.dataDir)} does not: restore that file, or set the ENCRYPTION_KEY the database was made with`,
  );
}
