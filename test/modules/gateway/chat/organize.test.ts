import { describe, expect, test } from 'bun:test';
import { conflict } from '../../../helpers/failures.ts';
import { CHAT, chatBench } from './setup.ts';

const NUMBER = '5511988887777';

async function bench() {
  const opened = await chatBench();
  opened.script.change = async () => CHAT;
  return opened;
}

const PATHS = [
  ['/chat/archiveChat', { archive: true }],
  ['/chat/markChatUnread', {}],
  ['/chat/pinChat', { pin: true }],
  ['/chat/muteChat', { mute: true }],
] as const;

describe('POST /chat/archiveChat', () => {
  const ARCHIVE = '/chat/archiveChat';

  test('201 a chat is archived, up to its last message where that is named, and taken out again', async () => {
    const { post, calls, store } = await bench();
    await store({ id: '3EB0' });
    const lastMessage = {
      key: { id: '3EB0', remoteJid: CHAT, fromMe: false },
      messageTimestamp: 1,
    };
    const first = await post(ARCHIVE, { lastMessage, archive: true });
    expect([first.status, first.body]).toEqual([201, { chatId: CHAT, archived: true }]);
    const second = await post(ARCHIVE, { chat: NUMBER, archive: false });
    expect([second.status, second.body]).toEqual([201, { chatId: CHAT, archived: false }]);
    expect(calls).toMatchObject([
      ['change', CHAT, { kind: 'archive', isArchived: true }, { id: '3EB0' }],
      ['change', NUMBER, { kind: 'archive', isArchived: false }, null],
    ]);
  });

  test('404 a last message that is not stored, or is in another chat', async () => {
    const { post, calls, store } = await bench();
    await store({ id: '3EB0' });
    for (const body of [
      { lastMessage: { key: { id: '3EB1' } } },
      { lastMessage: { key: { id: '3EB0' } }, number: '5511977776666' },
    ])
      expect((await post(ARCHIVE, { ...body, archive: true })).status).toBe(404);
    expect(calls).toEqual([]);
  });
});

describe('POST /chat/markChatUnread', () => {
  test('201 the chat is marked', async () => {
    const { post, calls } = await bench();
    const { status, body } = await post('/chat/markChatUnread', { number: '+55 11 98888-7777' });
    expect([status, body]).toEqual([201, { chatId: CHAT, markedChatUnread: true }]);
    expect(calls).toEqual([['change', NUMBER, { kind: 'unread' }, null]]);
  });
});

describe('POST /chat/pinChat', () => {
  test('201 the chat is pinned, and no longer', async () => {
    const { post } = await bench();
    const pinned = async (pin: boolean) =>
      (await post('/chat/pinChat', { number: NUMBER, pin })).body;
    expect(await pinned(true)).toEqual({ chatId: CHAT, pinned: true });
    expect(await pinned(false)).toEqual({ chatId: CHAT, pinned: false });
  });
});

describe('POST /chat/muteChat', () => {
  test('201 with the time at which the chat is heard again; without a duration it is none', async () => {
    const { post, g, calls } = await bench();
    const muted = async (more: object) =>
      (await post('/chat/muteChat', { number: NUMBER, ...more })).body;
    const until = g.clock.now() + 8 * 3_600_000;
    const text = new Date(until).toISOString();
    expect(await muted({ mute: true, duration: '8h' })).toEqual({
      chatId: CHAT,
      muted: true,
      until: text,
    });
    expect(await muted({ mute: true })).toEqual({ chatId: CHAT, muted: true, until: null });
    expect(await muted({ mute: false })).toEqual({ chatId: CHAT, muted: false, until: null });
    expect(calls.map(([, , change]) => change)).toEqual([
      { kind: 'mute', isMuted: true, until },
      { kind: 'mute', isMuted: true, until: null },
      { kind: 'mute', isMuted: false, until: null },
    ]);
  });

  test('400 a duration that phones do not offer', async () => {
    const { post } = await bench();
    const { status, body } = await post('/chat/muteChat', {
      number: NUMBER,
      mute: true,
      duration: '2h',
    });
    expect([status, body.error.message]).toEqual([400, 'duration must be one of 8h, 1w, always']);
  });
});

describe.each(PATHS)('POST %s', (path, fields) => {
  test('400 no chat, a chat that is none, or a switch that is not true or false', async () => {
    const { post, calls } = await bench();
    const wrong = Object.keys(fields).map((field) => ({ number: NUMBER, [field]: 'yes' }));
    for (const body of [fields, { ...fields, number: 'Ana' }, { ...fields, chat: 7 }, ...wrong])
      expect((await post(path, body)).status).toBe(400);
    expect(calls).toEqual([]);
  });

  test('409 while the phone has not given out the keys', async () => {
    const { post, script } = await bench();
    script.change = async () => {
      throw conflict('the phone of the account has not shared the keys');
    };
    expect((await post(path, { ...fields, number: NUMBER })).status).toBe(409);
  });
});
