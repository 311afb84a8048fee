/** What the real client hands on, from a server that speaks the platform's protocol, is read as it was meant. */
import { afterEach, expect, test } from 'bun:test';
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { joinedGroup } from '../../../../src/modules/whatsapp/translate/group-changes.ts';
import type { Self } from '../../../../src/modules/whatsapp/translate/jids.ts';
import { selfOf } from '../../../../src/modules/whatsapp/translate/jids.ts';
import { lidsOfNode } from '../../../../src/modules/whatsapp/translate/lids.ts';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';
import { eventsOfStanza } from '../../../../src/modules/whatsapp/translate/stanza.ts';
import { ANA, endAll, linked } from '../../../doubles/whatsapp/linked-phone.ts';
import { until } from '../../../helpers/until.ts';

afterEach(endAll);

/** A linked client, and every event its stanzas become. */
async function listening() {
  const all = await linked();
  const { shop } = all;
  const self: Self | null = selfOf(shop.creds.me);
  if (self === null) throw new Error('not paired');
  const events: CatalogEvent[] = [];
  const joined: string[] = [];
  const read = async (node: BinaryNode) => {
    const pairs = await shop.socket.signalRepository.lidMapping.getPNsForLIDs(lidsOfNode(node));
    const phones = new Map(pairs?.map(({ lid, pn }) => [lid, pn]));
    const recorded = eventsOfStanza(
      node,
      { ...self, phoneOf: (lid) => phones.get(lid) ?? null },
      Date.now(),
    );
    events.push(...recorded.events);
    if (recorded.joined !== null) joined.push(recorded.joined);
  };
  for (const tag of ['receipt', 'call', 'notification']) shop.socket.ws.on(`CB:${tag}`, read);
  const recorded = async (fits: (event: CatalogEvent) => boolean): Promise<CatalogEvent> => {
    await until('an event that fits', () => events.some(fits));
    return events.find(fits) as CatalogEvent;
  };
  return { ...all, self, recorded, events, joined };
}

test('a text by either address, an edit and a copy of our own', async () => {
  const { phone, shop, ana, self } = await listening();
  const read = async (id: string) =>
    messageEvent(await shop.message((m) => m.key.id === id), self, 0)?.data;
  const byPhone = await read(await ana.writes(phone, { text: 'hello' }));
  expect(byPhone?.Info).toMatchObject({ Chat: ANA, Sender: ANA, PushName: 'Ana', IsFromMe: false });
  expect(byPhone?.Message.conversation).toBe('hello');
  const byLid = await read(await ana.writes(phone, { text: 'hi' }, { addressing: 'lid' }));
  expect(byLid?.Info).toMatchObject({ Chat: ANA, SenderAlt: ana.person.lid });
  const copy = await read(await phone.writes(ana, 'from the phone'));
  expect(copy?.Info).toMatchObject({ Chat: ANA, Sender: self.jid, IsFromMe: true });
  const id = await ana.writes(phone, { text: 'fisrt' });
  await ana.edits(phone, id, 'first');
  const edit = messageEvent(await shop.message((m) => !!m.message?.protocolMessage), self, 0)?.data;
  expect(edit).toMatchObject({ IsEdit: true, Message: { protocolMessage: { key: { id } } } });
  expect(edit?.Message.conversation).toBe('first');
});

test('delivery, reading, and our own reading on the phone', async () => {
  const { phone, shop, ana, recorded, events, self } = await listening();
  const sent = await shop.socket.sendMessage(ANA, { text: 'seen?' });
  const MessageIDs = [sent?.key.id ?? ''];
  const delivered = await recorded(({ state }) => state === 'Delivered');
  expect(delivered.data).toMatchObject({ Chat: ANA, Sender: ANA, MessageIDs });
  ana.reads(phone, MessageIDs);
  expect((await recorded(({ state }) => state === 'Read')).data).toMatchObject({
    Chat: ANA,
    MessageIDs,
  });
  const id = await ana.writes(phone, { text: 'yes' });
  phone.reads(ana, [id]);
  expect((await recorded(({ state }) => state === 'ReadSelf')).data).toMatchObject({
    Chat: ANA,
    Sender: self.jid,
    MessageIDs: [id],
  });
  expect(events.map(({ state }) => state)).toEqual(['Delivered', 'Read', 'ReadSelf']);
});

test('a group is joined, read in, and changes', async () => {
  const { whatsapp, phone, shop, ana, recorded, joined, self } = await listening();
  const bob = whatsapp.contact({ number: '5511777770000', name: 'Bob' });
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const made = await recorded(({ type }) => type === 'JoinedGroup');
  expect(made.data).toMatchObject({ JID: group.jid, Name: 'Crew', Type: 'new' });
  expect(made.data).toHaveProperty('Participants', [
    { JID: ANA, IsAdmin: true, IsSuperAdmin: true },
    { JID: self.jid, IsAdmin: false, IsSuperAdmin: false },
    { JID: bob.person.pn, IsAdmin: false, IsSuperAdmin: false },
  ]);
  const sent = await shop.socket.sendMessage(group.jid, { text: 'four' });
  bob.reads(phone, [sent?.key.id ?? ''], group);
  const read = await recorded(({ state }) => state === 'Read');
  expect(read.data).toMatchObject({ Chat: group.jid, IsGroup: true });
  group.renames(ana, 'Team');
  group.removes(ana, bob);
  const renamed = await recorded(
    ({ type, data }) => type === 'GroupInfo' && 'Name' in data && !!data.Name,
  );
  expect(renamed.data).toMatchObject({ Sender: ANA, Name: { Name: 'Team', NameSetBy: ANA } });
  const left = await recorded(({ data }) => 'Leave' in data && data.Leave.length > 0);
  expect(left.data).toMatchObject({ JID: group.jid, Leave: [bob.person.pn] });
  const later = ana.creates({ subject: 'Later', members: [bob], addressing: 'pn' });
  later.adds(ana, phone, 'add');
  await until('the group to ask about', () => joined.length > 0);
  expect(joined).toEqual([later.jid]);
  const metadata = await shop.socket.groupMetadata(later.jid);
  expect(joinedGroup(metadata, self, 0)?.data).toMatchObject({ JID: later.jid, Name: 'Later' });
});

test('a call rings, measures its way and ends for a reason, all in one chat', async () => {
  const { phone, ana, recorded, events } = await listening();
  const call = ana.calls(phone, { addressing: 'lid' });
  call.relayLatency(40);
  call.ends('rejected_elsewhere');
  const end = await recorded(({ type }) => type === 'CallTerminate');
  expect(end.data).toMatchObject({ From: ANA, CallID: call.id, Reason: 'rejected_elsewhere' });
  expect(events.map(({ type }) => type)).toEqual([
    'CallOffer',
    'CallRelayLatency',
    'CallTerminate',
  ]);
  expect(new Set(events.map(({ data }) => 'From' in data && data.From))).toEqual(new Set([ANA]));
});

test('a channel is followed', async () => {
  const { phone, recorded } = await listening();
  const id = '120363000000000001@newsletter';
  phone.joinsNewsletter({ id, name: 'News', subscribers: 42 });
  expect((await recorded(({ type }) => type === 'NewsletterJoin')).data).toMatchObject({
    id,
    thread_metadata: { name: { text: 'News' }, subscribers_count: 42 },
  });
});
