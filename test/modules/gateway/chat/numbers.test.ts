import { describe, expect, test } from 'bun:test';
import { chatBench } from './setup.ts';

const NUMBERS = '/chat/whatsappNumbers';

describe('POST /chat/whatsappNumbers', () => {
  test('200 each number in order, as it was given, with who has it', async () => {
    const { post, calls, script } = await chatBench();
    script.lookUp = async () => [
      { jid: '552188887777@s.whatsapp.net', lid: '99@lid' },
      { jid: null, lid: null },
      { jid: '4930123456@s.whatsapp.net', lid: null },
    ];
    const numbers = ['+55 (21) 98888-7777', '5511000000000', '4930123456@s.whatsapp.net'];
    const { status, body } = await post(NUMBERS, { numbers });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        jid: '552188887777@s.whatsapp.net',
        exists: true,
        number: '+55 (21) 98888-7777',
        lid: '99@lid',
      },
      { jid: '5511000000000@s.whatsapp.net', exists: false, number: '5511000000000' },
      {
        jid: '4930123456@s.whatsapp.net',
        exists: true,
        number: '4930123456@s.whatsapp.net',
      },
    ]);
    expect(calls).toEqual([['lookUp', ['5521988887777', '5511000000000', '4930123456']]]);
  });

  test('400 what is no list of 1-500 numbers, and nobody is asked', async () => {
    const { post, calls, script } = await chatBench();
    script.lookUp = async (all) => all.map(() => ({ jid: null, lid: null }));
    const wrong = [
      Array(10_000).fill('5511999990000'),
      Array(501).fill('5511999990000'),
      [],
      undefined,
      '5511999990000',
      { '0': '5511999990000' },
    ];
    for (const numbers of wrong) expect((await post(NUMBERS, { numbers })).status).toBe(400);
    expect(calls).toEqual([]);
    const most = await post(NUMBERS, { numbers: Array(500).fill('5511999990000') });
    expect([most.status, calls.length]).toEqual([200, 1]);
  });

  test('200 each entry that is no phone number is one row with the reason, and the others are looked up', async () => {
    const { post, calls, script } = await chatBench();
    script.lookUp = async (all) => all.map((one) => ({ jid: `${one}@s.whatsapp.net`, lid: null }));
    const good = Array.from({ length: 490 }, (_, at) => `55119999${10_000 + at}`);
    const bad: [unknown, string][] = [
      ['49151123456.0', 'number must be a phone number without decimals'],
      ['4.9151123456E10', 'number must be a phone number without an exponent'],
      ['0532030482', 'and no country code begins with 0'],
      ['5511999990000/01', 'without "/"'],
      ['Ana', 'number must be a phone number'],
      ['', 'number must be a phone number'],
      [null, 'number must be a phone number'],
      ['99@lid', 'number must be a phone number, or a JID with one'],
      ['x'.repeat(70_000), 'number must be a phone number'],
    ];
    const numbers = [...bad.map(([number]) => number), ...good, 5511988880000];
    const { status, body } = await post(NUMBERS, { numbers });
    expect([status, body.length]).toEqual([200, 500]);
    for (const [at, [number, reason]] of bad.entries())
      expect(body[at]).toEqual({
        jid: '',
        exists: false,
        number: `${number}`.slice(0, 256),
        reason: expect.stringContaining(reason),
      });
    const jid = '5511988880000@s.whatsapp.net';
    expect(body.at(-1)).toEqual({ jid, exists: true, number: '5511988880000' });
    expect(calls).toEqual([['lookUp', [...good, '5511988880000']]]);
    expect((await post(NUMBERS, { numbers: ['Ana'] })).body).toMatchObject([{ exists: false }]);
    expect(calls).toHaveLength(1);
  });
});
