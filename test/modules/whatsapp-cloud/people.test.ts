/** Which chat somebody's messages belong to, by whatever they show of themselves. */
import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { People } from '../../../src/modules/whatsapp-cloud/people.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstance } from './insert-instance.ts';

const NUMBER = '5511987654321';
const JID = `${NUMBER}@s.whatsapp.net`;
let db: Database;
let people: People;
beforeEach(async () => {
  db = await testDatabase();
  const host = recordingHost();
  await insertInstance(db, host.instanceId);
  people = new People(db, host);
});
const chatOf = async (ids: { number?: string; bsuid?: string }) => (await people.chatsOf([ids]))[0];

test('an id leads to its chat whatever number comes with it', async () => {
  expect(await chatOf({ number: NUMBER, bsuid: 'BR.1' })).toBe(JID);
  await chatOf({ number: '5511900000002' });
  expect(await chatOf({ number: '5511900000002', bsuid: 'BR.1' })).toBe(JID);
});

test('the other spelling of a number stays in the chat that was begun, with an id too', async () => {
  await people.noteWrittenTo(JID);
  await people.learned(JID, '551187654321');
  expect(await chatOf({ number: '551187654321', bsuid: 'BR.3' })).toBe(JID);
  expect(await chatOf({ bsuid: 'BR.3' })).toBe(JID);
});

test('a number that somebody has come by already is not given to another chat', async () => {
  await chatOf({ number: '551187654321' });
  await people.learned(JID, '551187654321');
  expect(await chatOf({ number: '551187654321' })).toBe('551187654321@s.whatsapp.net');
});

test('several people of one webhook are told apart, and nobody at all has no chat', async () => {
  const all = [{ number: NUMBER }, { bsuid: 'BR.4' }, {}, { number: NUMBER, bsuid: 'BR.4' }];
  expect(await people.chatsOf(all)).toEqual([JID, 'BR.4', '', JID]);
  expect(await people.knownChat([JID])).toBe(JID);
  expect(await people.knownChat(['BR.4'])).toBe(JID);
  expect(await people.knownChat(['group@g.us'])).toBeNull();
});

test('what was learned is known after a restart', async () => {
  await chatOf({ bsuid: 'BR.5' });
  await chatOf({ number: NUMBER, bsuid: 'BR.5' });
  people = new People(db, recordingHost());
  expect(await chatOf({ number: NUMBER })).toBe('BR.5');
});
