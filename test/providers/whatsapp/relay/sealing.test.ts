/** A message for many devices is sealed and encoded in slices. */
import { beforeAll, expect, test } from 'bun:test';
import type { WASocket } from '@whiskeysockets/baileys';
import { loadClient } from '../../../../src/providers/whatsapp/client.ts';
import { padded, sealForEach } from '../../../../src/providers/whatsapp/relay/sealing.ts';
import { turnsOf } from '../../../helpers/turns.ts';
import { injected, OwnDevice } from '../signal/device.ts';

beforeAll(loadClient);

const jidsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `${200_000 + index}@lid`);

/** A connection through which sessions with everybody can be begun, but for `refused`. */
async function connected(refused: ReadonlySet<string> = new Set()) {
  const own = new OwnDevice();
  const session = injected(await new OwnDevice().bundle());
  const asked: string[][] = [];
  const socket = {
    signalRepository: own.repository,
    async assertSessions(jids: string[]) {
      asked.push(jids);
      for (const jid of jids)
        if (!refused.has(jid)) await own.repository.injectE2ESession({ jid, session });
      return true;
    },
  } as unknown as WASocket;
  return { socket, asked };
}

const content = { data: padded(Buffer.from('hello')), attrs: {} };

test('no turn of the event loop seals and encodes for more than twenty devices', async () => {
  const { socket } = await connected();
  const jids = jidsOf(100);
  await sealForEach(socket, jids, content);
  const [sealed, turns] = await turnsOf(sealForEach(socket, jids, content));
  expect(sealed.map(({ jid }) => jid)).toEqual(jids);
  expect(turns).toBeGreaterThanOrEqual(jids.length / 20);
});

test('the server is asked for the keys of 125 devices at once, and of none whose session is open', async () => {
  const { socket, asked } = await connected();
  await sealForEach(socket, jidsOf(10), content);
  await sealForEach(socket, jidsOf(200), content);
  expect(asked.map(({ length }) => length)).toEqual([10, 125, 65]);
});

test('a device with which no session can be begun is left out, and it is an error when all are', async () => {
  const [first = '', second = ''] = jidsOf(2);
  const { socket } = await connected(new Set([first]));
  const sealed = await sealForEach(socket, [first, second], content);
  expect(sealed.map(({ jid }) => jid)).toEqual([second]);
  await expect(sealForEach(socket, [first], content)).rejects.toThrow('No open session');
});

test('a message is longer by 1 to 16 bytes, which say how many they are', () => {
  for (let round = 0; round < 100; round++) {
    const bytes = padded(Buffer.from('hello'));
    const more = bytes.at(-1) ?? 0;
    expect(more).toBeWithin(1, 17);
    expect(bytes).toEqual(Buffer.concat([Buffer.from('hello'), Buffer.alloc(more, more)]));
  }
});
