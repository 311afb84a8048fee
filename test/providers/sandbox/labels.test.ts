import { expect, test } from 'bun:test';
import { bench, openBench, refusal } from './setup.ts';

const ANA = '5511988887777';
const CHAT = `${ANA}@s.whatsapp.net`;

test('what the phone does with labels is told, unless it changes nothing', async () => {
  const { session, host } = await openBench();
  const paid = { step: 'edit', labelId: '7', name: 'Paid', color: 3 } as const;
  await session.label(paid);
  await session.label(paid);
  await session.label({ step: 'add', labelId: '7', chat: ANA });
  await session.label({ step: 'add', labelId: '7', chat: ANA });
  await session.label({ step: 'remove', labelId: '7', chat: ANA });
  await session.label({ step: 'delete', labelId: '7' });
  expect(host.events.map(({ data }) => data)).toMatchObject([
    { ID: '7', Name: 'Paid', Color: 3, PredefinedID: null, Deleted: false },
    { LabelID: '7', Chat: CHAT, MessageID: '', Labeled: true },
    { LabelID: '7', Chat: CHAT, Labeled: false },
    { ID: '7', Deleted: true },
  ]);
});

test('a label that is put on a chat through the instance is told and listed', async () => {
  const { session, host } = await openBench();
  await session.label({ step: 'edit', labelId: '7', name: 'Paid' });
  expect(await session.chats().label(ANA, '7', true)).toBe(CHAT);
  expect(host.events.at(-1)?.data).toMatchObject({ LabelID: '7', Chat: CHAT, Labeled: true });
  expect(session.actions()).toMatchObject([{ action: 'label', chat: CHAT, labelId: '7' }]);
});

test('a label that is not there is not found, and a step without what it needs is refused', async () => {
  const { session, host } = await openBench();
  expect(await refusal(session.chats().label(ANA, '7', true))).toBe('not_found: label not found');
  expect(await refusal(session.label({ step: 'add', labelId: '7', chat: ANA }))).toBe(
    'not_found: label not found',
  );
  expect(await refusal(session.label({ step: 'add', labelId: '7' }))).toBe(
    'invalid: chat is required where step is add',
  );
  expect(await refusal(session.label({ step: 'edit', labelId: '7' }))).toBe(
    'invalid: name is required where step is edit',
  );
  expect(host.events).toEqual([]);
});

test('an instance that is paired anew has none of the labels that it had before', async () => {
  const { session } = bench();
  const pair = async () => {
    await session.connect({});
    await session.scan({});
  };
  await pair();
  await session.label({ step: 'edit', labelId: '7', name: 'Paid' });
  await session.logout();
  await pair();
  expect(await refusal(session.chats().label(ANA, '7', true))).toBe('not_found: label not found');
});
