/** What every provider promises of what a contact says: each kind, and words about what was said before. */
import { expect, test } from 'bun:test';
import type { MessageData } from '../../src/core/events/types/message-data.ts';
import type { StoredMessage } from '../../src/core/messages/rows.ts';
import { CONTACT, type Stage, type Word } from './provider-stage.ts';

const CHAT = `${CONTACT}@s.whatsapp.net`;

/** Lets the contact say it; the data of its Message event. */
async function heard({ world, host, session }: Stage, word: Word): Promise<MessageData> {
  const id = await world.say(session, word);
  const find = () => host.events.find(({ type, data }) => type === 'Message' && idOf(data) === id);
  await world.until(`the ${word.kind} is heard`, () => find() !== undefined);
  return find()?.data as MessageData;
}

const idOf = (data: object): unknown => ('Info' in data ? (data.Info as { ID: string }).ID : null);
const typeOf = ({ Info }: MessageData) => `${Info.Type} ${Info.MediaType}`;

export function hearingPromises(opened: () => Promise<Stage>): void {
  test('hears places, cards, stickers and polls as what they are', async () => {
    const stage = await opened();
    const place = { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Shop' } as const;
    const location = await heard(stage, place);
    expect(typeOf(location)).toBe('media location');
    expect(location.Message.locationMessage).toMatchObject({
      degreesLatitude: -23.5,
      degreesLongitude: -46.6,
      name: 'Shop',
    });
    const card = await heard(stage, { kind: 'contact', fullName: 'Bia', phoneNumber: '551100' });
    expect(typeOf(card)).toBe('media vcard');
    expect(card.Message.contactMessage).toMatchObject({ displayName: 'Bia' });
    const sticker = await heard(stage, { kind: 'sticker' });
    expect(typeOf(sticker)).toBe('media sticker');
    expect(sticker.Message.stickerMessage).toMatchObject({ mimetype: 'image/webp' });
    const poll = await heard(stage, { kind: 'poll', name: 'Lunch?', options: ['Rice', 'Beans'] });
    expect(typeOf(poll)).toBe('poll ');
    expect(Object.values(poll.Message)).toContainEqual(
      expect.objectContaining({
        name: 'Lunch?',
        options: [{ optionName: 'Rice' }, { optionName: 'Beans' }].map(expect.objectContaining),
      }),
    );
    await stage.session.stop();
  });

  test('hears which message is answered, with what that one says', async () => {
    const stage = await opened();
    const asked = await heard(stage, { kind: 'text', text: 'Lunch?' });
    const answer = await heard(stage, { kind: 'text', text: 'Yes', quoted: asked.Info.ID });
    expect(answer.Message.extendedTextMessage).toMatchObject({
      text: 'Yes',
      contextInfo: { stanzaId: asked.Info.ID, participant: CHAT },
    });
    const { contextInfo } = answer.Message.extendedTextMessage ?? {};
    expect(JSON.stringify((contextInfo as { quotedMessage: unknown }).quotedMessage)).toContain(
      'Lunch?',
    );
    await stage.session.stop();
  });

  test('hears a reaction to what the account said, and that it is taken back', async () => {
    const stage = await opened();
    const { session } = stage;
    const sent = await session.send({ number: CONTACT, content: { kind: 'text', text: 'Hello' } });
    for (const text of ['👍', '']) {
      const { Info, Message } = await heard(stage, { kind: 'reaction', about: sent.id, text });
      expect(Info).toMatchObject({ Chat: CHAT, Sender: CHAT, Type: 'reaction' });
      expect(Message.reactionMessage).toMatchObject({
        key: { remoteJid: CHAT, fromMe: true, id: sent.id },
        text,
      });
    }
    await session.stop();
  });

  test('hears that a message was edited, and that it was deleted', async () => {
    const stage = await opened();
    const { Info: said } = await heard(stage, { kind: 'text', text: 'tpyo' });
    const key = { remoteJid: CHAT, fromMe: false, id: said.ID };
    const edit = await heard(stage, { kind: 'edit', about: said.ID, text: 'typo' });
    expect(edit).toMatchObject({
      Info: { Type: 'text' },
      Message: { conversation: 'typo', protocolMessage: { key, type: 14 } },
      IsEdit: true,
    });
    const removal = await heard(stage, { kind: 'revoke', about: said.ID });
    expect(removal).toMatchObject({
      Info: { Type: 'revoke' },
      Message: { protocolMessage: { key, type: 0 } },
      IsEdit: false,
    });
    await stage.session.stop();
  });

  test('hears which options of a poll are chosen, by their names', async () => {
    const stage = await opened();
    const { host, session } = stage;
    const options = ['Rice', 'Beans'];
    const poll = { kind: 'poll', name: 'Lunch?', options, selectableCount: 1 } as const;
    const { id } = await session.send({ number: CONTACT, content: poll });
    for (const chosen of [['Beans'], []]) {
      const vote = await heard(stage, { kind: 'vote', about: id, options: chosen });
      expect(vote.Info.Type).toBe('poll_vote');
      expect(vote.Message.pollUpdateMessage).toMatchObject({
        pollCreationMessageKey: { remoteJid: CHAT, fromMe: true, id },
        vote: { selectedOptions: chosen },
      });
      const stored = host.messages.at(-1) as StoredMessage & { vote?: unknown };
      expect(stored.vote).toEqual({ pollId: id, options: chosen });
    }
    await session.stop();
  });

  test('votes in a poll by the names of its options, and takes the vote back', async () => {
    const stage = await opened();
    const { host, session } = stage;
    const options = ['Rice', 'Beans', 'Both'];
    const asked = await heard(stage, { kind: 'poll', name: 'Lunch?', options });
    const about = await host.findMessage(asked.Info.ID);
    if (about === null) throw new Error('the poll is not stored');
    for (const chosen of [['Both'], []]) {
      const content = { kind: 'vote', about, options: chosen } as const;
      const { message } = await session.send({ number: CONTACT, content });
      expect(message.pollUpdateMessage).toMatchObject({
        pollCreationMessageKey: { remoteJid: about.chatAddress, fromMe: false, id: about.id },
        vote: { selectedOptions: chosen },
      });
      const stored = host.messages.at(-1) as StoredMessage & { vote?: unknown };
      expect(stored.vote).toEqual({ pollId: about.id, options: chosen });
    }
    await session.stop();
  });

  test('refuses a vote for what the poll does not have, and on what is no poll', async () => {
    const stage = await opened();
    const { host, session } = stage;
    const asked = await heard(stage, { kind: 'poll', name: 'Lunch?', options: ['Rice', 'Beans'] });
    const said = await heard(stage, { kind: 'text', text: 'Hello' });
    const reason = async (id: string, options: readonly string[]) => {
      const about = await host.findMessage(id);
      if (about === null) throw new Error('it is not stored');
      const content = { kind: 'vote', about, options } as const;
      return session.send({ number: CONTACT, content }).then(String, (error) => error.message);
    };
    expect(await reason(asked.Info.ID, ['Soup'])).toBe('the poll has no option "Soup"');
    expect(await reason(said.Info.ID, ['Rice'])).toEndWith('is no poll');
    await session.stop();
  });
}
