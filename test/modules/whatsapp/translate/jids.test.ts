/** Addresses of people, whatever device or server they name. */
import { describe, expect, test } from 'bun:test';
import { bareJid, selfOf } from '../../../../src/modules/whatsapp/translate/jids.ts';
import { ME, self } from './samples.ts';

test('a person has one address, whatever device it names, and what is no address is none', () => {
  const ANA = '5511888880001@s.whatsapp.net';
  const cases: [unknown, string][] = [
    [ANA, ANA],
    ['5511888880001:12@s.whatsapp.net', ANA],
    ['5511888880001_1:12@s.whatsapp.net', ANA],
    ['5511888880001@c.us', ANA],
    ['5511888880001:99@hosted', ANA],
    ['1234567@lid', '1234567@lid'],
    ['1234567:3@lid', '1234567@lid'],
    ['1234567:99@hosted.lid', '1234567@lid'],
    ['120363000000000001@g.us', '120363000000000001@g.us'],
    ['0029@newsletter', '0029@newsletter'],
    ['', ''],
    ['5511888880001', ''],
    ['@lid', ''],
    [':3@lid', ''],
    ['12@34@lid', ''],
    ['12@LID', ''],
    [`${'1'.repeat(128)}@lid`, ''],
    [null, ''],
    [7, ''],
  ];
  for (const [address, bare] of cases) expect([address, bareJid(address)]).toEqual([address, bare]);
});

describe('the account', () => {
  test('is known by the addresses of its credentials, without their device', () => {
    const account = {
      id: '5511900000001:7@s.whatsapp.net',
      lid: '100000000000001:7@lid',
      name: 'Shop',
    };
    expect(selfOf(account)).toEqual(self);
    expect(selfOf({ id: ME })).toEqual({ jid: ME, lid: null, pushName: '' });
  });

  test.each([undefined, null, {}, { id: 7 }, { id: 'x' }])(
    'is not known before pairing: %p',
    (me) => {
      expect(selfOf(me)).toBeNull();
    },
  );
});
