/** What every provider promises of chats beside messages: who is there, how they are put in order and labelled. */
import { expect, test } from 'bun:test';
import type { ChatChange } from '../../src/providers/chat-actions.ts';
import { CONTACT, type Stage } from './conformance-stage.ts';

const CHAT = `${CONTACT}@s.whatsapp.net`;
const CHANGES: readonly ChatChange[] = [
  { kind: 'archive', isArchived: true },
  { kind: 'unread' },
  { kind: 'pin', isPinned: true },
  { kind: 'mute', isMuted: true, until: null },
];

export function chatPromises(opened: () => Promise<Stage>): void {
  test('tells that a contact writes in a chat that is watched, while the account is shown as online', async () => {
    const { world, host, session } = await settledIn(opened);
    const chats = session.chats();
    expect(await chats.watch(CONTACT, true)).toBe(CHAT);
    await chats.showPresence('available');
    await world.compose(session);
    const find = () => host.events.find(({ type }) => type === 'ChatPresence');
    await world.until('it is told', () => find() !== undefined);
    expect(find()?.data).toMatchObject({ Chat: CHAT, Sender: CHAT, State: 'composing', Media: '' });
    await session.stop();
  });

  test('archives, pins, mutes and marks chats as unread, by number', async () => {
    const { session } = await settledIn(opened);
    for (const change of CHANGES)
      expect(await session.chats().change(CONTACT, change, null)).toBe(CHAT);
    await session.stop();
  });

  test('tells of labels that the phone makes, and puts them on chats', async () => {
    const { world, host, session } = await settledIn(opened);
    await world.makeLabel(session, { id: '7', name: 'Paid' });
    const find = (wanted: string) => host.events.find(({ type }) => type === wanted);
    await world.until('the label is told', () => find('Label') !== undefined);
    expect(find('Label')?.data).toMatchObject({ ID: '7', Name: 'Paid', Deleted: false });
    expect(await session.chats().label(CONTACT, '7', true)).toBe(CHAT);
    await world.until('it is told', () => find('LabelAssociation') !== undefined);
    expect(find('LabelAssociation')?.data).toEqual({
      LabelID: '7',
      Chat: CHAT,
      MessageID: '',
      Labeled: true,
    });
    await session.stop();
  });
}

/** Open, and the phone has done what it does in the first minutes. */
async function settledIn(opened: () => Promise<Stage>): Promise<Stage> {
  const stage = await opened();
  await stage.world.settleIn(stage.session);
  return stage;
}
