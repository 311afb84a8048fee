/** A message for many devices is sealed and encoded in slices. */
import { beforeAll, expect, test } from 'bun:test';
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import { OwnDevice } from '../../../../packages/signal/test/device.ts';
import { messageOf } from '../../../../src/core/shared/errors.ts';
import { loadBaileys } from '../../../../src/modules/whatsapp/engine/baileys.ts';
import type { Baileys } from '../../../../src/modules/whatsapp/engine/surface.ts';
import {
  addPadding,
  devicesOf,
  sealForEach,
} from '../../../../src/modules/whatsapp/relay/sealing.ts';
import { keyNodes } from '../../../doubles/whatsapp/key-queries.ts';
import { at, childrenOf, stanza } from '../../../doubles/whatsapp/stanzas.ts';
import { turnsOf } from '../../../helpers/turns.ts';

let baileys: Baileys;
beforeAll(async () => {
  baileys = await loadBaileys();
});

const jidsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `${200_000 + index}@lid`);

/** A connection through which sessions with everybody can be begun, but for `refused`. */
async function connected(refused: ReadonlySet<string> = new Set()) {
  const own = new OwnDevice();
  const bundle = await new OwnDevice().bundle();
  const asked: string[][] = [];
  const socket = {
    signalRepository: own.repository,
    async query(question: BinaryNode) {
      const jids = childrenOf(at(question, 'key'), 'user').map(({ attrs }) => attrs.jid ?? '');
      asked.push(jids);
      const error = stanza('error', { code: '404', text: 'item-not-found' });
      const users = jids.map((jid) =>
        stanza('user', { jid }, refused.has(jid) ? [error] : keyNodes(bundle)),
      );
      return stanza('iq', {}, [stanza('list', {}, users)]);
    },
  } as unknown as WASocket;
  const seal = (jids: readonly string[]) => sealForEach(socket, baileys, jids, content);
  return { seal, asked, own };
}

const content = { data: addPadding(Buffer.from('hello')), attrs: {} };

test('no turn of the event loop seals and encodes for more than twenty devices', async () => {
  const { seal } = await connected();
  const jids = jidsOf(100);
  await seal(jids);
  const [{ sealed }, turns] = await turnsOf(seal(jids));
  expect(sealed.map(({ jid }) => jid)).toEqual(jids);
  expect(turns).toBeGreaterThanOrEqual(jids.length / 20);
});

test('the server is asked for the keys of 125 devices at once, and of none whose session is open', async () => {
  const { seal, asked } = await connected();
  await seal(jidsOf(10));
  await seal(jidsOf(200));
  expect(asked.map(({ length }) => length)).toEqual([10, 125, 65]);
});

test('a device with which no session can be begun is left out, and the reason is the one that WhatsApp gave', async () => {
  const [first = '', ...others] = jidsOf(3);
  const { seal } = await connected(new Set([first]));
  const { sealed, failures } = await seal([first, ...others]);
  expect(sealed.map(({ jid }) => jid)).toEqual(others);
  expect([...failures].map(([jid, error]) => [jid, messageOf(error)])).toEqual([
    [first, 'item-not-found'],
  ]);
});

test('devices of which the server does not answer are left out, and the reason says that', async () => {
  const { own } = await connected();
  const socket = { signalRepository: own.repository, query: async () => undefined };
  const jids = jidsOf(2);
  const { sealed, failures } = await sealForEach(
    socket as unknown as WASocket,
    baileys,
    jids,
    content,
  );
  expect(sealed).toEqual([]);
  expect([...failures.keys()]).toEqual(jids);
  for (const error of failures.values()) expect(messageOf(error)).toContain('no answer within');
});

test('a device is asked about by its LID where that is known, and by its number where it is not', async () => {
  const { seal, asked, own } = await connected();
  const [known, unknown] = ['4915112345678:3@s.whatsapp.net', '4915112345679@s.whatsapp.net'];
  const pn = '4915112345678@s.whatsapp.net';
  await own.repository.lidMapping.storeLIDPNMappings([{ lid: '98765432109876@lid', pn }]);
  const { sealed, failures } = await seal([known, unknown]);
  expect(sealed.map(({ jid }) => jid)).toEqual([known, unknown]);
  expect([...failures]).toEqual([]);
  expect(asked.flat().toSorted()).toEqual([unknown, '98765432109876:3@lid']);
});

test('a message is longer by 1 to 16 bytes, which say how many they are', () => {
  for (let round = 0; round < 100; round++) {
    const bytes = addPadding(Buffer.from('hello'));
    const more = bytes.at(-1) ?? 0;
    expect(more).toBeWithin(1, 17);
    expect(bytes).toEqual(Buffer.concat([Buffer.from('hello'), Buffer.alloc(more, more)]));
  }
});

test('others have a turn of the event loop after each 125 people whose devices are listed', async () => {
  const people = Array.from({ length: 1_000 }, (_, index) => `${index}@lid`);
  const asked: number[] = [];
  const socket = {
    async getUSyncDevices(jids: string[]) {
      asked.push(jids.length);
      return jids.map((jid) => ({ jid }));
    },
  } as unknown as WASocket;
  const [devices, turns] = await turnsOf(devicesOf(socket, people));
  expect(devices.map(({ jid }) => jid)).toEqual(people);
  expect(asked).toEqual(Array.from({ length: 8 }, () => 125));
  expect(turns).toBeGreaterThanOrEqual(7);
});
