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

  test('400 more than 500 numbers, none, or what is no phone number, and nobody is asked', async () => {
    const { post, calls, script } = await chatBench();
    script.lookUp = async (all) => all.map(() => ({ jid: null, lid: null }));
    const wrong = [
      Array(10_000).fill('5511999990000'),
      Array(501).fill('5511999990000'),
      [],
      undefined,
      '5511999990000',
      [5511999990000],
      ['99@lid'],
      ['1@g.us'],
    ];
    for (const numbers of wrong) expect((await post(NUMBERS, { numbers })).status).toBe(400);
    const { body } = await post(NUMBERS, { numbers: ['5511999990000', 'Ana'] });
    expect(body.error.message).toBe(
      'numbers must hold phone numbers with their country code: number 2 is none',
    );
    expect(calls).toEqual([]);
    const most = await post(NUMBERS, { numbers: Array(500).fill('5511999990000') });
    expect([most.status, calls.length]).toEqual([200, 1]);
  });
});
