/** Devices that could not read a message of the account and ask for it again. */
import { afterEach, expect, setSystemTime, test } from 'bun:test';
import { events } from '../../../src/core/db/schema/engine.ts';
import { readMessage } from '../../../src/core/messages/find.ts';
import { insertsOf } from '../../../src/core/messages/rows.ts';
import type { OutgoingContent, SentMessage } from '../../../src/core/providers/outgoing.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import type { AskingOptions } from '../../doubles/whatsapp/retries.ts';
import { stanza } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, type OpenedStage, opened } from './opened-stage.ts';
import { insertInstance } from './stage.ts';

const ending: (() => Promise<void>)[] = [];

afterEach(async () => {
  setSystemTime();
  for (const end of ending.splice(0)) await end();
  await endAll();
});

/** The same instance in a new process, which knows only what is on disk. */
async function restarted(made: OpenedStage): Promise<OpenedStage> {
  const { host, session, whatsapp, provider, db } = made;
  const { instanceId } = host;
  await session.stop();
  await until('nobody is connected', () => whatsapp.connections === 0);
  await stored(made);
  const fresh = recordingHost(instanceId);
  const later = {
    ...fresh,
    findMessage: async (id: string) =>
      (await readMessage(db, instanceId, id)) ?? (await fresh.findMessage(id)),
  };
  const again = provider.open(later, host.account());
  ending.push(() => again.stop());
  await again.connect({});
  await until('caught up', () => later.recorded.includes('OfflineSyncCompleted'));
  return { ...made, host: later, session: again };
}

const stored = ({ db, host }: OpenedStage) =>
  db.batch(host.messages.flatMap((message) => insertsOf(host.instanceId, message)));

const send = ({ session }: OpenedStage, content: OutgoingContent, number = ANA) =>
  session.send({ number, content });

/** How the message reaches Ana again. */
async function again(
  { ana, phone, whatsapp }: OpenedStage,
  { id }: Pick<SentMessage, 'id'>,
  options?: AskingOptions,
) {
  const ofId = () => ana.received.filter((one) => one.id === id);
  const before = ofId().length;
  await ana.asksAgain(phone, id, options);
  await until('it came again', () => ofId().length > before);
  const node = await whatsapp.hears(
    phone,
    ({ tag, attrs, content }) =>
      tag === 'message' &&
      attrs.id === id &&
      Array.isArray(content) &&
      content.some((part) => part.attrs.count !== undefined),
  );
  return { ...ofId().at(-1), attrs: node.attrs };
}

/** Resolves when every request before has been answered or refused. */
async function settled(made: OpenedStage): Promise<void> {
  const carl = made.whatsapp.contact({ number: '5511555550000', name: 'Carl' });
  const { id } = await send(made, TEXT, carl.number);
  await carl.receives((one) => one.id === id);
  await carl.asksAgain(made.phone, id);
  await until('it came again', () => carl.received.length === 2);
}

const TEXT = { kind: 'text', text: 'once more' } as const;
const FORMS: readonly OutgoingContent[] = [
  {
    kind: 'native_buttons',
    text: 'Is it right?',
    buttons: [{ type: 'reply', text: 'Yes', id: 'y' }],
  },
  {
    kind: 'list',
    text: 'Fruit',
    label: 'Choose',
    sections: [{ title: 'Fresh', rows: [{ id: 'a', title: 'Apple' }] }],
  },
  ...[undefined, 100].map(
    (amount): OutgoingContent => ({
      kind: 'pix',
      text: 'Order 17',
      name: 'Corner Shop',
      keyType: 'email',
      key: 'pay@shop.example',
      currency: 'BRL',
      reference: 'A1B2C3',
      ...(amount && { amount }),
    }),
  ),
];

test('a message that a phone could not read is sent again after a restart, as it was', async () => {
  const made = await opened();
  const sent = await send(made, TEXT);
  const about = (await made.host.findMessage(sent.id))!;
  const edit = await send(made, { kind: 'edit', about, text: 'twice' });
  const later = await restarted(made);
  expect(await again(later, sent)).toMatchObject({ text: 'once more' });
  const edited = await again(later, edit);
  expect(edited.attrs).toMatchObject({ edit: '1', device_fanout: 'false', to: ANA });
  expect(edited.message?.protocolMessage?.editedMessage?.extendedTextMessage?.text).toBe('twice');
  expect(later.whatsapp.complaints).toEqual([]);
});

