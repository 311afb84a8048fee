/** What became of messages is published as it arrives: delivered, read, read by ourselves; of one person and of groups. */
import { afterEach, expect, test } from 'bun:test';
import { stanza } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, ME, opened } from './opened-stage.ts';

afterEach(endAll);

const NUMBER = ANA.split('@')[0] ?? '';
const TIME = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/;

test('what is sent is published as delivered, then as read, with exactly these fields', async () => {
  const { phone, ana, session, recorded, all } = await opened();
  const { id } = await session.send({ number: NUMBER, content: { kind: 'text', text: 'seen?' } });
  const delivered = await recorded('Receipt', ({ state }) => state === 'Delivered');
  ana.reads(phone, [id]);
  const read = await recorded('Receipt', ({ state }) => state === 'Read');
  const data = {
    Chat: ANA,
    Sender: ANA,
    IsFromMe: false,
    IsGroup: false,
    MessageIDs: [id],
    Timestamp: expect.stringMatching(TIME),
  };
  expect(delivered).toEqual({
    type: 'Receipt',
    state: 'Delivered',
    data: { ...data, Type: '' },
  });
  expect(read).toEqual({ type: 'Receipt', state: 'Read', data: { ...data, Type: 'read' } });
  expect(all('Receipt')).toHaveLength(2);
});

test('every receipt is acknowledged, with what it says of itself', async () => {
  const { whatsapp, phone, ana, session, recorded } = await opened();
  const { id } = await session.send({ number: NUMBER, content: { kind: 'text', text: 'seen?' } });
  await recorded('Receipt', ({ state }) => state === 'Delivered');
  ana.reads(phone, [id]);
  for (const type of [undefined, 'read']) {
    const { attrs } = await whatsapp.hears(
      phone,
      ({ tag, attrs: said }) => tag === 'ack' && said.class === 'receipt' && said.type === type,
    );
    expect(attrs).toEqual({ id, class: 'receipt', to: expect.any(String), ...(type && { type }) });
  }
});

test('several messages read at once are one receipt, by whichever address it comes', async () => {
  const { phone, ana, session, recorded } = await opened();
  ana.confirmsDelivery = false;
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) {
    ids.push((await session.send({ number: NUMBER, content: { kind: 'text', text } })).id);
  }
  ana.reads(phone, ids);
  expect((await recorded('Receipt')).data).toMatchObject({
    Chat: ANA,
    MessageIDs: ids,
    Type: 'read',
  });
  const [first, second] = ids;
  for (const companion of phone.devices) {
    // From the LID, which nothing but a message of theirs has named.
    const list = [stanza('list', {}, [stanza('item', { id: second })])];
    const from = ana.person.lid;
    const t = '1767607200';
    companion.push(stanza('receipt', { from, id: first, t, type: 'read' }, list));
  }
  const hidden = await recorded('Receipt', ({ data }) => data.MessageIDs.length === 2);
  expect(hidden.data).toMatchObject({
    Chat: ANA,
    Sender: ANA,
    MessageIDs: [first, second],
    Timestamp: '2026-01-05T10:00:00.000Z',
  });
});

test('what the person reads on the phone is published as read by the account itself', async () => {
  const { phone, ana, message, recorded } = await opened();
  const ids = [
    await ana.writes(phone, { text: 'one' }),
    await ana.writes(phone, { text: 'two' }, { addressing: 'lid' }),
  ];
  await message(ids[1] ?? '');
  phone.reads(ana, ids);
  expect(await recorded('Receipt')).toMatchObject({
    state: 'ReadSelf',
    data: { Chat: ANA, Sender: ME, IsFromMe: true, MessageIDs: ids, Type: 'read-self' },
  });
});

for (const addressing of ['pn', 'lid'] as const) {
  test(`each member of a group addressed by ${addressing} is named who got and read a message`, async () => {
    const { phone, ana, bob, session, all } = await opened();
    const group = ana.creates({ subject: 'Crew', members: [phone, bob], addressing });
    const { id } = await session.send({
      number: group.jid,
      content: { kind: 'text', text: 'who reads?' },
    });
    await ana.receives((received) => received.id === id);
    ana.reads(phone, [id], group);
    bob.reads(phone, [id], group);
    await until('all four receipts', () => all('Receipt').length === 4);
    for (const { data } of all('Receipt'))
      expect(data).toMatchObject({ Chat: group.jid, IsGroup: true, IsFromMe: false });
    const recorded = all('Receipt').map(({ state, data }) => `${data.Sender} ${state}`);
    expect(recorded.toSorted()).toEqual(
      [ANA, BOB].flatMap((jid) => [`${jid} Delivered`, `${jid} Read`]).toSorted(),
    );
  });
}

