/** Chats whose messages vanish after a time: what is sent into them vanishes too. */
import { afterEach, expect, test } from 'bun:test';
import type { proto } from '@whiskeysockets/baileys';
import type { Session } from '../../../src/core/providers/provider.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, ME, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const DAY = 86_400;
const WEEK = 604_800;

const text = (expiration: number): { message: proto.IMessage } => ({
  message: { extendedTextMessage: { text: 'Hello', contextInfo: { expiration } } },
});

/** After how many seconds what is sent to Ana vanishes, as her phone reads it. */
async function timerOfAnswer({ session, ana }: Pick<OpenedStage, 'session' | 'ana'>, number = ANA) {
  const { id } = await session.send({ number, content: { kind: 'text', text: 'Fine' } });
  const { message } = await ana.receives((received) => received.id === id);
  return message.extendedTextMessage?.contextInfo?.expiration ?? 0;
}

test('what is sent to somebody vanishes as what they wrote last does, and stays where nothing vanishes', async () => {
  const made = await opened();
  const { ana, phone } = made;
  expect(await timerOfAnswer(made)).toBe(0);
  await made.message(await ana.writes(phone, text(WEEK)));
  expect(await timerOfAnswer(made)).toBe(WEEK);
  const poll = {
    kind: 'poll',
    name: 'Lunch?',
    options: ['yes', 'no'],
    selectableCount: 1,
  } as const;
  const { id } = await made.session.send({ number: ANA, content: poll });
  const { message } = await ana.receives((received) => received.id === id);
  expect(message.pollCreationMessageV3?.contextInfo?.expiration).toBe(WEEK);
  await made.message(await ana.writes(phone, { text: 'it stays' }));
  expect(await timerOfAnswer(made)).toBe(0);
});

test('the timer that somebody sets counts before they write again, and a reaction says nothing of it', async () => {
  const made = await opened();
  const { ana, phone } = made;
  const set = { type: 3, ephemeralExpiration: DAY };
  await ana.writes(phone, { message: { protocolMessage: set } });
  const first = await ana.writes(phone, text(DAY));
  await made.message(first);
  const key = { remoteJid: ME, fromMe: false, id: first };
  await made.message(
    await ana.writes(phone, { message: { reactionMessage: { key, text: '👍' } } }),
  );
  expect(await timerOfAnswer(made)).toBe(DAY);
  await ana.writes(phone, { message: { protocolMessage: { ...set, ephemeralExpiration: WEEK } } });
  await made.settled();
  await until('the timer is known', async () => (await timerOfAnswer(made)) === WEEK);
});

test('the timer is known after a restart of the service', async () => {
  const made = await opened();
  const { ana, phone, provider, host } = made;
  await made.message(await ana.writes(phone, text(WEEK)));
  await made.session.stop();
  const session: Session = provider.open(host, host.account());
  await session.connect({});
  await until('open again', () => host.recorded.filter((one) => one === 'open').length === 2);
  expect(await timerOfAnswer({ session, ana })).toBe(WEEK);
  await session.stop();
});

test('what is sent to a group vanishes after the time of the group', async () => {
  const made = await opened();
  const { ana, phone } = made;
  const group = ana.creates({ subject: 'Team', members: [phone] });
  await made.recorded('JoinedGroup');
  expect(await timerOfAnswer(made, group.jid)).toBe(0);
  group.vanishes(ana, DAY);
  await made.recorded('GroupInfo', ({ data }) => data.Ephemeral?.DisappearingTimer === DAY);
  expect(await timerOfAnswer(made, group.jid)).toBe(DAY);
});
