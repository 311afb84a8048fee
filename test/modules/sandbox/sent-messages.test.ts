import { describe, expect, test } from 'bun:test';
import { insertMessage } from '../../../src/core/messages/rows.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import {
  listSent,
  prepareMessage,
  RecentFiles,
} from '../../../src/modules/sandbox/sent-messages.ts';
import { testDatabase } from '../../helpers/database.ts';
import { CAFE, insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { storedRecord } from '../../helpers/stored-message.ts';
import { wholeFile } from '../../helpers/whole-file.ts';
import { ACCOUNT } from './setup.ts';

const entry = (index: number) => ({
  id: `3EB0${index}`,
  number: '5511988887777',
  remoteJid: '5511988887777@s.whatsapp.net',
  text: `message ${index}`,
  timestamp: 1_767_607_200 + index,
});

const said = (text: string) => ({
  content: { conversation: text },
  listed: { text },
  kind: 'text',
});

async function sentLog() {
  const db = await testDatabase();
  await insertInstances(db);
  return {
    list: (instanceId: string) => listSent(db.orm, instanceId),
    add: (instanceId: string, ...entries: ReturnType<typeof entry>[]) =>
      db.batch(
        entries.map((one) =>
          insertMessage(instanceId, prepareMessage(said(one.text), one, ACCOUNT, 0).record),
        ),
      ),
  };
}

describe('the list of what was sent', () => {
  test('has what one instance sent, oldest first', async () => {
    const { add, list } = await sentLog();
    expect(await list(SHOP.id)).toEqual([]);
    await add(SHOP.id, entry(1));
    await add(CAFE.id, entry(2));
    await add(SHOP.id, entry(3));
    expect(await list(SHOP.id)).toEqual([entry(1), entry(3)]);
    expect(await list(CAFE.id)).toEqual([entry(2)]);
  });

  test('has the newest 1,000 of each instance', async () => {
    const { add, list } = await sentLog();
    await add(SHOP.id, ...Array.from({ length: 1001 }, (_, index) => entry(index)));
    const listed = await list(SHOP.id);
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([1000, entry(1), entry(1000)]);
  });

  test('has the newest that have 8 MiB together', async () => {
    const { add, list } = await sentLog();
    const long = (index: number) => ({ ...entry(index), text: 'x'.repeat(512 * 1024) });
    for (let index = 0; index < 10; index++) await add(SHOP.id, long(index));
    const listed = await list(SHOP.id);
    expect(listed.map(({ id }) => id)).toEqual(
      [3, 4, 5, 6, 7, 8, 9].map((index) => `3EB0${index}`),
    );
  });
});

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
