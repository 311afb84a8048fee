import { describe, expect, test } from 'bun:test';
import { insertMessage } from '../../../src/core/messages/rows.ts';
import { listSent } from '../../../src/modules/sandbox/sent-log.ts';
import { prepareMessage } from '../../../src/modules/sandbox/sent-messages.ts';
import { testDatabase } from '../../helpers/database.ts';
import { CAFE, insertInstances, SHOP } from '../../helpers/gateway-server.ts';
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
