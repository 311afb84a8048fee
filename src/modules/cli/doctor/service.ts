/** Checks the service: its versions, its database and keys, its port. */
import { version } from '../../../../package.json';
import type { Settings } from '../../../core/config/config.ts';
import { FIELDS, VARIABLES } from '../../../core/config/variables.ts';
import { checkDatabase } from '../../../core/db/backup.ts';
import { lockIfFree } from '../../../core/db/lock.ts';
import { foreignLog } from '../../../core/db/sqlite-file.ts';
import {
  type Check,
  type CheckedInstallation,
  databaseFile,
  failedCheck,
  ok,
  warning,
} from '../../../core/process/checks.ts';
import { lostKeyIn } from '../../../core/process/first-run.ts';
import type { StartRefused } from '../../../core/process/refusal.ts';
import { readSecrets, secretsPath } from '../../../core/process/secrets-file.ts';
import { listenRefusal } from '../../../core/process/start-faults.ts';
import { databasePath } from '../../../core/shared/database-url.ts';
import { codeOf } from '../../../core/shared/errors.ts';
import type { Variable } from '../../../core/shared/variables/kinds.ts';
import { askHealth } from '../own-health.ts';

const versions: Check = {
  name: 'versions',
  look: async () =>
    ok(`Gatehouse ${version}, Bun ${Bun.version}, ${process.platform} ${process.arch}`),
};

const database: Check = {
  name: 'database',
  look: async (patient) => {
    const path = databaseFile(patient);
    if (path === null) {
      const isFile = databasePath(patient.settings.databaseUrl) !== null;
      return isFile ? ok('the first start creates it') : null;
    }
    const foreign = isInUse(patient) ? null : foreignLog(path);
    if (foreign !== null) return failedCheck(`${path}: it mixes two states`, foreign);
    const copy = await checkDatabase(path, { clock: patient.clock });
    return ok(`${path}: complete, version ${copy.version}`);
  },
};

const keys: Check = {
  name: 'keys',
  look: async ({ settings }) => {
    const { globalApiKeys, encryptionKeys, dataDir } = settings;
    if (globalApiKeys && encryptionKeys) return ok('GLOBAL_API_KEY and ENCRYPTION_KEY are set');
    if (await readSecrets(dataDir)) return ok(`they are in ${secretsPath(dataDir)}`);
    const lost = await lostKeyIn(settings);
    return lost ? failedCheck(lost.found, lost.cure) : ok('the first start creates them');
  },
};

const port: Check = {
  name: 'port',
  look: async (patient) => {
    const { settings, clock } = patient;
    if (settings.port === 0) return ok('any free port');
    if (!isInUse(patient)) {
      const refusal = tryPort(settings);
      if (refusal === null) return ok(`${settings.port} is free`);
      return failedCheck(refusal.message, 'stop what has the port, or set PORT and HOST');
    }
    const answer = await askHealth(settings, clock);
    return 'problem' in answer && answer.isUnsent
      ? warning(`the service runs, but not on ${settings.port}`, 'give both the same PORT')
      : ok(`the service answers on ${settings.port}`);
  },
};

/** Listens for a moment as the start does. Returns its refusal, or null. */
function tryPort(settings: Settings): StartRefused | null {
  try {
    const { port, host: hostname } = settings;
    void Bun.serve({ port, hostname, fetch: () => new Response() }).stop(true);
    return null;
  } catch (error) {
    return listenRefusal(codeOf(error), settings);
  }
}

function isInUse(patient: CheckedInstallation): boolean {
  const path = databaseFile(patient);
  if (path === null) return false;
  const lock = lockIfFree(path);
  lock?.release();
  return lock === null;
}

/** Shows the current limits that TENANT_LIMITS sets. */
const tenantLimits: Check = {
  name: 'tenant limits',
  look: async ({ settings }) => {
    const limits = FIELDS.flatMap((field) => {
      const { name, kind, unsetIfStrict }: Variable<unknown> = VARIABLES[field];
      const value = settings[field];
      const shown = value ? (kind.show?.(value) ?? value) : 'off';
      return unsetIfStrict === undefined ? [] : [`${name} ${shown}`];
    });
    return ok(`TENANT_LIMITS ${settings.tenantLimits}: ${limits.join(', ')}`);
  },
};

export const SERVICE_CHECKS: readonly Check[] = [versions, database, keys, tenantLimits, port];
