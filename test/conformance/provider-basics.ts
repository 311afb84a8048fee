/** What every provider promises, even one without a phone: it hears, sends and says what it read, and ends when told to. */
import { expect, test } from 'bun:test';
import { SAMPLES } from '../../src/modules/sandbox/invented-values.ts';
import { type BasicWorld, CONTACT, count, phaseOf, type Stage } from './provider-stage.ts';

export function basicPromises(opened: () => Promise<Stage<BasicWorld>>): void {
  test('publishes what a contact writes', async () => {
    const { world, host, session } = await opened();
    await world.write(session, { from: CONTACT, text: 'Hello' });
    await world.until('the message', () => host.recorded.includes('Message'));
    const message = host.events.find(({ type }) => type === 'Message');
    expect(message?.data).toMatchObject({
      Info: { Chat: `${CONTACT}@s.whatsapp.net`, IsFromMe: false, IsGroup: false, Type: 'text' },
      Message: { conversation: 'Hello' },
    });
    await session.stop();
  });

  test('sends a text while it is open', async () => {
    const { session } = await opened();
    const sent = await session.send({ number: CONTACT, content: { kind: 'text', text: 'Hello' } });
    // A platform may have an id of its own beside ours.
    const { platformId: _, ...shown } = sent;
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9A-F]{16,}$/),
      remoteJid: `${CONTACT}@s.whatsapp.net`,
      timestamp: expect.any(Number),
      message: { extendedTextMessage: { text: 'Hello' } },
      pushName: expect.any(String),
    });
    await session.stop();
  });

  test('sends media while it is open', async () => {
    const { session } = await opened();
    const sent = await session.sendMedia({
      number: CONTACT,
      kind: 'image',
      bytes: SAMPLES.image.bytes,
      mimetype: SAMPLES.image.mimetype,
      caption: 'A pixel',
    });
    // A platform may have an id of its own beside ours.
    const { platformId: _, ...shown } = sent;
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9A-F]{16,}$/),
      remoteJid: `${CONTACT}@s.whatsapp.net`,
      timestamp: expect.any(Number),
      message: { imageMessage: expect.objectContaining({ caption: 'A pixel' }) },
      pushName: expect.any(String),
    });
    await session.stop();
  });

  test('confirms what a contact wrote as read, and shows that it writes', async () => {
    const { world, host, session } = await opened();
    await world.write(session, { from: CONTACT, text: 'Hello' });
    await world.until('the message', () => host.messages.length > 0);
    const [received] = host.messages;
    await session.chats().confirm('read', received ? [received] : []);
    await session.chats().showActivity(CONTACT, 'composing');
    await session.stop();
  });

  test('ends without a word when another node has its instance, and so do the calls under way', async () => {
    const { world, host, session } = await opened();
    const content = { kind: 'text', text: 'Hello' } as const;
    await session.send({ number: CONTACT, content });
    await world.until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));
    const before = host.recorded.length;
    const release = host.hold();
    const failure = () => session.send({ number: CONTACT, content }).catch((error) => error);
    const underWay = failure();
    session.abandon();
    expect(await underWay).toMatchObject({ reason: 'unavailable', mayBeDone: true });
    expect(await failure()).toMatchObject({ reason: 'unavailable', mayBeDone: false });
    expect(() => session.chats()).toThrow('another node has just taken this over');
    expect(session.offer()).toBeNull();
    release();
    await world.calm();
    const after = host.recorded.slice(before).filter((name) => name !== 'SendMessage');
    expect(after).toEqual([]);
    await session.stop();
  });

  test('is logged out once and unpaired on request', async () => {
    const stage = await opened();
    const { world, host, session } = stage;
    await session.logout();
    await world.until('logged out', () => phaseOf(stage) === 'logged_out');
    await world.calm();
    expect(count(stage, 'LoggedOut')).toBe(1);
    expect(host.account()).toBeNull();
    expect(host.events.find(({ type }) => type === 'LoggedOut')?.data).toMatchObject({
      Reason: 'logged_out',
      code: 401,
    });
    await session.stop();
  });
}