test('what a contact wrote before it had WhatsApp anew is read although it asks again for a message meanwhile', async () => {
  const made = await opened();
  const { ana, phone, session, whatsapp } = made;
  const sent = await send(made, TEXT);
  await ana.receives((one) => one.id === sent.id);
  await ana.writes(phone, { text: 'before' });
  await made.recorded('Message');
  await session.stop();
  await until('nobody is connected', () => whatsapp.connections === 0);
  const written: string[] = [];
  for (let count = 0; count < 20; count++)
    written.push(await ana.writes(phone, { text: `waits ${count}` }));
  ana.reinstalls(phone, false);
  await ana.asksAgain(phone, sent.id, { sendsKeys: true });
  const { host } = await restarted(made);
  await until('it came again', () => ana.received.filter(({ id }) => id === sent.id).length === 2);
  const read = () =>
    host.events.flatMap((event) => (event.type === 'Message' ? [event.data.Info.ID] : []));
  await until('all is read', () => written.every((id) => read().includes(id)));
  expect(host.recorded).not.toContain('Undecryptable');
});

test('a request that waits with the keys of an earlier phone of the contact is answered to the new one, which is read afterwards', async () => {
  const made = await opened();
  const { ana, phone, session, whatsapp } = made;
  const sent = await send(made, TEXT);
  await ana.receives((one) => one.id === sent.id);
  await ana.writes(phone, { text: 'before' });
  await made.recorded('Message');
  await session.stop();
  await until('nobody is connected', () => whatsapp.connections === 0);
  await ana.asksAgain(phone, sent.id, { count: 2, sendsKeys: true });
  ana.reinstalls(phone, false);
  const written = [await ana.writes(phone, { text: 'from the new phone' })];
  const { host } = await restarted(made);
  await until('it came again', () => ana.received.filter(({ id }) => id === sent.id).length === 2);
  written.push(await ana.writes(phone, { text: 'from the new phone too' }));
  const read = () =>
    host.events.flatMap((event) => (event.type === 'Message' ? [event.data.Info.ID] : []));
  await until('all is read', () => written.every((id) => read().includes(id)));
  expect(host.recorded).not.toContain('Undecryptable');
});

test('a request that WhatsApp keeps from being answered is answered after a restart, and holds up those behind it for ten seconds only', async () => {
  const clock = manualClock();
  const made = await opened({ clock });
  const { ana, phone, whatsapp } = made;
  const first = await send(made, TEXT);
  const second = await send(made, TEXT);
  const copiesOf = ({ id }: SentMessage) => ana.received.filter((one) => one.id === id).length;
  await until('both are read', () => copiesOf(first) + copiesOf(second) === 2);
  whatsapp.withholdsKeys = true;
  let isAsked = false;
  whatsapp.hearsEach((_, { tag, attrs }) => {
    isAsked ||= tag === 'iq' && attrs.xmlns === 'encrypt';
  });
  await ana.asksAgain(phone, first.id);
  await until('its keys are asked for', () => isAsked);
  await ana.asksAgain(phone, second.id, { sendsKeys: true });
  await clock.advance(10_000);
  await until('the second came again', () => copiesOf(second) === 2);
  await until('the second is acknowledged', () =>
    phone.devices.every(({ pending }) => pending === 1),
  );
  whatsapp.withholdsKeys = false;
  await restarted(made);
  await until('the first came again', () => copiesOf(first) === 2);
  await until('all is acknowledged', () => phone.devices.every(({ pending }) => pending === 0));
});

