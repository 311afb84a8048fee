/** WhatsApp while the database goes away: a full disk, and a server that stands still or is killed. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mountSmallDisk } from '../../test/helpers/small-disk.ts';
import { findSqld, startSqld } from '../../test/helpers/sqld.ts';
import type { Case, Context } from '../kit/case.ts';
import { newDataDir } from '../kit/gateway.ts';
import { pause } from '../kit/pause.ts';
import { startWhatsAppRun } from '../kit/whatsapp-run.ts';

/** After the last fault what waits is read, and told within this time. */
const SETTLED_MS = 90_000;
const MEGABYTES = 128;

/** A place for the data that can be taken away. */
interface Place {
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  takeAway(): Promise<void> | void;
  bringBack(): Promise<void> | void;
  end(): Promise<void> | void;
}

async function smallDisk(): Promise<Place> {
  const disk = mountSmallDisk(MEGABYTES);
  if (disk === null) throw new Error('the file system could not be mounted');
  const dataDir = join(disk.path, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  return {
    dataDir,
    takeAway: () => disk.fill(),
    bringBack: () => disk.free(),
    end: () => disk.unmount(),
  };
}

async function server(fault: 'frozen' | 'killed'): Promise<Place> {
  const sqld = await startSqld();
  return {
    dataDir: newDataDir(),
    environment: { DATABASE_URL: `http://${sqld.address}` },
    takeAway: () => (fault === 'frozen' ? sqld.freeze() : sqld.kill()),
    bringBack: () => (fault === 'frozen' ? sqld.thaw() : sqld.start()),
    end: () => sqld.kill(),
  };
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'a full disk': smallDisk,
  'a frozen server': () => server('frozen'),
  'a killed server': () => server('killed'),
};

async function without(place: Place, { scale, random, findings }: Context): Promise<void> {
  const isLong = scale === 'long';
  const { dataDir, environment = {} } = place;
  const run = await startWhatsAppRun({
    dataDir,
    environment,
    accounts: isLong ? 4 : 2,
    pace: { pauseMs: isLong ? [50, 800] : [10, 120], damagedPercent: 10 },
    sendingPauseMs: [100, 800],
    random,
  });
  for (let round = 0; round < (isLong ? 10 : 1); round++) {
    await pause(random.between(500, isLong ? 6_000 : 1_000));
    await place.takeAway();
    await pause(random.between(1_000, isLong ? 15_000 : 2_000));
    await place.bringBack();
  }
  await pause(1_000);
  await run.end(findings, SETTLED_MS);
}

const canMount = (): boolean => {
  const disk = mountSmallDisk(1);
  disk?.unmount();
  return disk !== null;
};

/**
 * Contacts and callers write with 4 accounts as in `whatsapp-kill`, with one of ten messages damaged. The data is
 * on a file system of 128 MiB that is filled, on a `sqld` that is stopped, and on one that is killed, 10 times
 * each, for up to 15 s. At the end the same must hold.
 */
export default {
  promise:
    'Messages from WhatsApp while the database is away stay there and are published once it is back.',
  limitSeconds: 1_200,
  lacks() {
    if (findSqld() === null) return 'there is no sqld';
    return canMount() ? null : 'mounting a tmpfs is not permitted';
  },
  async run(context) {
    for (const [name, make] of Object.entries(PLACES)) {
      context.findings.figure('place', name);
      const place = await make();
      try {
        await without(place, context);
      } finally {
        await place.end();
      }
    }
  },
} satisfies Case;
