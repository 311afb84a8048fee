import { expect, test } from 'bun:test';
import { bench, openBench, refusal } from './setup.ts';

const ANA = '5511988887777';
const CHAT = `${ANA}@s.whatsapp.net`;
const PAID = { id: '7', name: 'Paid', color: 3, isDeleted: false };

test('a label that is put on a chat is told and listed, unless that changes nothing', async () => {
  const { session, host } = await openBench();
  await session.chats().editLabel(PAID);
  expect(await session.chats().label(ANA, '7', true)).toBe(CHAT);
  await session.chats().label(ANA, '7', true);
  expect(host.events.map(({ data }) => data)).toMatchObject([
    { ID: '7', Name: 'Paid', Color: 3, PredefinedID: null, Deleted: false },
    { LabelID: '7', Chat: CHAT, MessageID: '', Labeled: true },
  ]);
  expect(session.actions().slice(0, 2)).toMatchObject([
    { action: 'editLabel', labelId: '7', value: 'Paid' },
    { action: 'label', chat: CHAT, labelId: '7' },
  ]);
});

test('a label that is not there is not found', async () => {
  const { session, host } = await openBench();
  expect(await refusal(session.chats().label(ANA, '7', true))).toBe('not_found: label not found');
  expect(host.events).toEqual([]);
});

test('an instance that is paired with another account has none of the labels that it had before', async () => {
  const { session } = bench();
  const pair = async () => {
    await session.connect({});
    await session.scan({});
  };
  await pair();
  await session.chats().editLabel(PAID);
  await session.logout();
  await pair();
  expect(await refusal(session.chats().label(ANA, '7', true))).toBe('not_found: label not found');
});