test('a request is not acknowledged when WhatsApp gives no keys in time, and is answered on the next connection, however often that was', async () => {
  // Not in a thread, whose timers are its own.
  const made = await opened({ clock: systemClock() });
  const { ana, bob, phone, whatsapp } = made;
  const sent = await send(made, TEXT);
  const toBob = await send(made, TEXT, bob.number);
  await until('both are read', () => ana.received.length + bob.received.length === 2);
  whatsapp.withholdsKeys = true;
  const { setTimeout } = globalThis;
  // Baileys waits in real time.
  globalThis.setTimeout = Object.assign(
    (run: () => void, ms = 0) => setTimeout(run, ms === 10_000 ? 0 : ms),
    setTimeout,
  );
  ending.push(async () => {
    globalThis.setTimeout = setTimeout;
  });
  for (let time = 0; time < 6; time++) await ana.asksAgain(phone, sent.id);
  await bob.asksAgain(phone, toBob.id, { sendsKeys: true });
  await until('the one behind it is answered', () => bob.received.length === 2);
  globalThis.setTimeout = setTimeout;
  whatsapp.withholdsKeys = false;
  await until('only that one is acknowledged', () =>
    phone.devices.every(({ pending }) => pending === 6),
  );
  whatsapp.drop(phone);
  await until('it came again', () => ana.received.length > 1);
  await until('all is acknowledged', () => phone.devices.every(({ pending }) => pending === 0));
});

test('a request for a message of another account is not answered', async () => {
  const made = await opened();
  const { ana, phone, db } = made;
  const sent = await send(made, TEXT);
  const stored = made.host.messages.find(({ id }) => id === sent.id);
  if (stored === undefined) throw new Error('it is not stored');
  await insertInstance(db, 'another', 'another');
  const other = { ...stored, id: 'OF-ANOTHER' };
  await db.batch(insertsOf('another', other));
  const later = await restarted(made);
  await ana.asksAgain(phone, other.id);
  await settled(later);
  expect(ana.received.filter(({ id }) => id === other.id)).toEqual([]);
});

test('a thousand requests for one message send it five times, and each is acknowledged', async () => {
  const made = await opened();
  const { ana, phone, whatsapp } = made;
  const sent = await send(made, TEXT);
  await ana.receives((one) => one.id === sent.id);
  let times = 0;
  whatsapp.hearsEach((_, { tag, attrs }) => {
    if (tag === 'message' && attrs.id === sent.id) times++;
  });
  for (const device of phone.devices)
    for (let place = 0; place < 1_000; place++)
      device.push(stanza('receipt', { from: ANA, id: sent.id, t: `${place}`, type: 'retry' }));
  await until('all is acknowledged', () => phone.devices.every(({ pending }) => pending === 0));
  expect(times).toBe(5);
});

test('buttons, lists and Pix are sent again after a restart with what phones need to show them', async () => {
  const made = await opened();
  const sent = await Promise.all(FORMS.map((form) => send(made, form)));
  const later = await restarted(made);
  for (const one of sent) expect(await again(later, one)).toMatchObject({ isShown: true });
  expect(later.whatsapp.complaints).toEqual([]);
});

test('a poll and a vote in it are sent again after a restart, with the secret and sealed', async () => {
  const made = await opened();
  const poll = { kind: 'poll', name: 'Lunch?', options: ['Rice', 'Beans'], selectableCount: 1 };
  const sent = await send(made, poll as OutgoingContent);
  const about = (await made.host.findMessage(sent.id))!;
  const vote = await send(made, { kind: 'vote', about, options: ['Rice'] });
  const [first, sealed] = await Promise.all(
    [sent, vote].map(({ id }) => made.ana.receives((one) => one.id === id)),
  );
  const later = await restarted(made);
  const repeated = await again(later, sent);
  expect(repeated.message?.messageContextInfo?.messageSecret).toEqual(
    first?.message.messageContextInfo?.messageSecret,
  );
  const update = (await again(later, vote)).message?.pollUpdateMessage;
  expect(update?.vote?.encPayload).toEqual(sealed?.message.pollUpdateMessage?.vote?.encPayload);
});

