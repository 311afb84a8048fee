/** What every provider promises of chats beside messages: who is there, how they are put in order and labelled. */
import { expect, test } from 'bun:test';
import type { ChatChange } from '../../src/core/providers/chat-actions.ts';
import { CONTACT, type PhoneWorld, type Stage, type World } from './provider-stage.ts';

const CHAT = `${CONTACT}@s.whatsapp.net`;
const CHANGES: readonly ChatChange[] = [
  { kind: 'archive', isArchived: true },
  { kind: 'unread' },
  { kind: 'pin', isPinned: true },
  { kind: 'mute', isMuted: true, until: null },
];

export function chatPromises(opened: () => Promise<Stage>): void {
  test('archives, pins, mutes and marks chats as unread, by number', async () => {
    const { session } = await settledIn(opened);
    for (const change of CHANGES)
      expect(await session.chats().change(CONTACT, change, null)).toBe(CHAT);
    await session.stop();
  });

  test('makes labels, changes and deletes them, and puts them on messages', async () => {
    const { world, host, session } = await settledIn(opened);
    const id = await world.say(session, { kind: 'text', text: 'one' });
    await world.until('it is stored', () => host.messages.some((one) => one.id === id));
    const chats = session.chats();
    const made = { id: '1', name: 'Paid', color: 3, predefinedId: null };
    const asked = { id: null, name: 'Paid', color: 3, isDeleted: false };
    expect(await chats.editLabel(asked)).toEqual(made);
    const message = await host.findMessage(id);
    if (message === null) throw new Error('no message');
    expect(await chats.labelMessage(message, '1', true)).toBe(CHAT);
    const renamed = { ...asked, id: '1', name: 'Settled', color: null };
    expect(await chats.editLabel(renamed)).toEqual({ ...made, name: 'Settled' });
    await chats.editLabel({ id: '1', name: null, color: null, isDeleted: true });
    await world.until('all is told', () => host.events.filter(isOfLabels).length === 4);
    expect(host.events.filter(isOfLabels).map(({ data }) => data)).toEqual([
      { ID: '1', Name: 'Paid', Color: 3, PredefinedID: null, Deleted: false },
      { LabelID: '1', Chat: CHAT, MessageID: id, Labeled: true },
      { ID: '1', Name: 'Settled', Color: 3, PredefinedID: null, Deleted: false },
      { ID: '1', Name: 'Settled', Color: 3, PredefinedID: null, Deleted: true },
    ]);
    await session.stop();
  });

  test('refuses a label without a name, and one that is not there to delete or to put on', async () => {
    const { world, host, session } = await settledIn(opened);
    const chats = session.chats();
    const reason = (call: Promise<unknown>) => call.then(String, (error) => error.reason);
    const none = { id: null, name: null, color: null, isDeleted: false };
    expect(await reason(chats.editLabel(none))).toBe('invalid');
    expect(await reason(chats.editLabel({ ...none, id: '9', isDeleted: true }))).toBe('not_found');
    const id = await world.say(session, { kind: 'text', text: 'one' });
    await world.until('it is stored', () => host.messages.some((one) => one.id === id));
    const message = await host.findMessage(id);
    if (message === null) throw new Error('no message');
    expect(await reason(chats.labelMessage(message, '9', true))).toBe('not_found');
    expect(host.events.filter(isOfLabels)).toEqual([]);
    await session.stop();
  });

  test('says who is blocked', async () => {
    const { session } = await settledIn(opened);
    const chats = session.chats();
    expect(await chats.blocked()).toEqual([]);
    await chats.block(CONTACT, true);
    expect(await chats.blocked()).toEqual([{ jid: CHAT, lid: expect.stringMatching(/@lid$/) }]);
    await chats.block(CONTACT, false);
    expect(await chats.blocked()).toEqual([]);
    await session.stop();
  });
}

/** What phones and contacts do by themselves. */
export function phonePromises(opened: () => Promise<Stage<PhoneWorld>>): void {
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

const isOfLabels = ({ type }: { readonly type: string }) => type.startsWith('Label');

/** Open, and the phone has done what it does in the first minutes. */
async function settledIn<W extends World>(opened: () => Promise<Stage<W>>): Promise<Stage<W>> {
  const stage = await opened();
  await stage.world.settleIn(stage.session);
  return stage;
}
