import { expect, test } from 'bun:test';
import { AppError } from '../../../src/core/shared/errors.ts';
import { RecentFiles } from '../../../src/modules/sandbox/recent-files.ts';
import { storedRecord } from '../../helpers/stored-message.ts';
import { wholeFile } from '../../helpers/whole-file.ts';

const MIB = 1024 * 1024;

const naming = (digest: string) =>
  storedRecord({
    content: Buffer.from(JSON.stringify({ content: { audioMessage: { fileSha256: digest } } })),
  });

test('the sandbox has the newest 64 MiB of files, and says of older ones that they are gone', async () => {
  const files = new RecentFiles();
  const add = (digest: string, mib: number) => files.add(digest, new Uint8Array(mib * MIB));
  const sizeOf = async (digest: string) => {
    try {
      return (await wholeFile(files.of(naming(digest)).content)).byteLength;
    } catch (error) {
      return error instanceof AppError && error.reason;
    }
  };
  add('first', 16);
  add('second', 16);
  add('third', 32);
  expect(await Promise.all(['first', 'second', 'third'].map(sizeOf))).toEqual([
    16 * MIB,
    16 * MIB,
    32 * MIB,
  ]);
  add('fourth', 1);
  expect(await Promise.all(['first', 'second', 'fourth'].map(sizeOf))).toEqual([
    'gone',
    16 * MIB,
    MIB,
  ]);
  add('second', 16);
  add('fifth', 32);
  expect(await Promise.all(['second', 'third', 'fourth'].map(sizeOf))).toEqual([
    16 * MIB,
    'gone',
    MIB,
  ]);
});
