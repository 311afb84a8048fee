/** What an account does in its chats reaches WhatsApp as phones expect it. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const NUMBER = ANA.split('@')[0] ?? '';

/** Reason and words of what went wrong; '' when nothing did. */
const refusal = (acting: Promise<unknown>): Promise<string> =>
  acting.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

async function storedMessage({ host, message }: OpenedStage, id: string) {
  await message(id);
  const stored = await host.findMessage(id);
  if (stored === null) throw new Error('the message is not stored');
  return stored;
}

test('a message is read where it came from: a LID, a number, or somebody in a group', async () => {
  const stage = await opened();
  const { session, whatsapp, phone, ana, bob } = stage;
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const cases = [
    { id: await ana.writes(phone, { text: 'one' }), to: null, participant: undefined },
    { id: await bob.writes(group, { text: 'two' }), to: group.jid, participant: 'somebody' },
  ];
  for (const { id, to, participant } of cases) {
    const stored = await storedMessage(stage, id);
    await session.chats().confirm('read', [stored]);
    const { attrs } = await whatsapp.hears(
      phone,
      ({ tag, attrs }) => tag === 'receipt' && attrs.id === id && attrs.type === 'read',
    );
    expect(attrs.to).toBe(to ?? stored.chatAddress);
    expect(attrs.participant).toBe(participant && stored.authorAddress);
  }
});

test('a message from a LID is read by its author', async () => {
  const stage = await opened();
  const { session, phone, ana } = stage;
  const id = await ana.writes(phone, { text: 'one' }, { addressing: 'lid' });
  const stored = await storedMessage(stage, id);
  expect(stored.chatAddress).toBe(ana.person.lid);
  await session.chats().confirm('read', [stored]);
  expect((await ana.receiptFor(id, 'read')).attrs.to).toBe(ana.person.lid);
});

test('a voice note is confirmed as played', async () => {
  const stage = await opened();
  const { session, whatsapp, phone, ana } = stage;
  const stored = await storedMessage(stage, await ana.writes(phone, { text: 'as if spoken' }));
  await session.chats().confirm('played', [stored]);
  const { attrs } = await whatsapp.hears(phone, ({ attrs: { type } }) => type === 'played');
  expect(attrs).toMatchObject({ id: stored.id, to: stored.chatAddress });
});

test('nothing is confirmed of what the account itself sent', async () => {
  const { session, host, whatsapp, phone } = await opened();
  const { id } = await session.send({ number: NUMBER, content: { kind: 'text', text: 'mine' } });
  const stored = await host.findMessage(id);
  await session.chats().confirm('read', stored ? [stored] : []);
  await session.chats().showActivity(NUMBER, 'paused');
  await whatsapp.hears(phone, ({ tag }) => tag === 'chatstate');
  expect(stored?.isFromMe).toBe(true);
});

test('writing and recording are shown in the chat, and end', async () => {
  const { session, whatsapp, phone } = await opened();
  const cases = [
    ['composing', 'composing', {}],
    ['recording', 'composing', { media: 'audio' }],
    ['paused', 'paused', {}],
  ] as const;
  for (const [activity, tag, attrs] of cases) {
    await session.chats().showActivity(NUMBER, activity);
    const { attrs: around } = await whatsapp.hears(phone, (node) => {
      const [shown] = Array.isArray(node.content) ? node.content : [];
      return node.tag === 'chatstate' && Bun.deepEquals(shown, { tag, attrs });
    });
    expect(around.to).toBe(ANA);
  }
});

test('whether the account is online is shown under its name, and refused until that is known', async () => {
  const { session, whatsapp, phone, ana } = await opened();
  expect(await refusal(session.chats().showPresence('available'))).toStartWith(
    'conflict: WhatsApp shows no presence without the name',
  );
  await phone.writes(ana, 'from the phone itself');
  await until(
    'the name is known',
    async () => (await refusal(session.chats().showPresence('unavailable'))) === '',
  );
  for (const presence of ['available', 'unavailable'] as const) {
    await session.chats().showPresence(presence);
    const heard = await whatsapp.hears(
      phone,
      ({ tag, attrs }) => tag === 'presence' && attrs.type === presence,
    );
    expect(heard.attrs.name).toBe('Shop');
  }
});

