/** `gatehouse backup` to, and `restore` on, a disk that takes no writes and is not that of the other file. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  cleanUp,
  copyStopped,
  freshDataDir,
  isolated,
} from '../../core/process/spawned-process.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { mountSmallDisk } from '../../helpers/small-disk.ts';
import { recordsIn, run } from './commands.ts';

const disk = mountSmallDisk(2);
afterAll(async () => {
  disk?.unmount();
  await cleanUp();
});

test.skipIf(disk === null)(
  'the disk of the copy is named as full, with the exit code of what may pass, and no part stays',
  async () => {
    const small = disk?.path ?? '';
    const other = join(small, 'data');
    mkdirSync(other);
    disk?.fill(200_000);
    const dataDir = await freshDataDir();
    await copyStopped(dataDir);

    const { code, error } = await run(['backup', small], isolated(dataDir));
    expect(error).toStartWith(`the disk of ${small}/gatehouse-`);
    expect(code).toBe(75);
    const made = await run(['backup', temporaryFolder(), '--json'], isolated(dataDir));
    const file = String(recordsIn(made.out)[0]?.file);
    const restored = await run(['restore', file], isolated(other));
    expect(restored.error).toStartWith(`the disk of ${other}/gatehouse.db`);
    expect(restored.code).toBe(75);
    expect(readdirSync(small).sort()).toEqual(['data', 'filler']);
    expect(readdirSync(other).filter((name) => !name.endsWith('.lock'))).toEqual([]);
  },
);

test.skipIf(disk === null)(
  'a folder that takes no files is refused before anything is copied',
  async () => {
    const dataDir = await freshDataDir();
    await copyStopped(dataDir);
    disk?.free();
    disk?.makeReadOnly();
    const { code, error } = await run(['backup', disk?.path ?? ''], isolated(dataDir));
    expect(error).toStartWith(`${disk?.path} cannot be used as a folder: EROFS`);
    expect(code).toBe(2);
  },
);
