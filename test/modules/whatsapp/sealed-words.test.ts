/** Reactions, comments and answers to events that come sealed with the secret of the message that they are about. */
import { afterEach, expect, test } from 'bun:test';
import type { proto } from '@whiskeysockets/baileys';
import {
  answerToEvent,
  newSecret,
  type Sealing,
  sealedComment,
  sealedEventEdit,
  sealedReaction,
} from '../../doubles/whatsapp/secrets.ts';
import { ANA, BOB, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

/** An announcement of Ana's in a group by LIDs; `by` says something of it, sealed. */
async function announced(
  made: OpenedStage,
  content: proto.IMessage = { conversation: 'On Saturday' },
) {
  const { phone, ana, bob, message } = made;
  const group = ana.creates({ subject: 'News', members: [phone, bob], addressing: 'lid' });
  const secret = newSecret();
  const id = await ana.writes(group, {
    message: { ...content, messageContextInfo: { messageSecret: secret } },
  });
  await message(id);
  const key = { remoteJid: group.jid, fromMe: false, id, participant: ana.person.lid };
  const seal = { secret, author: ana.person.lid, writer: bob.person.lid };
  const says = (by: typeof bob, message: proto.IMessage) => by.writes(group, { message });
  return { group, id, key, seal, says };
}

const keyIn = (group: { jid: string }, id: string) => ({
  remoteJid: group.jid,
  fromMe: false,
  id,
  participant: ANA,
});

test('a sealed reaction is told as an open one, and so is one that is taken back', async () => {
  const made = await opened();
  const { message, host } = made;
  const { group, id, key, seal, says } = await announced(made);
  for (const text of ['🎉', '']) {
    const reaction = await says(made.bob, sealedReaction(key, text, seal));
    const { data } = await message(reaction);
    expect(data.Info).toMatchObject({ ID: reaction, Chat: group.jid, Sender: BOB });
    expect(data.Info.Type).toBe('reaction');
    expect(data.Message).toEqual({
      reactionMessage: { key: keyIn(group, id), text, senderTimestampMs: expect.any(Number) },
    });
    expect(host.messages.at(-1)).toMatchObject({ id: reaction, kind: 'reaction' });
  }
});

test('a comment is told with its content and the message it is about, sealed or open', async () => {
  const made = await opened();
  const { group, id, key, seal, says } = await announced(made);
  const open = { commentMessage: { message: { conversation: 'At nine?' }, targetMessageKey: key } };
  for (const content of [sealedComment(key, 'At nine?', seal), open]) {
    const { data } = await made.message(await says(made.bob, content));
    expect(data.Info).toMatchObject({ Chat: group.jid, Sender: BOB, Type: 'comment' });
    expect(data.Message).toEqual({
      commentMessage: {
        message: { conversation: 'At nine?' },
        targetMessageKey: keyIn(group, id),
      },
    });
  }
});

test.each([
  [1, 'GOING'],
  [2, 'NOT_GOING'],
  [3, 'MAYBE'],
  [9, 'UNKNOWN'],
])('the answer %d to an event is told as %s', async (response, told) => {
  const made = await opened();
  const event = { eventMessage: { name: 'Party' } };
  const { group, id, key, seal, says } = await announced(made, event);
  const { data } = await made.message(await says(made.bob, answerToEvent(key, response, seal)));
  expect(data.Info).toMatchObject({ Chat: group.jid, Sender: BOB, Type: 'event_response' });
  expect(data.Message).toMatchObject({
    eventResponseMessage: {
      eventCreationMessageKey: keyIn(group, id),
      response: told,
      timestampMs: 1_000,
    },
  });
});

test('an event that its author changes is told as an edit, and nobody else changes it', async () => {
  const made = await opened();
  const event = { eventMessage: { name: 'Party' } };
  const { id, key, seal, says } = await announced(made, event);
  await says(made.bob, sealedEventEdit(key, 'No party', seal));
  const own = { ...seal, writer: seal.author };
  const edit = sealedEventEdit({ ...key, fromMe: true }, 'Big party', own);
  const { data } = await made.message(await says(made.ana, edit));
  expect(data).toMatchObject({
    Info: { Type: 'event', Sender: ANA },
    Message: { eventMessage: { name: 'Big party' }, protocolMessage: { key: { id }, type: 14 } },
    IsEdit: true,
  });
  expect(made.all('Message').filter(({ data }) => data.IsEdit)).toHaveLength(1);
});

test('what does not open, or is about a message that is not stored, is told as undecryptable with the reason', async () => {
  const made = await opened();
  const { key, seal, says } = await announced(made);
  const wrong: Sealing = { ...seal, secret: newSecret() };
  const lost = { ...key, id: 'LOST' };
  const unknown = { targetMessageKey: key, encPayload: seal.secret, encIv: seal.secret };
  const cases: [proto.IMessage, string][] = [
    [sealedReaction(key, '🎉', wrong), 'does not open it'],
    [sealedComment(key, 'Hm', wrong), 'does not open it'],
    [answerToEvent(key, 1, wrong), 'does not open it'],
    [sealedReaction(lost, '🎉', seal), 'a message that is not stored'],
    [{ secretEncryptedMessage: { ...unknown, secretEncType: 0 } }, 'of a kind that is not known'],
  ];
  for (const [content, reason] of cases) {
    const id = await says(made.bob, content);
    const fits = ({ data }: { data: { Info: { ID: string } } }) => data.Info.ID === id;
    const { data } = await made.recorded('Undecryptable', fits);
    expect(data).toMatchObject({ Info: { Sender: BOB, Type: 'undecryptable' } });
    expect(data.Reason).toContain(reason);
  }
});