test('nobody is shown anything at an address where nobody writes back', async () => {
  const { session } = await opened();
  const chats = session.chats();
  expect(await refusal(chats.showActivity('5511000000000', 'composing'))).toBe(
    'invalid: number 5511000000000 is not on WhatsApp',
  );
  expect(await refusal(chats.showActivity('1@newsletter', 'composing'))).toBe(
    'invalid: nobody sees who writes in a channel',
  );
});

test('numbers are looked up together, with the address that hides each, also under another spelling', async () => {
  const { session, whatsapp, ana } = await opened();
  const rio = whatsapp.contact({ number: '552188887777', spellings: ['5521988887777'] });
  const numbers = ['5521988887777', '5511000000000', NUMBER];
  expect(await session.chats().lookUp(numbers)).toEqual([
    { jid: '552188887777@s.whatsapp.net', lid: rio.person.lid },
    { jid: null, lid: null },
    { jid: ANA, lid: ana.person.lid },
  ]);
  expect(whatsapp.unanswered).toEqual([]);
});

test('who was looked up is written to without being looked up again', async () => {
  const { session, ana, whatsapp, phone } = await opened();
  await session.chats().lookUp([NUMBER]);
  let asked = 0;
  const count = whatsapp.hears(
    phone,
    (node) =>
      node.attrs.xmlns === 'usync' && JSON.stringify(node).includes('contact') && ++asked > 1,
  );
  void count.catch(() => {});
  const sent = await session.send({ number: NUMBER, content: { kind: 'text', text: 'hello' } });
  await ana.receives(({ id }) => id === sent.id);
  expect(asked).toBe(1);
});

test('a picture is found by its address at WhatsApp, and none is null', async () => {
  const { session, ana } = await opened();
  ana.person.picture = 'https://pps.test/ana.jpg';
  const chats = session.chats();
  expect(await chats.pictureOf(NUMBER)).toEqual({ jid: ANA, url: 'https://pps.test/ana.jpg' });
  expect(await chats.pictureOf(BOB)).toEqual({ jid: BOB, url: null });
  expect(await refusal(chats.pictureOf('5511000000000'))).toBe(
    'invalid: number 5511000000000 is not on WhatsApp',
  );
});

test('a person is blocked under both addresses, and no longer under the hidden one', async () => {
  const { session, whatsapp, phone, ana } = await opened();
  const item = async (action: string) => {
    const { content } = await whatsapp.hears(phone, ({ attrs, content }) => {
      const [first] = Array.isArray(content) ? content : [];
      return attrs.xmlns === 'blocklist' && first?.attrs.action === action;
    });
    return Array.isArray(content) ? content[0]?.attrs : undefined;
  };
  await session.chats().block(NUMBER, true);
  expect(await item('block')).toMatchObject({ jid: ana.person.lid, pn_jid: ANA });
  await session.chats().block(NUMBER, false);
  expect(await item('unblock')).toMatchObject({ jid: ana.person.lid });
  expect(await refusal(session.chats().block('120363000000000001@g.us', true))).toBe(
    'invalid: number must be of a person',
  );
});

test('a profile shows what a person and a business say of themselves', async () => {
  const { session, ana, bob, whatsapp } = await opened();
  ana.person.about = 'At the beach';
  Object.assign(bob.person, {
    picture: 'https://pps.test/bob.jpg',
    business: { description: 'Cakes', email: 'bob@shop.test', website: 'https://shop.test' },
  });
  expect(await session.chats().profileOf(NUMBER)).toEqual({
    jid: ANA,
    picture: null,
    about: 'At the beach',
    business: null,
  });
  expect(await session.chats().profileOf(BOB)).toEqual({
    jid: BOB,
    picture: 'https://pps.test/bob.jpg',
    about: null,
    business: {
      description: 'Cakes',
      email: 'bob@shop.test',
      websites: ['https://shop.test'],
      address: null,
      category: null,
    },
  });
  expect(whatsapp.unanswered).toEqual([]);
});
