/** People and devices of which WhatsApp has no usable keys: everybody else gets the message. */
import { afterEach, expect, test } from 'bun:test';
import type { OutgoingContent } from '../../../src/core/providers/outgoing.ts';
import { connect, endAll as endClients } from '../../doubles/whatsapp/linked-phone.ts';
import { type BinaryNode, stanza } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(async () => {
  await endClients();
  await endAll();
});

type Keys = readonly BinaryNode[];

/** The same keys with other bytes in the part at the end of the path. */
const changed = (keys: Keys, [tag, ...path]: readonly string[], bytes: Uint8Array): BinaryNode[] =>
  keys.map((node) => {
    if (node.tag !== tag) return node;
    if (path.length === 0) return { ...node, content: bytes };
    const inner = Array.isArray(node.content) ? node.content : [];
    return { ...node, content: changed(inner, path, bytes) };
  });
const without = (keys: Keys, tag: string) => keys.filter((node) => node.tag !== tag);
const refused = (code: string) => [stanza('error', { code, text: 'not-acceptable' })];
const LONG = Buffer.alloc(512, 5);

/** What the server may give in place of keys. */
const UNUSABLE: Record<string, (keys: Keys) => BinaryNode[] | null> = {
  'the answer 404': () => refused('404'),
  'the answer 406': () => refused('406'),
  'nothing of the device': () => null,
  'no key at all': () => [],
  'an identity of 512 bytes': (keys) => changed(keys, ['identity'], LONG),
  'an identity that is no point': (keys) => changed(keys, ['identity'], Buffer.alloc(32)),
  'no identity': (keys) => without(keys, 'identity'),
  'a signed key of 512 bytes': (keys) => changed(keys, ['skey', 'value'], LONG),
  'a signed key of another': (keys) => changed(keys, ['skey', 'value'], Buffer.alloc(32, 9)),
  'a wrong signature': (keys) => changed(keys, ['skey', 'signature'], Buffer.alloc(64, 7)),
  'a signature of no bytes': (keys) => changed(keys, ['skey', 'signature'], Buffer.alloc(0)),
  'no signed key': (keys) => without(keys, 'skey'),
  'a one-time key of 512 bytes': (keys) => changed(keys, ['key', 'value'], LONG),
};

const TEXT: OutgoingContent = { kind: 'text', text: 'to all' };
const send = ({ session }: OpenedStage, number: string) => session.send({ number, content: TEXT });
const warnings = ({ lines }: OpenedStage) =>
  lines.filter((line) => line.includes('no usable keys'));
const reasonOf = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

test.each(Object.entries(UNUSABLE))(
  'a group gets a message although WhatsApp has %s of one member, who gets it by asking for it',
  async (_, spoil) => {
    const made = await opened();
    const { ana, bob, phone, whatsapp } = made;
    const eve = whatsapp.contact({ number: '5511666660000', name: 'Eve' });
    eve.person.givesKeys = (_jid, keys) => spoil(keys);
    const group = ana.creates({ subject: 'Crew', members: [phone, bob, eve] });
    for (let round = 1; round <= 2; round++) {
      const { id } = await send(made, group.jid);
      for (const member of [ana, bob])
        expect((await member.receives((one) => one.id === id)).text).toBe('to all');
    }
    const { id } = await send(made, group.jid);
    await eve.asksAgain(phone, id, { chat: group, count: 2, sendsKeys: true });
    expect((await eve.receives((one) => one.id === id)).text).toBe('to all');
    const lines = warnings(made);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', devices: 1 });
    expect(lines[0]).not.toContain(eve.number);
    expect(lines[0]).not.toContain(eve.person.lidUser);
  },
);

test.each(Object.entries(UNUSABLE))(
  'the sender is told that nobody could read a message when WhatsApp has %s of its only recipient',
  async (_, spoil) => {
    const made = await opened();
    const { ana, bob, phone, host, whatsapp } = made;
    for (const { person } of [ana, bob]) person.givesKeys = (_jid, keys) => spoil(keys);
    const reason = await reasonOf(send(made, ANA));
    expect(reason).toMatch(
      /^conflict: WhatsApp has no usable keys of the recipient, so nobody could read the message: (not-acceptable|it gives no keys|its keys are incomplete|a public key is malformed|the keys of the device are not signed by it)$/,
    );
    expect(host.statuses.map(({ status }) => status)).toEqual(['Error']);
    const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
    expect(await reasonOf(send(made, group.jid))).toStartWith(
      'conflict: WhatsApp has no usable keys of any member of the group, so nobody could read',
    );
    const status = made.session.send({
      number: 'status@broadcast',
      content: TEXT,
      audience: [ANA],
    });
    expect(await reasonOf(status)).toStartWith('conflict: WhatsApp has no usable keys of');
    for (const { person } of [ana, bob]) person.givesKeys = (_jid, keys) => keys;
    for (const chat of [ANA, group.jid]) {
      const { id } = await send(made, chat);
      expect((await ana.receives((one) => one.id === id)).text).toBe('to all');
    }
    expect(whatsapp.complaints).toEqual([]);
  },
);

test('a contact without one-time keys is written to all the same', async () => {
  const made = await opened();
  made.ana.person.givesKeys = (_jid, keys) => without(keys, 'key');
  const { id } = await send(made, ANA);
  expect((await made.ana.receives((one) => one.id === id)).text).toBe('to all');
  expect(warnings(made)).toEqual([]);
});

test('a message goes out although another device of the account has no usable keys', async () => {
  const made = await opened();
  const { ana, phone, whatsapp } = made;
  whatsapp.voidsSecrets = false;
  const tablet = connect(whatsapp, {}, false);
  await phone.scan(await tablet.qr());
  await tablet.opened(1);
  const [, device] = phone.devices;
  phone.person.givesKeys = (jid, keys) => (jid.includes(':2@') ? refused('404') : keys);
  const { id } = await send(made, ANA);
  await ana.receives((one) => one.id === id);
  await until('the phone has its copy', () => phone.received.some((one) => one.id === id));
  expect(device?.device).toBe(2);
  expect(warnings(made)).toHaveLength(1);
});
