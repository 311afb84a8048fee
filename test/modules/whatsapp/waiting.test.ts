/** What a message has to wait for holds up neither other chats nor what is sent to its sender. */
import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, opened } from './opened-stage.ts';

afterEach(endAll);

/** How many messages may wait for files before no more are taken. */
const IN_HAND_MAX = 200;

test('a message is sent to a person whose own message waits until the files of others are fetched', async () => {
  const { phone, ana, bob, session, recorded, message } = await opened();
  const text = { kind: 'text', text: 'sent' } as const;
  await message(await ana.writes(phone, { text: 'first' }));
  const { id } = await session.send({ number: bob.number, content: text });
  const { promise: heldUntil, resolve: fetched } = Promise.withResolvers<void>();
  for (let count = 0; count < IN_HAND_MAX; count++)
    await bob.sendsImage(phone, randomBytes(10), { fault: { heldUntil } });
  const waiting = await ana.writes(phone, { text: 'waits' });
  bob.reads(phone, [id]);
  await recorded('Receipt', ({ state }) => state === 'Read');
  await session.send({ number: ana.number, content: text });
  await ana.receives();
  fetched();
  await message(waiting);
});

test('a group that WhatsApp does not describe delays only the message that names somebody unknown', async () => {
  const { whatsapp, phone, ana, bob, recorded, message, all } = await opened();
  const group = ana.creates({ subject: 'Team', members: [phone] });
  await recorded('JoinedGroup');
  whatsapp.groups.outdate(phone);
  const answer = whatsapp.groups.answersLate();
  const key = { remoteJid: group.jid, id: 'A1', participant: '99988877766655@lid' };
  const reaction = await ana.writes(group, { message: { reactionMessage: { key, text: '👍' } } });
  await until('the group is asked for', () => whatsapp.groups.questions.includes(group.jid));
  const later = await ana.writes(group, { text: 'later in the group' });
  expect((await message(await bob.writes(phone, { text: 'meanwhile' }))).data.Info.Chat).not.toBe(
    ANA,
  );
  const grouped = () => all('Message').filter(({ data }) => data.Info.Chat === group.jid);
  expect(grouped()).toEqual([]);
  answer();
  await message(later);
  expect(grouped().map(({ data }) => data.Info.ID)).toEqual([reaction, later]);
});