test('a status is sent again after a restart to those it was for, and to nobody else', async () => {
  const made = await opened();
  const number = 'status@broadcast';
  const { id } = await made.session.send({ number, content: TEXT, audience: [ANA] });
  const others = await made.session.send({ number, content: TEXT, audience: [made.bob.number] });
  await made.ana.receives((one) => one.id === id);
  const later = await restarted(made);
  await later.bob.asksAgain(later.phone, id, { chat: number });
  await later.ana.asksAgain(later.phone, others.id, { chat: number });
  expect(await again(later, { id }, { chat: number })).toMatchObject({ text: 'once more' });
  expect(later.bob.received.map((one) => one.id)).toEqual([others.id]);
  expect(later.ana.received.filter((one) => one.id === others.id)).toEqual([]);
});

test('a member of a group gets a message again with the key of the group, and no other member does', async () => {
  const made = await opened();
  const group = made.ana.creates({ subject: 'Crew', members: [made.phone, made.bob] });
  const sent = await send(made, TEXT, group.jid);
  await made.ana.receives((one) => one.id === sent.id);
  await made.bob.receives((one) => one.id === sent.id);
  const later = await restarted(made);
  const repeated = await again(later, sent, { chat: group });
  expect(repeated.attrs).toMatchObject({ to: group.jid, participant: expect.any(String) });
  expect(repeated.message?.senderKeyDistributionMessage?.groupId).toBe(group.jid);
  await settled(later);
  expect(later.bob.received.filter((one) => one.id === sent.id)).toHaveLength(1);
});

/** The events of an instance as the service stores them. */
const publish = ({ db, host }: OpenedStage) =>
  db.orm.insert(events).values(
    host.events.map(({ type, data }, sequence) => ({
      streamId: host.instanceId,
      sequence,
      id: `${sequence}`,
      type,
      body: JSON.stringify({ event: type, data }),
      createdAt: Date.now(),
    })),
  );

test('whoever joined a group after a message, or has left it, does not get the message by asking for it', async () => {
  // Not in a thread, which has a time of its own.
  const made = await opened({ clock: systemClock() });
  const { ana, bob, phone, whatsapp, recorded } = made;
  const carl = whatsapp.contact({ number: '5511444440000', name: 'Carl' });
  const dora = whatsapp.contact({ number: '5511333330000', name: 'Dora' });
  const group = ana.creates({ subject: 'Crew', members: [phone, bob, dora] });
  const sent = await send(made, TEXT, group.jid);
  for (const member of [ana, bob, dora]) await member.receives((one) => one.id === sent.id);
  setSystemTime(new Date(Date.now() + 2_000));
  group.adds(ana, carl);
  await recorded('GroupInfo', ({ data }) => data.Join.length === 1);
  group.removes(ana, dora);
  await recorded('GroupInfo', ({ data }) => data.Leave.length === 1);
  await publish(made);
  const next = await send(made, TEXT, group.jid);
  await carl.receives((one) => one.id === next.id);
  const later = await restarted(made);
  await carl.asksAgain(phone, sent.id, { chat: group });
  await dora.asksAgain(phone, sent.id, { chat: group });
  await dora.asksAgain(phone, next.id, { chat: group });
  expect(await again(later, sent, { chat: group })).toMatchObject({ text: 'once more' });
  await carl.asksAgain(phone, next.id, { chat: group });
  await until('Carl has what was for him again', () => carl.received.length === 2);
  await settled(later);
  expect(carl.received.map(({ id }) => id)).toEqual([next.id, next.id]);
  expect(dora.received.map(({ id }) => id)).toEqual([sent.id]);
});

test('another device of the account gets what was sent to a person, a group or the status again, and to whom', async () => {
  const made = await opened();
  const { ana, bob, phone } = made;
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const toAna = await send(made, TEXT);
  const toGroup = await send(made, TEXT, group.jid);
  const number = 'status@broadcast';
  const toStatus = await made.session.send({ number, content: TEXT, audience: [ANA] });
  for (const { id } of [toAna, toGroup]) await until('it came', () => copiesOf(id) === 1);
  const later = await restarted(made);
  await phone.asksAgain(toAna.id);
  await phone.asksAgain(toGroup.id, { chat: group });
  await phone.asksAgain(toStatus.id, { chat: number });
  for (const { id } of [toAna, toGroup]) await until('it came again', () => copiesOf(id) === 2);
  await until('the status came', () => copiesOf(toStatus.id) > 0);
  const { attrs } = await later.whatsapp.hears(
    phone,
    ({ tag, attrs: said }) => tag === 'message' && said.recipient !== undefined,
  );
  expect(attrs).toMatchObject({ to: phone.person.pn, recipient: ANA, device_fanout: 'false' });
  const copy = phone.received.findLast(({ id }) => id === toAna.id);
  expect(copy).toMatchObject({ isOwn: true, text: 'once more' });
  expect(ana.received).toHaveLength(3);
  expect(later.whatsapp.complaints).toEqual([]);

  function copiesOf(id: string): number {
    return phone.received.filter((one) => one.id === id).length;
  }
});

