/** Who is online, writes or records in chats that are watched. */
import { afterEach, expect, test } from 'bun:test';
import { WATCHED_CHATS_MAX } from '../../../src/core/providers/chat-actions.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

/** Open, with a name, so that it can be shown as online. */
async function named(): Promise<OpenedStage> {
  const stage = await opened();
  const { phone, ana, session } = stage;
  await phone.writes(ana, 'from the phone itself');
  await until('the name is known', () =>
    session
      .chats()
      .showPresence('available')
      .then(
        () => true,
        () => false,
      ),
  );
  return stage;
}

/** Resolves once WhatsApp has been asked about the chat. */
async function watched({ session, phone }: OpenedStage, jid: string): Promise<string> {
  const chat = await session.chats().watch(jid, true);
  await until('it is asked about', () => phone.devices[0]?.watching.has(jid) === true);
  return chat;
}

/** What happened until everything that was shown before has become events. */
async function told({ ana, phone, recorded, all }: OpenedStage) {
  ana.goesOffline(phone, 1_700_000_000);
  await recorded('Presence', ({ data }) => data.LastSeen === '2023-11-14T22:13:20.000Z');
  return { presences: all('Presence'), activities: all('ChatPresence') };
}

test('whether a person is online is told by their number, whichever address it comes from', async () => {
  const stage = await named();
  const { phone, ana, recorded } = stage;
  expect(await watched(stage, ANA)).toBe(ANA);
  ana.comesOnline(phone, 'lid');
  const { data } = await recorded('Presence');
  expect(data).toEqual({ From: ANA, Unavailable: false, LastSeen: null });
  ana.goesOffline(phone, null);
  const { presences } = await told(stage);
  expect(presences.map((event) => event.data)).toEqual([
    { From: ANA, Unavailable: false, LastSeen: null },
    { From: ANA, Unavailable: true, LastSeen: null },
    { From: ANA, Unavailable: true, LastSeen: '2023-11-14T22:13:20.000Z' },
  ]);
});

test('writing, recording and their end are told in the order they are shown', async () => {
  const stage = await named();
  const { phone, ana } = stage;
  await watched(stage, ANA);
  for (const activity of ['composing', 'recording', 'paused'] as const) ana.shows(phone, activity);
  const { activities } = await told(stage);
  expect(activities.map(({ data }) => [data.State, data.Media])).toEqual([
    ['composing', ''],
    ['composing', 'audio'],
    ['paused', ''],
  ]);
  expect(activities[0]?.data).toMatchObject({ Chat: ANA, Sender: ANA, IsGroup: false });
});

test('who writes in a group that is watched is told with the group as the chat', async () => {
  const stage = await named();
  const { phone, ana, bob, recorded } = stage;
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  await watched(stage, group.jid);
  bob.shows(group, 'composing');
  const { data } = await recorded('ChatPresence');
  expect(data).toMatchObject({ Chat: group.jid, Sender: BOB, IsGroup: true, State: 'composing' });
});

test('nothing is told of chats that are not watched, or no longer', async () => {
  const stage = await named();
  const { session, phone, ana, bob } = stage;
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  await watched(stage, ANA);
  await watched(stage, BOB);
  await session.chats().watch(BOB, false);
  bob.comesOnline(phone);
  bob.shows(group, 'composing');
  bob.shows(phone, 'composing');
  const { presences, activities } = await told(stage);
  expect(presences.map(({ data }) => data.From)).toEqual([ANA]);
  expect(activities).toEqual([]);
});

test('watched chats are watched on the next connection too, where the account is shown as online again', async () => {
  const stage = await named();
  const { whatsapp, phone, host } = stage;
  await watched(stage, ANA);
  const device = phone.devices[0];
  whatsapp.drop(phone);
  await until('connected again', () => host.recorded.filter((one) => one === 'open').length === 2);
  await until(
    'online and asking',
    () => device?.isAvailable === true && device.watching.size === 1,
  );
  expect((await told(stage)).presences).toHaveLength(1);
});

test('an account that is not shown as online is told nothing until it is', async () => {
  const stage = await named();
  const { session, phone, ana, all } = stage;
  const chats = session.chats();
  await watched(stage, ANA);
  await chats.showPresence('unavailable');
  await until('offline', () => phone.devices[0]?.isAvailable === false);
  ana.comesOnline(phone);
  await chats.showPresence('available');
  await until('online', () => phone.devices[0]?.isAvailable === true);
  await told(stage);
  expect(all('Presence')).toHaveLength(1);
});

test('what cannot be watched is refused, and so is one chat more than can be', async () => {
  const { session } = await opened();
  const chats = session.chats();
  const refusal = (number: string) => chats.watch(number, true).catch(({ message }) => message);
  expect(await refusal('1@newsletter')).toBe('nobody sees who is online in a channel');
  expect(await refusal('5511000000000')).toBe('number 5511000000000 is not on WhatsApp');
  for (let watched = 0; watched < WATCHED_CHATS_MAX; watched++)
    await chats.watch(`12036300000${watched}@g.us`, true);
  expect(await refusal(ANA)).toStartWith(`${WATCHED_CHATS_MAX} chats are watched already`);
  expect(await chats.watch('120363000000@g.us', true)).toBe('120363000000@g.us');
  await chats.watch('120363000000@g.us', false);
  expect(await refusal(ANA)).toBe(ANA);
});
