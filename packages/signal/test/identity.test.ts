/** A contact that reinstalls WhatsApp has another identity, which ends the sessions with the earlier one. */
import { expect, test } from 'bun:test';
import { generator } from './chance.ts';
import { pair } from './pair.ts';

test("a contact that reinstalls is understood in both sessions when its first message crosses the account's", async () => {
  const { open, send, read, answer, readByPeer, reinstall } = await pair();
  expect(await read(await answer('before'))).toBe('before');
  reinstall();
  await open();
  const [ours, theirs] = [await send('ours'), await answer('theirs')];
  expect(await read(theirs)).toBe('theirs');
  expect(await readByPeer(ours)).toBe('ours');
  expect(await read(await answer('reply'))).toBe('reply');
  expect(await readByPeer(await send('and back'))).toBe('and back');
});

test('sessions with an earlier identity are not used again, whichever side begins the next one', async () => {
  const { own, open, send, read, answer, readByPeer, reinstall } = await pair();
  await open();
  expect(await readByPeer(await send('one'))).toBe('one');
  const late = await answer('late');
  reinstall();
  expect(await read(await answer('two'))).toBe('two');
  await expect(read(late)).rejects.toThrow('Bad MAC');
  reinstall();
  await open();
  expect(await readByPeer(await send('three'))).toBe('three');
  const sessions = own.stored.get('session/4915112345678.0') ?? '';
  expect(Object.keys(JSON.parse(sessions)._sessions)).toHaveLength(1);
});

test.each([1, 2, 3, 4])(
  'an identity that changes again and again loses nothing that is sent after the change (seed %p)',
  async (seed) => {
    const chance = generator(seed);
    const { own, open, send, read, answer, readByPeer, reinstall } = await pair();
    for (let step = 0; step < 40; step++) {
      const text = `message ${step}`;
      const action = chance(5);
      if (action === 0) {
        reinstall();
        // WhatsApp says that the identity changed, or the contact writes first.
        if (chance(2) === 0) await open();
        else expect(await read(await answer(text))).toBe(text);
      } else if (action === 1) {
        await open();
        const [going, coming] = [await send(text), await answer(text)];
        const order = [() => readByPeer(going), () => read(coming)];
        if (chance(2) === 0) order.reverse();
        for (const reading of order) expect(await reading()).toBe(text);
      } else if (action === 2) expect(await read(await answer(text))).toBe(text);
      else {
        await open();
        expect(await readByPeer(await send(text))).toBe(text);
      }
    }
    const kept = [...own.stored.keys()].filter((key) => !key.startsWith('pre-key/'));
    expect(kept.sort()).toEqual(['identity-key/4915112345678.0', 'session/4915112345678.0']);
  },
);