test('nobody gets a message that was not for them, that others wrote, or that was deleted', async () => {
  const made = await opened();
  const { ana, bob, phone, message } = made;
  const eve = made.whatsapp.contact({ number: '5511666660000', name: 'Eve' });
  const sent = await send(made, TEXT);
  const wrong = await send(made, { kind: 'text', text: 'wrong' });
  const about = (await made.host.findMessage(wrong.id))!;
  await send(made, { kind: 'revoke', about });
  const received = await bob.writes(phone, { text: 'from Bob' });
  await message(received);
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const inGroup = await send(made, TEXT, group.jid);
  await until('all is read', () => ana.received.length === 4 && bob.received.length === 1);
  const later = await restarted(made);
  await bob.asksAgain(phone, sent.id);
  await bob.asksAgain(phone, sent.id, { chat: group });
  await eve.asksAgain(phone, inGroup.id, { chat: group });
  await eve.asksAgain(phone, inGroup.id);
  await eve.asksAgain(phone, sent.id, { chat: 'status@broadcast' });
  await ana.asksAgain(phone, wrong.id);
  await ana.asksAgain(phone, received);
  await settled(later);
  expect(ana.received.map(({ id }) => id).filter((id) => id === wrong.id)).toHaveLength(1);
  expect(ana.received.filter(({ id }) => id === received)).toEqual([]);
  expect(bob.received).toHaveLength(1);
  expect(eve.received).toEqual([]);
  await until('all is acknowledged', () => phone.devices.every(({ pending }) => pending === 0));
});

test('a message that is no longer stored is named in the log once, and a thousand of them with few lines', async () => {
  const made = await opened();
  const { ana, phone, lines } = made;
  for (let time = 0; time < 3; time++) await ana.asksAgain(phone, 'GONE');
  await settled(made);
  const named = () => lines.filter((line) => line.includes('no longer stored'));
  expect(named()).toHaveLength(1);
  expect(JSON.parse(named()[0] ?? '{}')).toMatchObject({ level: 'warn', messageId: 'GONE' });
  for (const device of phone.devices)
    for (let place = 0; place < 1_000; place++)
      device.push(stanza('receipt', { from: ANA, id: `GONE-${place}`, t: '1', type: 'retry' }));
  await until('all is acknowledged', () => phone.devices.every(({ pending }) => pending === 0));
  expect(named()).toHaveLength(10);
});

test('a phone gets a message five times at most, however often it asks, with its own keys too', async () => {
  const made = await opened();
  const { ana, phone } = made;
  const sent = await send(made, TEXT);
  await ana.receives((one) => one.id === sent.id);
  for (let count = 1; count <= 4; count++) await again(made, sent, { count, sendsKeys: count > 1 });
  await again(made, sent, { count: 99, sendsKeys: true });
  for (let count = 5; count < 10; count++) await ana.asksAgain(phone, sent.id, { count });
  await settled(made);
  expect(ana.received.filter(({ id }) => id === sent.id)).toHaveLength(6);
  expect(made.whatsapp.complaints).toEqual([]);
});

test.each([
  ['without an id', { from: ANA }],
  ['from nobody', { from: 'nobody', id: 'A' }],
  ['of a channel', { from: '120363000000000001@newsletter', id: 'A' }],
])('a request %s is acknowledged or ignored, and breaks nothing', async (_, attrs) => {
  const made = await opened();
  for (const device of made.phone.devices)
    device.push(stanza('receipt', { ...attrs, type: 'retry' }));
  await settled(made);
  expect(made.host.phases.at(-1)?.phase).toBe('open');
});
