/** Checks the disk: whether the data folder can be written, its free space, how long a sync takes, and the clock. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  type Check,
  type CheckedInstallation,
  failedCheck,
  ok,
  warning,
} from '../../../core/process/checks.ts';
import { accessAdvice } from '../../../core/process/start-faults.ts';
import { systemStopwatch } from '../../../core/shared/clock.ts';
import { messageOf } from '../../../core/shared/errors.ts';

const MIB = 1024 ** 2;
const ROOM_LEAST = 100 * MIB;
const ROOM_GOOD = 1024 * MIB;
const SYNCS = 21;
const PAGE_BYTES = 4096;
/** Above this, commits move to a thread of their own. */
const SYNC_SLOW_MS = 20;
const APART_MS = 5_000;
/** An earlier year means that the machine's clock is wrong. */
const YEAR_LEAST = 2025;
const OTHERS = 0o077;

/** Returns the data folder or, while it does not exist, the nearest existing folder above it. */
function folderOf({ settings }: CheckedInstallation): string {
  let folder = resolve(settings.dataDir);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** Runs `work` with a new file in the data folder, and removes it. */
function withFile<T>(patient: CheckedInstallation, work: (file: number, path: string) => T): T {
  const folder = mkdtempSync(join(folderOf(patient), '.doctor-'));
  try {
    const path = join(folder, 'file');
    const file = openSync(path, 'w', 0o600);
    try {
      return work(file, path);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const dataFolder: Check = {
  name: 'data folder',
  look: async (patient) => {
    const folder = folderOf(patient);
    try {
      withFile(patient, (file) => writeSync(file, 'x'));
    } catch (error) {
      const cure =
        accessAdvice(error, patient.settings) ?? 'set DATA_DIR to a folder on another disk';
      return failedCheck(`${folder} cannot be written: ${messageOf(error)}`, cure);
    }
    const wanted = resolve(patient.settings.dataDir);
    if (folder !== wanted) return ok(`the first start creates ${wanted}`);
    if (process.platform !== 'win32' && (statSync(folder).mode & OTHERS) !== 0)
      return warning(`${folder} is open to other users`, `chmod 700 ${folder}`);
    return ok(folder);
  },
};

const room: Check = {
  name: 'free disk space',
  look: async (patient) => {
    const { bavail, bsize } = statfsSync(folderOf(patient));
    const free = bavail * bsize;
    const found = `${Math.floor(free / MIB)} MiB are free`;
    const cure = 'free some space, or lower EVENT_RETENTION_HOURS and MESSAGE_STORE_HOURS';
    if (free < ROOM_LEAST) return failedCheck(found, cure);
    return free < ROOM_GOOD ? warning(found, cure) : ok(found);
  },
};

const syncTime: Check = {
  name: 'sync time',
  look: async (patient) => {
    const page = Buffer.alloc(PAGE_BYTES);
    const times = withFile(patient, (file) =>
      Array.from({ length: SYNCS }, () => {
        const elapsed = systemStopwatch();
        writeSync(file, page);
        fsyncSync(file);
        return elapsed();
      }),
    );
    const median = times.toSorted((a, b) => a - b)[SYNCS >> 1] ?? 0;
    const found = `${median.toFixed(2)} ms`;
    const cure = 'every commit waits for it: use a local disk, not a network disk';
    return median > SYNC_SLOW_MS ? warning(found, cure) : ok(found);
  },
};

const clockOfDisk: Check = {
  name: 'clock',
  look: async (patient) => {
    const now = patient.clock.now();
    const cure = 'set the clock: signatures, expiry and retention depend on it';
    if (new Date(now).getUTCFullYear() < YEAR_LEAST)
      return failedCheck(`it says ${new Date(now).toISOString()}`, cure);
    const apart = withFile(patient, (file, path) => {
      writeSync(file, 'x');
      return Math.abs(statSync(path).mtimeMs - patient.clock.now());
    });
    if (apart <= APART_MS) return ok(new Date(now).toISOString());
    return warning(`the disk's clock is ${Math.round(apart / 1000)} s from this machine's`, cure);
  },
};

export const DISK_CHECKS: readonly Check[] = [dataFolder, room, syncTime, clockOfDisk];
