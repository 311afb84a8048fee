/** Which LIDs belong to which numbers, as WhatsApp says it in several ways. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const HIDDEN = { addressing: 'lid', hidesNumber: true } as const;

const known = ({ host }: OpenedStage, from: string, to: string) =>
  until(`${from} is known as ${to}`, () =>
    host.people.some((pair) => pair.from === from && pair.to === to),
  );

test('somebody who writes from a LID alone is known by number once it is looked up', async () => {
  const stage = await opened();
  const { session, host, phone, ana, message } = stage;
  const id = await ana.writes(phone, { text: 'who am I?' }, HIDDEN);
  expect((await message(id)).data.Info).toMatchObject({ Chat: ana.person.lid, SenderAlt: '' });
  expect(host.people.filter(({ from }) => from === ana.person.lid)).toEqual([]);
  await session.chats().lookUp([ana.number]);
  await known(stage, ana.person.lid, ANA);
});

test('a call that brings both addresses says that they are one person, once', async () => {
  const stage = await opened();
  const { host, phone, bob, recorded, settled } = stage;
  bob.calls(phone, { addressing: 'lid' });
  await recorded('CallOffer');
  await known(stage, bob.person.lid, BOB);
  bob.calls(phone, { addressing: 'lid' });
  await settled();
  expect(host.people.filter(({ from }) => from === bob.person.lid)).toHaveLength(1);
});

test('the members of a group that hides numbers are known by both addresses', async () => {
  const stage = await opened();
  const { phone, ana, bob, message } = stage;
  const group = ana.creates({ subject: 'Crew', members: [phone, bob], addressing: 'lid' });
  await message(await ana.writes(group, { text: 'hello' }));
  await known(stage, ana.person.lid, ANA);
  await known(stage, bob.person.lid, BOB);
});

test('the numbers behind LIDs are found among those that are known, and nobody is asked', async () => {
  const stage = await opened();
  const { session, whatsapp, phone, ana, bob, message } = stage;
  await message(await ana.writes(phone, { text: 'by number' }));
  await message(await bob.writes(phone, { text: 'who am I?' }, HIDDEN));
  const asked: string[] = [];
  whatsapp.hearsEach((_from, { tag }) => asked.push(tag));
  const hidden = [ana.person.lid, bob.person.lid, '77@lid', 'no address'];
  expect(await session.chats().numbersOf(hidden)).toEqual([{ from: ana.person.lid, to: ANA }]);
  expect(asked).not.toContain('iq');
});
