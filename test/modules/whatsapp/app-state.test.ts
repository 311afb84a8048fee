/** Archive, unread, pin and mute reach the phone as the phone understands them. */
import { afterEach, expect, test } from 'bun:test';
import type { ChatChange } from '../../../src/core/providers/chat-actions.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const GROUP = '120363000000000001@g.us';
const PIN: ChatChange = { kind: 'pin', isPinned: true };

const refusal = (changing: Promise<unknown>): Promise<string> =>
  changing.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

/** Open, with the keys of the phone. */
async function withKeys(): Promise<OpenedStage> {
  const stage = await opened();
  const { phone, session } = stage;
  await phone.sharesAppStateKeys();
  await until('the keys are here', async () =>
    refusal(session.chats().change(GROUP, { kind: 'pin', isPinned: false }, null)).then(
      (refused) => refused === '',
    ),
  );
  return stage;
}

test('a change waits for the keys of the phone, and the refusal says how they come', async () => {
  const { session, phone, whatsapp } = await opened();
  const refused = await refusal(session.chats().change(ANA, PIN, null));
  expect(refused).toStartWith('conflict: the phone of the account has not shared the keys');
  expect(phone.appState.changes.all).toEqual([]);
  await phone.sharesAppStateKeys();
  await until('pinned', async () => (await refusal(session.chats().change(ANA, PIN, null))) === '');
  expect(phone.appState.changes.all).toHaveLength(1);
  expect(whatsapp.complaints).toEqual([]);
});

test('a chat is archived up to its last message, and taken out again, under the LID', async () => {
  const stage = await withKeys();
  const { session, phone, ana, host, message, whatsapp } = stage;
  const id = await ana.writes(phone, { text: 'one' });
  await message(id);
  const last = await host.findMessage(id);
  const chats = session.chats();
  expect(await chats.change(ANA, { kind: 'archive', isArchived: true }, last)).toBe(ANA);
  await chats.change(ANA, { kind: 'archive', isArchived: false }, null);
  const [archived, back] = phone.appState.changes.all.slice(-2);
  expect(archived?.index).toEqual(['archive', ana.person.lid]);
  expect(archived?.value.archiveChatAction).toMatchObject({
    archived: true,
    messageRange: { messages: [{ key: { id, fromMe: false } }] },
  });
  const [upTo] = archived?.value.archiveChatAction?.messageRange?.messages ?? [];
  expect(Number(upTo?.timestamp) * 1000).toBe(last?.sentAt ?? 0);
  expect(back?.value.archiveChatAction?.archived).toBe(false);
  expect(Number(back?.value.archiveChatAction?.messageRange?.lastMessageTimestamp)).toBeCloseTo(
    Date.now() / 1000,
    -3,
  );
  expect(whatsapp.complaints).toEqual([]);
});

test('a chat is marked as unread, pinned and muted, for a time or for ever, and no longer', async () => {
  const { session, phone, whatsapp } = await withKeys();
  const chats = session.chats();
  const until = 1_800_000_000_000;
  await chats.change(GROUP, { kind: 'unread' }, null);
  await chats.change(GROUP, PIN, null);
  await chats.change(GROUP, { kind: 'mute', isMuted: true, until }, null);
  await chats.change(GROUP, { kind: 'mute', isMuted: true, until: null }, null);
  await chats.change(GROUP, { kind: 'mute', isMuted: false, until: null }, null);
  const changes = phone.appState.changes.all.slice(-5);
  expect(changes.map(({ index }) => index)).toEqual([
    ['markChatAsRead', GROUP],
    ['pin_v1', GROUP],
    ['mute', GROUP],
    ['mute', GROUP],
    ['mute', GROUP],
  ]);
  const [unread, pinned, week, always, loud] = changes.map(({ value }) => value);
  expect(unread?.markChatAsReadAction?.read).toBe(false);
  expect(pinned?.pinAction?.pinned).toBe(true);
  expect(Number(week?.muteAction?.muteEndTimestamp)).toBe(until);
  expect(Number(always?.muteAction?.muteEndTimestamp)).toBe(-1);
  expect(loud?.muteAction?.muted).toBe(false);
  expect(whatsapp.unanswered).toEqual([]);
});

test('the keys and what was changed before are known after a restart of the service', async () => {
  const stage = await withKeys();
  const { session, provider, host, phone, whatsapp } = stage;
  await session.chats().change(ANA, PIN, null);
  await session.stop();
  const later = provider.open(host, host.account());
  await later.connect({});
  await until('open again', () => host.recorded.filter((one) => one === 'open').length === 2);
  await later.chats().change(ANA, { kind: 'pin', isPinned: false }, null);
  expect(phone.appState.changes.all.map(({ value }) => value.pinAction?.pinned)).toEqual([
    false,
    true,
    false,
  ]);
  expect(whatsapp.complaints).toEqual([]);
  await later.stop();
});

test('what the phone changed meanwhile does not prevent a change from here', async () => {
  const { session, phone, ana, whatsapp } = await withKeys();
  await phone.appState.change({ pin: true }, ana.person.lid);
  await session.chats().change(ANA, { kind: 'pin', isPinned: false }, null);
  expect(phone.appState.changes.all.at(-1)?.value.pinAction?.pinned).toBe(false);
  expect(whatsapp.complaints).toEqual([]);
});

test('a channel is no chat that can be archived', async () => {
  const { session } = await withKeys();
  expect(await refusal(session.chats().change('1@newsletter', PIN, null))).toBe(
    'invalid: number must be of a person or a group',
  );
});
