/** Votes in polls, with the names of what was chosen, whoever made the poll and by whichever address. */
import { afterEach, expect, test } from 'bun:test';
import { readPoll } from '../../../src/core/messages/polls.ts';
import { insertsOf } from '../../../src/core/messages/rows.ts';
import { newSecret, votedFor, voteOn } from '../../doubles/whatsapp/secrets.ts';
import { ANA, BOB, endAll, ME, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const OPTIONS = ['Rice', 'Beans', 'Both'];

/** A poll of the account, and what its recipient got of it. */
async function polled({ session, ana }: OpenedStage, number = ana.number) {
  const poll = { kind: 'poll', name: 'Lunch?', options: OPTIONS, selectableCount: 0 } as const;
  const { id } = await session.send({ number, content: poll });
  const received = await ana.receives((one) => one.id === id);
  const secret = received.message.messageContextInfo?.messageSecret ?? new Uint8Array();
  return { id, secret };
}

const chosen = (data: { Message: Record<string, unknown> }): unknown =>
  (data.Message.pollUpdateMessage as { vote: { selectedOptions: unknown } }).vote.selectedOptions;

for (const author of ['pn', 'lid'] as const) {
  for (const writer of ['pn', 'lid'] as const) {
    test(`a vote sealed by ${author} and ${writer} names what was chosen`, async () => {
      const made = await opened();
      const { phone, ana, message } = made;
      const { id, secret } = await polled(made);
      const seal = { secret, author: phone.person[author], writer: ana.person[writer] };
      const vote = await ana.votes(phone, id, ['Both', 'Rice'], seal);
      const { data } = await message(vote);
      expect(data.Info).toMatchObject({ ID: vote, Chat: ANA, Sender: ANA, Type: 'poll_vote' });
      expect(data.Message).toEqual({
        pollUpdateMessage: {
          pollCreationMessageKey: { remoteJid: ANA, fromMe: true, id },
          vote: { selectedOptions: ['Rice', 'Both'] },
          senderTimestampMs: expect.any(Number),
        },
      });
    });
  }
}

test('votes in a poll that somebody made in a group count once for each voter', async () => {
  const { phone, ana, bob, message, host, db } = await opened();
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const secret = newSecret();
  const options = OPTIONS.map((optionName) => ({ optionName }));
  const poll = await ana.writes(group, {
    message: {
      pollCreationMessageV3: { name: 'Lunch?', options, selectableOptionsCount: 1 },
      messageContextInfo: { messageSecret: secret },
    },
  });
  const seal = { secret, author: ana.person.lid, writer: bob.person.lid };
  const first = await bob.votes(group, poll, ['Rice'], seal, ana);
  const second = await bob.votes(group, poll, ['Beans'], seal, ana);
  const own = { ...seal, writer: ana.person.lid };
  await ana.votes(group, poll, ['Rice'], own, ana);
  const removed = await ana.votes(group, poll, [], own, ana);
  const { data } = await message(first);
  expect(data.Info).toMatchObject({ Chat: group.jid, Sender: BOB, IsGroup: true });
  expect(data.Message.pollUpdateMessage).toMatchObject({
    pollCreationMessageKey: { remoteJid: group.jid, fromMe: false, id: poll, participant: ANA },
    vote: { selectedOptions: ['Rice'] },
  });
  expect(chosen((await message(second)).data)).toEqual(['Beans']);
  expect(chosen((await message(removed)).data)).toEqual([]);
  await db.batch(host.messages.flatMap((one) => insertsOf(host.instanceId, one)));
  expect(await readPoll(db, host.instanceId, poll)).toEqual({
    chat: group.jid,
    name: 'Lunch?',
    options: [
      { name: 'Rice', voters: [] },
      { name: 'Beans', voters: [BOB] },
      { name: 'Both', voters: [] },
    ],
  });
});

test('a vote made on the phone of the account is its own', async () => {
  const made = await opened();
  const { phone, ana, message } = made;
  const { id, secret } = await polled(made);
  const { lid } = phone.person;
  const key = { remoteJid: ANA, fromMe: true, id };
  const vote = await phone.says(ana, voteOn(key, ['Rice'], { secret, author: lid, writer: lid }));
  const { data } = await message(vote);
  expect(data.Info).toMatchObject({ Chat: ANA, Sender: ME, IsFromMe: true, Type: 'poll_vote' });
  expect(chosen(data)).toEqual(['Rice']);
});

test('a vote that cannot be opened is reported, one from another chat is no event', async () => {
  const made = await opened();
  const { phone, ana, bob, recorded, settled, all } = made;
  const { id, secret } = await polled(made);
  const seal = { secret, author: phone.person.pn, writer: ana.person.pn };
  const forged = await ana.votes(phone, id, ['Rice'], { ...seal, secret: newSecret() });
  const { data } = await recorded('Undecryptable');
  expect(data).toMatchObject({
    Info: { ID: forged, Chat: ANA },
    Action: 'Nothing: it stays sealed.',
  });
  await bob.votes(phone, id, ['Rice'], { ...seal, writer: bob.person.pn });
  await settled();
  expect(all('Message').filter(({ data }) => data.Info.Type === 'poll_vote')).toEqual([]);
  expect(all('Undecryptable')).toHaveLength(1);
});

/** A poll of Ana's, in a group or to the account, that brings its secret. */
const pollOf = (messageSecret: Uint8Array, selectableOptionsCount: number) => ({
  pollCreationMessage: {
    name: 'Lunch?',
    options: OPTIONS.map((optionName) => ({ optionName })),
    selectableOptionsCount,
  },
  messageContextInfo: { messageSecret },
});

for (const addressing of ['pn', 'lid'] as const) {
  test(`a vote in a group addressed by ${addressing} opens on the phones of its people`, async () => {
    const { session, phone, ana, message, host, db, whatsapp } = await opened();
    const group = ana.creates({ subject: 'Crew', members: [phone], addressing });
    const secret = newSecret();
    const poll = await ana.writes(group, { message: pollOf(secret, 0) });
    await message(poll);
    const about = await host.findMessage(poll);
    if (about === null) throw new Error('the poll is not stored');
    const content = { kind: 'vote', about, options: ['Both', 'Rice'] } as const;
    const { id } = await session.send({ number: group.jid, content });
    const received = await ana.receives((one) => one.id === id);
    const people = { author: ana.person[addressing], writer: phone.person[addressing] };
    expect(votedFor(received.message, OPTIONS, { secret, ...people })).toEqual(['Rice', 'Both']);
    expect(received.message.pollUpdateMessage?.pollCreationMessageKey).toMatchObject({
      ...{ id: poll, fromMe: false, participant: ana.person[addressing] },
    });
    await db.batch(host.messages.flatMap((one) => insertsOf(host.instanceId, one)));
    const results = await readPoll(db, host.instanceId, poll);
    expect(results?.options.map(({ voters }) => voters)).toEqual([[ME], [], [ME]]);
    expect(whatsapp.complaints).toEqual([]);
  });
}

test('a vote in a poll of the account itself opens by its own secret', async () => {
  const made = await opened();
  const { session, phone, ana, host } = made;
  const { id, secret } = await polled(made);
  const about = await host.findMessage(id);
  if (about === null) throw new Error('the poll is not stored');
  const content = { kind: 'vote', about, options: ['Beans'] } as const;
  const sent = await session.send({ number: ana.number, content });
  const received = await ana.receives((one) => one.id === sent.id);
  const mode = about.chatAddress.endsWith('@lid') ? 'lid' : 'pn';
  const own = phone.person[mode];
  expect(votedFor(received.message, OPTIONS, { secret, author: own, writer: own })).toEqual([
    'Beans',
  ]);
});

test('more than one option of a poll with one choice, and a poll without its secret, are refused', async () => {
  const { session, phone, ana, message, host } = await opened();
  const refusal = async (poll: string, options: readonly string[]) => {
    await message(poll);
    const about = await host.findMessage(poll);
    if (about === null) throw new Error('the poll is not stored');
    const content = { kind: 'vote', about, options } as const;
    return session
      .send({ number: ana.number, content })
      .then(String, ({ reason, message: said }) => `${reason}: ${said}`);
  };
  const single = await ana.writes(phone, { message: pollOf(newSecret(), 1) });
  expect(await refusal(single, ['Rice', 'Beans'])).toStartWith('invalid: at most 1 of');
  const { messageContextInfo: _, ...open } = pollOf(newSecret(), 0);
  const bare = await ana.writes(phone, { message: open });
  expect(await refusal(bare, ['Rice'])).toStartWith('conflict: the secret of poll');
});
