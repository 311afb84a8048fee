/** Messages to large groups: a session for each device, and a message sealed with each, hold up nobody. */
import { expect, test } from 'bun:test';
import { turnsOf } from './counted-turns.ts';
import { injected, OwnDevice } from './device.ts';

const DEVICES = 60;
const jids = Array.from({ length: DEVICES }, (_, index) => `${200_000 + index}@lid`);

test('sessions with many devices are begun two in a turn of the event loop, and messages sealed twenty in a turn', async () => {
  const own = new OwnDevice();
  const peer = new OwnDevice();
  const session = injected(await peer.bundle());
  const { repository } = own;
  const begin = async () => {
    for (const jid of jids) await repository.injectE2ESession({ jid, session });
  };
  expect((await turnsOf(begin()))[1]).toBeGreaterThanOrEqual(DEVICES / 2);
  const data = Buffer.from('a key for the group');
  const sealing = Promise.all(jids.map((jid) => repository.encryptMessage({ jid, data })));
  const [sealed, turns] = await turnsOf(sealing);
  expect(sealed.map(({ type }) => type)).toEqual(jids.map(() => 'pkmsg'));
  expect(turns).toBeGreaterThanOrEqual(DEVICES / 20);
  const look = async () => {
    for (const jid of jids) expect((await repository.validateSession(jid)).exists).toBe(true);
  };
  expect((await turnsOf(look()))[1]).toBeGreaterThanOrEqual(DEVICES / 20);
});
