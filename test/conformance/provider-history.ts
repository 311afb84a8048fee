/** What every provider promises of older messages, which the account's phone has. */
import { expect, test } from 'bun:test';
import { CONTACT, type PhoneWorld, type Stage } from './provider-stage.ts';

const CHAT = `${CONTACT}@s.whatsapp.net`;
const YESTERDAY = Date.UTC(2026, 0, 4, 12);

export function historyPromises(opened: () => Promise<Stage>): void {
  test('refuses to look for older messages of a chat of which none is stored', async () => {
    const { host, session } = await opened();
    const request = { number: CONTACT, count: 5, before: null };
    const problem = await session
      .chats()
      .history(request)
      .catch(({ reason }) => reason);
    expect([problem, host.messages]).toEqual(['not_found', []]);
    await session.stop();
  });
}

/** What the phone has from before. */
export function olderMessagePromises(opened: () => Promise<Stage<PhoneWorld>>): void {
  test('fetches older messages from the phone, the oldest first, and stores them without events', async () => {
    const stage = await opened();
    const { world, host, session } = stage;
    const texts = ['one', 'two', 'three'];
    for (const [index, text] of texts.entries())
      await world.remember(session, { text, sentAt: YESTERDAY + index * 1000 });
    await world.say(session, { kind: 'text', text: 'today' });
    await world.until('it is heard', () => host.messages.length === 1);
    const events = host.events.length;
    const ask = (count: number) =>
      session.chats().history({ number: CONTACT, count, before: null });
    const found = await ask(2);
    expect(found).toMatchObject({
      chat: CHAT,
      messages: [
        { Info: { Chat: CHAT, Sender: CHAT, IsFromMe: false }, Message: { conversation: 'two' } },
        { Info: { Timestamp: '2026-01-04T12:00:02.000Z' }, Message: { conversation: 'three' } },
      ],
      isBeginning: false,
    });
    expect(await ask(50)).toMatchObject({
      messages: [{ Message: { conversation: 'one' } }],
      isBeginning: true,
    });
    expect(host.events).toHaveLength(events);
    const stored = host.messages.slice(1);
    expect(stored.map(({ id }) => id).slice(0, 2)).toEqual(
      found.messages.map(({ Info }) => Info.ID),
    );
    expect(stored.every(({ fetchedAt }) => fetchedAt !== undefined)).toBe(true);
    await session.stop();
  });
}
