/** The WhatsApp double, driven by the real client: what it does here is what the product's tests build on. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../helpers/until.ts';
import { ANA, connect, endAll, linked, start } from './whatsapp/linked-phone.ts';

afterEach(endAll);

test('a client pairs by QR code, logs in, reads a text and answers it', async () => {
  const { whatsapp, phone, shop, ana } = await linked();
  await ana.writes(phone, { text: 'hello' });
  const message = await shop.message((m) => m.message?.conversation === 'hello');
  expect(message.pushName).toBe('Ana');
  await shop.socket.sendMessage(ANA, { text: 'welcome' });
  expect((await ana.receives()).text).toBe('welcome');
  await ana.writes(phone, { text: 'again' });
  await shop.message((m) => m.message?.conversation === 'again');
  await until('the copy on the phone', () => phone.received.length === 1);
  expect(phone.received[0]?.isOwn).toBe(true);
  expect(whatsapp.unanswered).toEqual([]);
  expect(whatsapp.complaints).toEqual([]);
});

test('a client pairs by the typed code, and a wrong code links nothing', async () => {
  const whatsapp = await start();
  const phone = whatsapp.phone({ number: '5511999990000' });
  const shop = connect(whatsapp);
  await shop.qr();
  const code = await shop.socket.requestPairingCode(phone.number);
  await expect(phone.type('ABCD-1234')).rejects.toThrow('wrong code');
  expect(phone.devices).toEqual([]);
  await phone.type(code);
  await shop.opened(1);
  expect(phone.devices.length).toBe(1);
  expect(shop.creds.me?.id).toBe('5511999990000:1@s.whatsapp.net');
});

test('messages come from either address, and a stanza can come twice', async () => {
  const { whatsapp, phone, shop, ana } = await linked();
  await ana.writes(phone, { text: 'hidden' }, { addressing: 'lid' });
  const hidden = await shop.message((m) => m.message?.conversation === 'hidden');
  expect(hidden.key).toMatchObject({ remoteJid: ana.person.lid, remoteJidAlt: ana.person.pn });
  const id = await ana.writes(phone, { text: 'twice' });
  await shop.message((m) => m.key.id === id);
  ana.repeats(phone, id);
  await whatsapp.hears(phone, ({ tag, attrs }) => tag === 'ack' && attrs.id === id);
});

test('what cannot be read is asked for again, and comes', async () => {
  const { phone, shop, ana } = await linked({ retryRequestDelayMs: 1 });
  const id = await ana.writes(phone, { text: 'mended' }, { undecryptable: 'once' });
  await shop.message((m) => m.key.id === id && m.messageStubType === 2);
  await shop.message((m) => m.key.id === id && m.message?.conversation === 'mended');
  await ana.receiptFor(id, 'retry');
});

test('what a contact cannot read is sealed anew and sent again', async () => {
  const { whatsapp, phone, shop, ana } = await linked();
  const sent = await shop.socket.sendMessage(ANA, { text: 'once more' });
  const id = sent?.key.id ?? '';
  await ana.receives((m) => m.id === id);
  await ana.asksAgain(phone, id);
  await until('it came again', () => ana.received.filter((m) => m.id === id).length === 2);
  expect(ana.received.at(-1)?.text).toBe('once more');
  expect(whatsapp.complaints).toEqual([]);
});

test('edits, reactions and revocations arrive as what they are', async () => {
  const { phone, shop, ana } = await linked();
  const id = await ana.writes(phone, { text: 'fisrt' });
  await ana.reactsTo(phone, id, '👍');
  await ana.edits(phone, id, 'first');
  await ana.revokes(phone, id);
  await shop.message((m) => m.message?.reactionMessage?.text === '👍');
  await shop.message((m) => m.message?.protocolMessage?.editedMessage?.conversation === 'first');
  const [revoked] = await shop.event('messages.update', (updates) =>
    updates.some(({ key, update }) => key.id === id && update.message === null),
  );
  expect(revoked?.update.messageStubType).toBe(1);
});

test("the phone's own messages come as copies", async () => {
  const { phone, shop, ana } = await linked();
  const id = await phone.writes(ana, 'from the phone');
  const copy = await shop.message((m) => m.key.id === id);
  expect(copy.key).toMatchObject({ remoteJid: ANA, fromMe: true });
  expect(copy.message?.conversation).toBe('from the phone');
});

test('receipts tell what became of a message', async () => {
  const { whatsapp, phone, shop, ana } = await linked();
  const sent = await shop.socket.sendMessage(ANA, { text: 'seen?' });
  const id = sent?.key.id ?? '';
  await ana.receives();
  await shop.settled(id, 3);
  ana.reads(phone, [id]);
  await shop.settled(id, 4);
  const received = await ana.writes(phone, { text: 'yes' });
  await shop.message((m) => m.key.id === received);
  await ana.receiptFor(received, 'delivered');
  await shop.socket.readMessages([{ remoteJid: ANA, id: received, fromMe: false }]);
  await ana.receiptFor(received, 'read');
  phone.reads(ana, [received]);
  const [self] = await shop.event('messages.update', (updates) =>
    updates.some(({ key }) => key.id === received && !key.fromMe),
  );
  expect(self?.update.status).toBe(4);
  whatsapp.refuseMessages(479);
  const refused = await shop.socket.sendMessage(ANA, { text: 'no' });
  await shop.settled(refused?.key.id ?? '', 0);
});

test('a group is made, talks both ways, changes, and is told of', async () => {
  const { whatsapp, phone, shop, ana } = await linked();
  const bob = whatsapp.contact({ number: '5511777770000', name: 'Bob' });
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const [made] = await shop.event('groups.upsert');
  expect(made).toMatchObject({ id: group.jid, subject: 'Crew', addressingMode: 'lid' });
  await ana.writes(group, { text: 'one' });
  await bob.writes(group, { text: 'two' });
  await ana.writes(group, { text: 'three' });
  const three = await shop.message((m) => m.message?.conversation === 'three');
  expect(three.key).toMatchObject({ remoteJid: group.jid, participant: ana.person.lid });
  await shop.message((m) => m.message?.conversation === 'two');
  const sent = await shop.socket.sendMessage(group.jid, { text: 'four' });
  await ana.receives((m) => m.to === group.jid && m.text === 'four');
  await bob.receives((m) => m.id === sent?.key.id);
  bob.reads(phone, [sent?.key.id ?? ''], group);
  await shop.event('message-receipt.update', (updates) =>
    updates.some(({ receipt }) => receipt.readTimestamp && receipt.userJid === bob.person.lid),
  );
  group.renames(ana, 'Team');
  await shop.event('groups.update', ([update]) => update?.subject === 'Team');
  group.describes(ana, 'All of us');
  await shop.event('groups.update', ([update]) => update?.desc === 'All of us');
  for (const action of ['promotes', 'demotes', 'removes', 'adds'] as const) group[action](ana, bob);
  for (const action of ['promote', 'demote', 'remove', 'add'] as const) {
    await shop.event('group-participants.update', (update) => update.action === action);
  }
  expect((await shop.socket.groupMetadata(group.jid)).subject).toBe('Team');
  const later = ana.creates({ subject: 'Later', members: [bob], addressing: 'pn' });
  later.adds(ana, phone);
  await shop.event('groups.upsert', ([joined]) => joined?.id === later.jid);
  await ana.writes(later, { text: 'by number' });
  await shop.message((m) => m.message?.conversation === 'by number' && m.key.participant === ANA);
  await shop.socket.sendMessage(later.jid, { text: 'five' });
  await bob.receives((m) => m.to === later.jid);
  expect(whatsapp.complaints).toEqual([]);
  expect(whatsapp.unanswered).toEqual([]);
});

test('a call rings, measures, ends; and can be rejected', async () => {
  const { phone, shop, ana } = await linked();
  const call = ana.calls(phone, { video: true });
  const [offer] = await shop.event('call', ([of]) => of?.status === 'offer');
  expect(offer).toMatchObject({ id: call.id, isVideo: true, chatId: ANA });
  call.relayLatency(40);
  await shop.event('call', ([of]) => of?.status === 'relaylatency');
  await shop.socket.rejectCall(call.id, ANA);
  await call.rejected();
  call.ends('rejected_elsewhere');
  await shop.event('call', ([of]) => of?.status === 'terminate');
  ana.calls(phone, { addressing: 'lid' }).timesOut();
  await shop.event('call', ([of]) => of?.status === 'timeout');
});

test('joining a channel comes as the raw notification', async () => {
  const { phone, shop } = await linked();
  const raw = Promise.withResolvers<string>();
  shop.socket.ws.on('CB:notification,type:mex', (node) =>
    raw.resolve(`${node.content[0].content}`),
  );
  phone.joinsNewsletter({ id: '120363000000000001@newsletter', name: 'News' });
  const { data } = JSON.parse(await raw.promise);
  expect(data.xwa2_notify_newsletter_on_join).toMatchObject({
    id: '120363000000000001@newsletter',
    thread_metadata: { name: { text: 'News' } },
  });
});

test('the stanza of the library that sets the text about an account is answered and does nothing', async () => {
  const { phone, shop, whatsapp } = await linked();
  await shop.socket.updateProfileStatus('Open till six');
  expect(phone.person.about).toBe('');
  expect(whatsapp.unanswered).toEqual([]);
});

test('two accounts write to each other, and hear what became of it', async () => {
  const { whatsapp, phone, shop } = await linked();
  const other = whatsapp.phone({ number: '5511666660000', name: 'Office' });
  const office = connect(whatsapp);
  await other.scan(await office.qr());
  await office.opened(1);
  const sent = await shop.socket.sendMessage(other.person.pn, { text: 'to the office' });
  const received = await office.message((m) => m.key.id === sent?.key.id);
  expect(received.message?.extendedTextMessage?.text).toBe('to the office');
  await shop.settled(sent?.key.id ?? '', 3);
  await office.socket.readMessages([received.key]);
  await shop.settled(sent?.key.id ?? '', 4);
  await office.socket.sendMessage(phone.person.pn, { text: 'to the shop' });
  await shop.message((m) => m.message?.extendedTextMessage?.text === 'to the shop');
  expect(whatsapp.complaints).toEqual([]);
});

test('a status is told from a message', async () => {
  const { phone, shop, ana } = await linked();
  const id = await ana.postsStatus(phone, 'at the beach');
  const status = await shop.message((m) => m.key.id === id);
  expect(status.key).toMatchObject({ remoteJid: 'status@broadcast', participant: ANA });
});
