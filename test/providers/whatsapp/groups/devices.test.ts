/** The devices of the members of a large group are looked up before something is sent there. */
import { expect, test } from 'bun:test';
import type { WASocket } from '@whiskeysockets/baileys';
import { devicesOf, prepareDevices } from '../../../../src/providers/whatsapp/groups/devices.ts';
import { turnsOf } from '../../../helpers/turns.ts';

const GROUP = '120363000000000001@g.us';

/** So many people, some of whose devices have the account's key for the group; what was asked for, call by call. */
async function prepared(count: number, known: readonly string[] = []) {
  const people = Array.from({ length: count }, (_, index) => `${index}@lid`);
  const asked: string[][] = [];
  const begun: string[][] = [];
  const memory = Object.fromEntries(known.map((jid) => [jid, true]));
  const socket = {
    authState: { keys: { get: async () => ({ [GROUP]: memory }) } },
    async getUSyncDevices(jids: string[]) {
      asked.push(jids);
      return jids.map((jid) => ({ jid }));
    },
    assertSessions: async (jids: string[]) => begun.push(jids),
  } as unknown as WASocket;
  await prepareDevices(socket, GROUP, people);
  return { asked, begun };
}

test('the devices of a large group are looked up for 125 members at a time, and sessions begun with them', async () => {
  const { asked, begun } = await prepared(300);
  expect(asked.map(({ length }) => length)).toEqual([125, 125, 50]);
  expect(asked.flat()).toEqual(Array.from({ length: 300 }, (_, index) => `${index}@lid`));
  expect(begun).toEqual(asked);
});

test('no session is looked at with devices that have the key for the group', async () => {
  const known = Array.from({ length: 299 }, (_, index) => `${index}@lid`);
  expect((await prepared(300, known)).begun).toEqual([['299@lid']]);
});

test('the library looks after small groups by itself', async () => {
  expect(await prepared(125)).toEqual({ asked: [], begun: [] });
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
