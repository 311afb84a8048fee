/** Reactions to messages, each naming the message as the account sees it. */
import { afterEach, expect, test } from 'bun:test';
import { ANA, BOB, endAll, ME, opened } from './opened-stage.ts';

afterEach(endAll);

test('a reaction to a message of ours names it as ours, whichever address its writer has', async () => {
  const { phone, ana, session, message } = await opened();
  const content = { kind: 'text', text: 'shall we?' } as const;
  const { id } = await session.send({ number: ana.number, content });
  for (const addressing of ['pn', 'lid'] as const) {
    const key = { remoteJid: addressing === 'pn' ? ME : phone.person.lid, id, fromMe: false };
    const reaction = await ana.writes(
      phone,
      { message: { reactionMessage: { key, text: '👍', senderTimestampMs: 1_767_600_000_000 } } },
      { type: 'reaction', addressing },
    );
    const { data } = await message(reaction);
    expect(data).toMatchObject({
      Info: { ID: reaction, Chat: ANA, Sender: ANA, Type: 'reaction', MediaType: '' },
      IsEdit: false,
    });
    expect(data.Message).toEqual({
      reactionMessage: {
        key: { remoteJid: ANA, fromMe: true, id },
        text: '👍',
        senderTimestampMs: 1_767_600_000_000,
      },
    });
  }
});

test('a reaction of somebody to their own message names it as theirs, and one taken back has no text', async () => {
  const { phone, ana, message } = await opened();
  const id = await ana.writes(phone, { text: 'hello' });
  const removed = await ana.reactsTo(phone, id, '', ana);
  expect((await message(removed)).data.Message.reactionMessage).toMatchObject({
    key: { remoteJid: ANA, fromMe: false, id },
    text: '',
  });
});

for (const addressing of ['pn', 'lid'] as const) {
  test(`a reaction in a group addressed by ${addressing} names who wrote the message`, async () => {
    const { phone, ana, bob, session, message } = await opened();
    const group = ana.creates({ subject: 'Crew', members: [phone, bob], addressing });
    const theirs = await ana.writes(group, { text: 'lunch?' });
    await message(theirs);
    const ours = await session.send({ number: group.jid, content: { kind: 'text', text: 'yes' } });
    const cases = [
      { id: theirs, author: ana, key: { fromMe: false, participant: ANA } },
      { id: ours.id, author: phone, key: { fromMe: true } },
      { id: 'UNKNOWN', author: bob, key: { fromMe: false, participant: BOB } },
    ];
    for (const { id, author, key } of cases) {
      const { data } = await message(await bob.reactsTo(group, id, '🎉', author));
      expect(data.Info).toMatchObject({ Chat: group.jid, Sender: BOB, Type: 'reaction' });
      expect(data.Message.reactionMessage).toMatchObject({ text: '🎉' });
      expect((data.Message.reactionMessage as { key: unknown }).key).toEqual({
        remoteJid: group.jid,
        id,
        ...key,
      });
    }
  });
}

test('a reaction made on the phone of the account is its own', async () => {
  const { phone, ana, message } = await opened();
  const id = await ana.writes(phone, { text: 'hello' });
  const key = { remoteJid: ANA, id, fromMe: false };
  const reaction = await phone.says(ana, { reactionMessage: { key, text: '👍' } });
  expect((await message(reaction)).data).toMatchObject({
    Info: { Chat: ANA, Sender: ME, IsFromMe: true, Type: 'reaction' },
    Message: { reactionMessage: { key } },
  });
});

test('a reaction is stored once, under its own id', async () => {
  const { phone, ana, message, host } = await opened();
  const id = await ana.writes(phone, { text: 'hello' });
  const reaction = await ana.reactsTo(phone, id, '👍', ana);
  await message(reaction);
  expect(host.messages.map(({ id, kind }) => ({ id, kind }))).toEqual([
    { id, kind: 'text' },
    { id: reaction, kind: 'reaction' },
  ]);
});
