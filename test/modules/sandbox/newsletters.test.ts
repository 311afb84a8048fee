/** Channels of the sandbox: followed, left, joined by its driver, written and read in. */
import { expect, test } from 'bun:test';
import { openBench, refusal, sampleEvent } from './setup.ts';

const JID = '120363000000000001@newsletter';

test('every channel can be followed once and left again, but those whose number begins with 0', async () => {
  const { session, host } = await openBench();
  const channels = session.newsletters();
  expect((await channels.find(JID)).viewer_metadata.role).toBe('GUEST');
  await channels.follow(JID);
  await channels.follow(JID);
  const [followed] = await channels.all();
  expect(followed).toMatchObject({ id: JID, viewer_metadata: { role: 'SUBSCRIBER' } });
  expect(host.events).toEqual([{ type: 'NewsletterJoin', data: followed! }]);
  const { invite } = followed!.thread_metadata;
  expect(await channels.findByInvite(invite)).toEqual(followed!);
  await channels.unfollow(JID);
  expect(await channels.all()).toEqual([]);
  expect(await refusal(channels.findByInvite(invite))).toBe(
    `not_found: channel ${invite} not found`,
  );
  const nobodys = '012345@newsletter';
  for (const call of [channels.find(nobodys), channels.follow(nobodys), channels.unfollow(nobodys)])
    expect(await refusal(call)).toBe(`not_found: channel ${nobodys} not found`);
});

test('a channel that the driver joins is followed', async () => {
  const { session } = await openBench();
  await session.event(sampleEvent('NewsletterJoin', { id: JID }));
  const [followed] = await session.newsletters().all();
  expect(followed?.thread_metadata.name.text).toBe('Sample channel');
  expect(await session.newsletters().find(JID)).toEqual(followed!);
});

test('messages are posted in a channel, and arrive from it', async () => {
  const { session, host } = await openBench();
  const content = { kind: 'text', text: 'Rain' } as const;
  expect((await session.send({ number: JID, content })).remoteJid).toBe(JID);
  const { messageId } = await session.message({ kind: 'text', from: JID, text: 'Sun' });
  expect(host.events.at(-1)?.data).toMatchObject({
    Info: { ID: messageId, Chat: JID, Sender: JID, IsFromMe: false, IsGroup: false },
    Message: { conversation: 'Sun' },
  });
});
