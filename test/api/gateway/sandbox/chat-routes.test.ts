/** What the phone does with chats, and what contacts show, as an application under test has it happen. */
import { describe, expect, test } from 'bun:test';
import { FROM, openSandbox, sandboxServer } from './setup.ts';

const JID = `${FROM}@s.whatsapp.net`;
const LID = '123456789012345@lid';

describe('POST /sandbox/:instanceName/chat', () => {
  test('200 a chat is archived, pinned, muted for a time, marked as unread and deleted', async () => {
    const { post, host } = await openSandbox();
    const mutedUntil = '2030-01-01T00:00:00.000Z';
    const { status, json } = await post('chat', {
      chat: FROM,
      archived: true,
      pinned: false,
      muted: true,
      mutedUntil,
      unread: true,
    });
    expect([status, json]).toEqual([200, { success: true, message: 'Chat changed' }]);
    await post('chat', { chat: '120363000000000001@g.us', deleted: true });
    await post('chat', { chat: FROM, muted: false });
    expect(host.chatUpdate).toEqual([
      {
        ...{ chat: JID, isArchived: true, isPinned: false, isMarkedUnread: true },
        muted: { until: Date.parse(mutedUntil) },
      },
      { chat: '120363000000000001@g.us', isDeleted: true },
      { chat: JID, muted: null },
    ]);
  });

  test.each([
    [{ chat: FROM }],
    [{ chat: 'nobody', archived: true }],
    [{ chat: FROM, archived: 'yes' }],
    [{ chat: FROM, muted: true, mutedUntil: 'tomorrow' }],
    [{ chat: FROM, deleted: false }],
    [{ archived: true }],
  ])('400 for %o', async (body) => {
    const { post, host } = await openSandbox();
    expect((await post('chat', body)).status).toBe(400);
    expect(host.chatUpdate).toEqual([]);
  });

  test('409 while the instance is not connected', async () => {
    const { post } = await sandboxServer();
    expect((await post('chat', { chat: FROM, archived: true })).status).toBe(409);
  });
});

describe('POST /sandbox/:instanceName/contact', () => {
  test('200 a contact has another name, picture or LID', async () => {
    const { post, host } = await openSandbox();
    const { status, json } = await post('contact', { number: FROM, lid: LID, name: 'Ana Maria' });
    expect([status, json]).toEqual([200, { success: true, message: 'Contact changed' }]);
    await post('contact', { number: FROM, picture: 'removed' });
    expect(host.people).toEqual([{ from: LID, to: JID }]);
    expect(host.contactNews).toEqual([
      { jid: JID, name: 'Ana Maria' },
      { jid: JID, picture: 'removed' },
    ]);
  });

  test.each([
    [{ number: FROM }],
    [{ number: FROM, lid: FROM }],
    [{ number: 'nobody', name: 'Ana' }],
    [{ number: FROM, picture: 'blurred' }],
    [{ name: 'Ana' }],
  ])('400 for %o', async (body) => {
    const { post, host } = await openSandbox();
    expect((await post('contact', body)).status).toBe(400);
    expect([host.people, host.contactNews]).toEqual([[], []]);
  });
});
