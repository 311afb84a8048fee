/** Starts that fail for what is around the service: a line that says what to do, and the exit code for it. */
import { Database } from 'bun:sqlite';
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { bundledService } from '../../helpers/bundle.ts';
import { mountSmallDisk } from '../../helpers/small-disk.ts';
import {
  bun,
  cleanUp,
  copyStopped,
  isolated,
  listening,
  projectDir,
  RUNTIME_OPTIONS,
  runOnce,
  spawnProcess,
  spawnService,
} from './spawned-process.ts';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
afterAll(cleanUp);

/** A folder that every user may look into. */
async function openPlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'gatehouse-start-'));
  await chmod(place, 0o755);
  ending.push(() => rm(place, { recursive: true, force: true }));
  return place;
}

/** How a start ends that should end by itself, and what it leaves on stderr. */
async function outcome(service: ReturnType<typeof spawnProcess>) {
  const code = await service.ended();
  expect(service.stdout()).not.toContain('unexpected fault');
  return { code, lines: service.stderr().trimEnd().split('\n') };
}

const probe = mountSmallDisk(1);
probe?.unmount();
const canMount = probe !== null;
if (!canMount) console.log('starts on a disk of their own are skipped: mounting is not permitted');

function smallDisk(megabytes: number) {
  const disk = mountSmallDisk(megabytes);
  if (disk === null) throw new Error('mounting is not permitted');
  ending.push(() => disk.unmount());
  return { ...disk, dataDir: join(disk.path, 'data') };
}

describe.skipIf(!canMount)('75 while the disk is full, in one line that says so', () => {
  const full = (line: string | undefined) => expect(line).toMatch(/full|no space left/);

  test.each([0, 2, 10, 40])('a first start with %i pages of 4 KiB left', async (pages) => {
    const disk = smallDisk(1);
    disk.fill(pages * 4_096);
    const { code, lines } = await outcome(spawnService(isolated(disk.dataDir)));
    expect([code, lines.length]).toEqual([75, 1]);
    full(lines[0]);
    expect(lines[0]).toContain(disk.dataDir);
  });

  test('a later start, and it starts again when there is room', async () => {
    const disk = smallDisk(8);
    await copyStopped(disk.dataDir);
    disk.fill();
    const { code, lines } = await outcome(spawnService(isolated(disk.dataDir)));
    expect([code, lines.length]).toEqual([75, 1]);
    full(lines[0]);
    disk.free();
    await runOnce(disk.dataDir);
  });
});

test.skipIf(!canMount)(
  'the service stops on a full disk too: exit code 0, and a start when there is room',
  async () => {
    const disk = smallDisk(8);
    const service = spawnService(isolated(disk.dataDir));
    await listening(service);
    disk.fill();
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    disk.free();
    await runOnce(disk.dataDir);
  },
);

test('78 a database of a build with other tables, in one line that says what to do', async () => {
  const dataDir = join(await openPlace(), 'data');
  await copyStopped(dataDir);
  const file = join(dataDir, 'gatehouse.db');
  const connection = new Database(file);
  connection.run("update migrations set fingerprint = 'of another build'");
  connection.close();
  expect(await outcome(spawnService(isolated(dataDir)))).toEqual({
    code: 78,
    lines: [
      `database file ${file}: it was made by a build between releases, whose tables differ from those of this build: go back to that build to use it, or move it away to start with an empty one`,
    ],
  });
});

describe.skipIf(!canMount)('78 on a read-only file system, naming the folder', () => {
  test('before there is a data folder', async () => {
    const disk = smallDisk(1);
    disk.makeReadOnly();
    const { code, lines } = await outcome(spawnService(isolated(disk.dataDir)));
    expect(code).toBe(78);
    expect(lines).toEqual([
      expect.stringMatching(
        /^DATA_DIR "[^"]*\/data" cannot be used: .*mounted read-only: mount it/,
      ),
    ]);
  });

  test('with a data folder and a database', async () => {
    const disk = smallDisk(8);
    await copyStopped(disk.dataDir);
    disk.makeReadOnly();
    const { code, lines } = await outcome(spawnService(isolated(disk.dataDir)));
    expect(code).toBe(78);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toStartWith(`database file ${disk.dataDir}/gatehouse.db cannot be locked: `);
    expect(lines[0]).toEndWith(
      `; ${disk.dataDir} is on a file system that is mounted read-only: mount it writable`,
    );
  });
});

const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', bun];

/** Root alone may become another user, and that user must be able to read this project. */
function canBeNobody(): boolean {
  if (process.getuid?.() !== 0 || Bun.which('setpriv') === null) return false;
  const command = [
    ...AS_NOBODY,
    '-e',
    `require('node:fs').accessSync('${projectDir}/src/main.ts')`,
  ];
  return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success;
}
const isNobodyPossible = canBeNobody();
if (!isNobodyPossible)
  console.log(
    'starts as another user are skipped: this needs root, setpriv and a readable project',
  );

/** The bundle where every user may read it. */
let readable: string | undefined;
afterAll(() => readable && rm(readable, { recursive: true }));

