/** Who is meant by what a webhook names people by. */
import { expect, test } from 'bun:test';
import { personOf, senderOf } from '../../../../src/modules/whatsapp-cloud/translate/people.ts';

const contact = (wa_id: string, name: string, user_id?: string) => ({
  wa_id,
  profile: { name, username: `${name}.x` },
  ...(user_id && { user_id }),
});

test('the contact of a message is found by number, by its other spelling, or by the id', () => {
  const contacts = [contact('551188880000', 'Ana', 'BR.1'), contact('4915100000', 'Bob', 'DE.2')];
  expect(personOf(senderOf({ from: '5511988880000' }), contacts)).toEqual({
    ids: { number: '5511988880000', bsuid: 'BR.1', username: 'Ana.x' },
    name: 'Ana',
  });
  expect(personOf(senderOf({ from_user_id: 'DE.2' }), contacts)).toEqual({
    ids: { number: '4915100000', bsuid: 'DE.2', username: 'Bob.x' },
    name: 'Bob',
  });
});

test('nothing is taken from the contact of somebody else, even where it is the only one', () => {
  const person = personOf(senderOf({ from: '4915100000' }), [
    contact('551188880000', 'Ana', 'BR.1'),
  ]);
  expect(person).toEqual({ ids: { number: '4915100000' }, name: '' });
});

test('an id is never taken for a number, nor a number for an id', () => {
  const from = { from: 'BR.13491208655302741918', from_user_id: '5511988880000' };
  expect(personOf(senderOf(from), [])).toEqual({ ids: {}, name: '' });
  const parent = { from_user_id: 'BR.1', from_parent_user_id: 'BR.ENT.9' };
  expect(personOf(senderOf(parent), null).ids).toEqual({ bsuid: 'BR.1', parentBsuid: 'BR.ENT.9' });
});

test('contacts are read once, however many messages stand beside them', () => {
  let read = 0;
  const contacts = Array.from({ length: 200 }, (_, n) => ({
    profile: { name: `no ${n}` },
    get wa_id() {
      read++;
      return String(4915100000 + n);
    },
  }));
  const named = Array.from({ length: 200 }, (_, n) => senderOf({ from: String(4915100000 + n) }));
  expect(named.map((one) => personOf(one, contacts).name)).toEqual(
    contacts.map((_, n) => `no ${n}`),
  );
  expect(read).toBe(200);
});

test('of several contacts with the same address the first one is meant, by whichever it is found', () => {
  const first = contact('4915100000', 'Ana', 'DE.1');
  const contacts = [contact('4915100001', 'Bob', 'DE.2'), first, contact('4915100000', 'Eve')];
  expect(personOf(senderOf({ from: '4915100000' }), contacts).name).toBe('Ana');
  const both = senderOf({ from: '4915100000', from_user_id: 'DE.2' });
  expect(personOf(both, contacts).name).toBe('Bob');
});

test('a name of a megabyte is cut, since it would stand in every message', () => {
  const contacts = [contact('4915100000', 'x'.repeat(1_000_000))];
  const { name, ids } = personOf(senderOf({ from: '4915100000' }), contacts);
  expect([name.length, ids.username?.length]).toEqual([256, 256]);
});