test('receipts that ask for a message again, or report playing, are no events', async () => {
  const { phone, ana, session, settled, recorded, all } = await opened();
  const { id } = await session.send({
    number: NUMBER,
    content: { kind: 'text', text: 'once more' },
  });
  await recorded('Receipt');
  await ana.asksAgain(phone, id);
  for (const companion of phone.devices) {
    for (const type of ['played', 'server-error', 'sender', 'hist_sync', 'peer_msg'])
      companion.push(stanza('receipt', { from: ANA, id, t: '1767607200', type }));
  }
  await until('it came again', () => ana.received.filter((one) => one.id === id).length === 2);
  await settled();
  // What came again is confirmed again.
  expect(new Set(all('Receipt').map(({ state }) => state))).toEqual(new Set(['Delivered']));
});

test('a member is known by number from the description of the group, or by asking once', async () => {
  const { whatsapp, phone, ana, bob, session, provider, host, recorded } = await opened();
  ana.confirmsDelivery = false;
  bob.confirmsDelivery = false;
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const { id } = await session.send({
    number: group.jid,
    content: { kind: 'text', text: 'who reads?' },
  });
  await recorded('JoinedGroup');
  whatsapp.refuseGroupQuestions(true);
  ana.reads(phone, [id], group);
  expect((await recorded('Receipt')).data).toMatchObject({ Chat: group.jid, Sender: ANA });

  // Another life of the product: nothing was published in it.
  await session.stop();
  whatsapp.refuseGroupQuestions(false);
  const later = provider.open(host, host.account());
  await later.connect({});
  await until('open again', () => host.phases.filter(({ phase }) => phase === 'open').length === 2);
  bob.reads(phone, [id], group);
  bob.reads(phone, [id], group);
  const readBy = (jid: string) =>
    host.events.filter(
      (event) => event.type === 'Receipt' && event.state === 'Read' && event.data.Sender === jid,
    );
  await until('both are published', () => readBy(BOB).length === 2);
  await later.stop();
});

test('a group that WhatsApp does not describe delays its own receipts only, and few are asked about at once', async () => {
  const { whatsapp, phone, ana, all } = await opened();
  const groups = Array.from({ length: 12 }, (_, index) =>
    ana.creates({ subject: `Crew ${index}`, members: [phone], addressing: 'lid' }),
  );
  await until('all were joined', () => all('JoinedGroup').length === groups.length);
  whatsapp.groups.outdate(ana);
  whatsapp.groups.outdate(phone);
  const answer = whatsapp.groups.answersLate();
  const jids = groups.map(({ jid }) => jid);
  const asked = () => whatsapp.groups.questions.filter((jid) => jids.includes(jid)).length;
  const before = asked();
  const receipt = (from: string, id: string, participant?: string) => {
    for (const companion of phone.devices)
      companion.push(stanza('receipt', { from, participant, id, t: '1767607200', type: 'read' }));
  };
  for (const [index, { jid }] of groups.entries()) {
    receipt(jid, `FIRST-${index}`, `9990000${index}@lid`);
    receipt(jid, `SECOND-${index}`, `9990000${index}@lid`);
  }
  for (let index = 0; index < 100; index++) receipt(ANA, `OF-ANA-${index}`);
  await until('receipts of others are published', () => all('Receipt').length === 100);
  expect(all('Receipt').every(({ data }) => data.Chat === ANA)).toBe(true);
  expect(asked() - before).toBe(4);
  answer();
  await until('all receipts are published', () => all('Receipt').length === 124);
  for (const { jid } of groups) {
    const ids = all('Receipt').flatMap(({ data }) => (data.Chat === jid ? data.MessageIDs : []));
    expect(ids.map((id) => id.split('-')[0])).toEqual(['FIRST', 'SECOND']);
  }
  await until('all is acknowledged', () => phone.devices.every(({ pending }) => pending === 0));
});