async function startAsNobody(dataDir: string, variables: Record<string, string> = {}) {
  const bundle = bundledService();
  if (readable === undefined) {
    readable = await mkdtemp(join(tmpdir(), 'gatehouse-bundle-'));
    await cp(dirname(bundle), readable, { recursive: true });
    await chmod(readable, 0o755);
  }
  return spawnProcess([...AS_NOBODY, 'run', join(readable, basename(bundle))], {
    ...RUNTIME_OPTIONS,
    ...isolated(dataDir),
    HOME: '/',
    ...variables,
  });
}

describe.skipIf(!isNobodyPossible)('78 naming owner, user and the command that helps', () => {
  /** What the line advises is done, and the service starts. */
  const helps = async (line: string | undefined, dataDir: string) => {
    expect(Bun.spawnSync(['sh', '-c', adviceIn(line)]).success).toBe(true);
    await startsNow(dataDir);
  };
  const adviceIn = (line: string | undefined): string => {
    const [, command = ''] = /: ((?:mkdir|chown|chmod) [^,]*)(,|$)/.exec(line ?? '') ?? [];
    expect(command).not.toBe('');
    return command;
  };
  const startsNow = async (dataDir: string) => {
    const service = await startAsNobody(dataDir);
    await listening(service);
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
  };
  const BELONGS = /belongs to root \(uid 0\), but the service runs as nobody \(uid 65534\): /;

  test('a folder in which the data folder cannot be made', async () => {
    const dataDir = join(await openPlace(), 'data');
    const { code, lines } = await outcome(await startAsNobody(dataDir));
    expect([code, lines.length]).toEqual([78, 1]);
    expect(lines[0]).toStartWith(`DATA_DIR "${dataDir}" cannot be used: `);
    expect(lines[0]).toMatch(BELONGS);
    await helps(lines[0], dataDir);
  });

  test.each([0o700, 0o755])('a data folder of root with mode %o', async (mode) => {
    const dataDir = join(await openPlace(), 'data');
    await mkdir(dataDir);
    await chmod(dataDir, mode);
    const { code, lines } = await outcome(await startAsNobody(dataDir));
    expect([code, lines.length]).toEqual([78, 1]);
    expect(lines[0]).toMatch(BELONGS);
    expect(lines[0]).toContain(`: chown -R ${NOBODY}:${NOBODY} ${dataDir}`);
    await helps(lines[0], dataDir);
  });

  test('a data folder of its own that it may not write to', async () => {
    const dataDir = join(await openPlace(), 'data');
    await mkdir(dataDir);
    await chown(dataDir, NOBODY, NOBODY);
    await chmod(dataDir, 0o500);
    const { code, lines } = await outcome(await startAsNobody(dataDir));
    expect([code, lines.length]).toEqual([78, 1]);
    expect(lines[0]).toContain(
      `the mode of ${dataDir} keeps its own user nobody (uid 65534) out: `,
    );
    await helps(lines[0], dataDir);
  });

  test('the file of root in a data folder of its own, whichever it is', async () => {
    const dataDir = join(await openPlace(), 'data');
    await copyStopped(dataDir);
    expect(Bun.spawnSync(['chown', '-R', `${NOBODY}:${NOBODY}`, dataDir]).success).toBe(true);
    for (const name of ['secrets.json', 'gatehouse.db', 'gatehouse.db.lock', 'gatehouse.db-wal']) {
      const file = join(dataDir, name);
      await appendFile(file, '');
      await chmod(file, 0o600);
      await chown(file, 0, 0);
      const { code, lines } = await outcome(await startAsNobody(dataDir));
      expect([code, lines.length]).toEqual([78, 1]);
      expect(lines[0]).toContain(`${file} belongs to root (uid 0)`);
      expect(Bun.spawnSync(['sh', '-c', adviceIn(lines[0])]).success).toBe(true);
    }
    await startsNow(dataDir);
  });

  test('the folder of a database elsewhere, where the data folder need not be written to', async () => {
    const place = await openPlace();
    const [dataDir, folder] = [join(place, 'data'), join(place, 'database')];
    for (const path of [dataDir, folder]) {
      await mkdir(path);
      await chmod(path, 0o755);
    }
    const service = await startAsNobody(dataDir, {
      DATABASE_URL: `file:${join(folder, 'gatehouse.db')}`,
      GLOBAL_API_KEY: 'the-global-key-of-this-test',
      BOOTSTRAP_ACCESS_TOKEN: 'the-access-token-of-this-test',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    const { code, lines } = await outcome(service);
    expect([code, lines.length]).toEqual([78, 1]);
    expect(lines[0]).toContain(`; ${folder} belongs to root (uid 0)`);
    expect(lines[0]).toEndWith(`: chown ${NOBODY}:${NOBODY} ${folder}`);
  });

  test('secrets.json of root that others can read', async () => {
    const dataDir = join(await openPlace(), 'data');
    await copyStopped(dataDir);
    const file = join(dataDir, 'secrets.json');
    await chown(dataDir, NOBODY, NOBODY);
    await chmod(file, 0o644);
    const { code, lines } = await outcome(await startAsNobody(dataDir));
    expect([code, lines.length]).toEqual([78, 1]);
    expect(lines[0]).toContain(`${file} is readable by others, and that cannot be changed`);
    await helps(lines[0], dataDir);
  });
});
