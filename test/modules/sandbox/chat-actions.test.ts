import { expect, test } from 'bun:test';
import type { ChatChange } from '../../../src/core/providers/chat-actions.ts';
import { ACCOUNT, bench, openBench, refusal } from './setup.ts';

const ANA = '5511988887777';

test('what was done beside sending is listed, with its time, oldest first', async () => {
  const { session, host } = await openBench();
  const { messageId } = await session.message({ kind: 'text', from: ANA, text: 'Hello' });
  const stored = await host.findMessage(messageId);
  const chats = session.chats();
  await chats.confirm('read', stored ? [stored] : []);
  await chats.showActivity(ANA, 'composing');
  await chats.showPresence('available');
  const at = '2026-01-05T10:00:00.000Z';
  const chat = `${ANA}@s.whatsapp.net`;
  expect(session.actions()).toEqual([
    { at, action: 'read', chat, messageIds: [messageId] },
    { at, action: 'composing', chat },
    { at, action: 'available' },
  ]);
});

test('the list holds the newest thousand', async () => {
  const { session } = await openBench();
  for (let shown = 0; shown < 1_001; shown++)
    await session.chats().showActivity(ANA, shown === 0 ? 'recording' : 'composing');
  expect(session.actions()).toHaveLength(1_000);
  expect(session.actions().some(({ action }) => action === 'recording')).toBe(false);
});

test('what the account itself sent is not confirmed', async () => {
  const { session, host } = await openBench();
  const { id } = await session.send({ number: ANA, content: { kind: 'text', text: 'mine' } });
  const stored = await host.findMessage(id);
  await session.chats().confirm('read', stored ? [stored] : []);
  expect(session.actions()).toEqual([]);
});

test('an address that cannot be, a channel, and an instance that is not connected are refused', async () => {
  const { session } = await openBench();
  const show = (number: string) => session.chats().showActivity(number, 'composing');
  expect(await refusal(show('somebody'))).toBe(
    'invalid: number must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
  );
  expect(await refusal(show('12345@newsletter'))).toBe(
    'invalid: nobody sees who writes in a channel',
  );
  const closed = bench({ account: ACCOUNT }).session;
  expect(await refusal((async () => closed.chats())())).toBe('conflict: not connected');
});

test('every number is somebody’s but those that begin with 0', async () => {
  const { session } = await openBench();
  const found = await session.chats().lookUp([ANA, '0123456']);
  expect(found).toEqual([
    { jid: `${ANA}@s.whatsapp.net`, lid: expect.stringMatching(/^[0-9]{15}@lid$/) },
    { jid: null, lid: null },
  ]);
});

test('a number that is looked up is known to have its LID', async () => {
  const { session, host } = await openBench();
  const [found] = await session.chats().lookUp([ANA]);
  expect(host.people).toEqual([{ from: found?.lid ?? '', to: found?.jid ?? '' }]);
});

test('nobody has a picture, and who is blocked is listed', async () => {
  const { session } = await openBench();
  const chat = `${ANA}@s.whatsapp.net`;
  expect(await session.chats().pictureOf(ANA)).toEqual({ jid: chat, url: null });
  await session.chats().block(ANA, true);
  await session.chats().block(ANA, false);
  expect(session.actions()).toMatchObject([
    { action: 'block', chat },
    { action: 'unblock', chat },
  ]);
  expect(await refusal(session.chats().block('1@g.us', true))).toBe(
    'invalid: number must be a phone number or the JID of a person, not of a group or a channel',
  );
});

test('a profile says nothing but the address, and that of a group is refused', async () => {
  const { session } = await openBench();
  expect(await session.chats().profileOf(ANA)).toEqual({
    jid: `${ANA}@s.whatsapp.net`,
    picture: null,
    about: null,
    business: null,
  });
  expect(await refusal(session.chats().profileOf('12345@g.us'))).toBe(
    'invalid: number must be a phone number or the JID of a person, not of a group or a channel',
  );
});

test('how a chat is put in order is listed, and a channel cannot be', async () => {
  const { session } = await openBench();
  const chats = session.chats();
  const change = (one: ChatChange) => chats.change(ANA, one, null);
  await change({ kind: 'archive', isArchived: true });
  await change({ kind: 'archive', isArchived: false });
  await change({ kind: 'unread' });
  await change({ kind: 'pin', isPinned: true });
  await change({ kind: 'mute', isMuted: true, until: 1_800_000_000_000 });
  await change({ kind: 'mute', isMuted: false, until: null });
  const chat = `${ANA}@s.whatsapp.net`;
  expect(session.actions()).toMatchObject([
    { action: 'archive', chat },
    { action: 'unarchive', chat },
    { action: 'unread', chat },
    { action: 'pin', chat },
    { action: 'mute', chat, until: '2027-01-15T08:00:00.000Z' },
    { action: 'unmute', chat },
  ]);
  expect(await refusal(chats.change('12345@newsletter', { kind: 'unread' }, null))).toBe(
    'invalid: number must be of a person or a group',
  );
});

const ALL = {
  readreceipts: 'all',
  profile: 'all',
  status: 'all',
  last: 'all',
  online: 'all',
  groupadd: 'all',
};

test('what is set of the account is listed among what was done', async () => {
  const { session } = await openBench();
  const profile = session.ownProfile();
  await profile.describe({ text: 'Open till six', emoji: '', seconds: 3_600 });
  await profile.setPicture(new Uint8Array(3));
  await profile.setPicture(null);
  expect(session.actions().map(({ action, value }) => [action, value])).toEqual([
    ['profileStatus', 'Open till six'],
    ['profilePicture', 'a JPEG of 3 bytes'],
    ['profilePicture', ''],
  ]);
});

test('the account has the name that it is given, in what it sends and after a restart', async () => {
  const { session, host } = await openBench();
  await session.ownProfile().rename('Shop Centro');
  expect(host.account()?.pushName).toBe('Shop Centro');
  const said = { number: '5511888880000', content: { kind: 'text', text: 'Hello' } } as const;
  expect((await session.send(said)).pushName).toBe('Shop Centro');
  expect(session.actions().map(({ action, value }) => [action, value])).toEqual([
    ['profileName', 'Shop Centro'],
  ]);
  await session.restart();
  expect((await session.send(said)).pushName).toBe('Shop Centro');
});

test('privacy is as it was set, and everything is open to all until then', async () => {
  const { session } = await openBench();
  const profile = session.ownProfile();
  expect(await profile.privacy()).toEqual(ALL);
  await profile.setPrivacy({ last: 'none' });
  expect(await profile.setPrivacy({ readreceipts: 'none' })).toEqual({
    ...ALL,
    last: 'none',
    readreceipts: 'none',
  });
  expect(session.actions().map(({ value }) => value)).toEqual([
    '{"last":"none"}',
    '{"readreceipts":"none"}',
  ]);
});

test('nothing is set while it is not connected', async () => {
  const { session } = bench({ account: ACCOUNT });
  expect(await refusal((async () => session.ownProfile())())).toBe('conflict: not connected');
});
