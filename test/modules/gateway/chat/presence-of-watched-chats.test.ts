import { describe, expect, test } from 'bun:test';
import { conflict } from '../../../helpers/failures.ts';
import { chatBench } from './setup.ts';

const NUMBER = '5511988887777';
const JID = `${NUMBER}@s.whatsapp.net`;

describe('POST /chat/presenceSubscribe', () => {
  const WATCH = '/chat/presenceSubscribe';

  test('201 with the chat that is watched, and with the chat that is watched no longer', async () => {
    const { post, calls, script } = await chatBench();
    script.watch = async () => JID;
    const first = await post(WATCH, { number: '+55 11 98888-7777' });
    expect([first.status, first.body]).toEqual([201, { jid: JID, subscribed: true }]);
    const second = await post(WATCH, { number: NUMBER, subscribe: false });
    expect(second.body).toEqual({ jid: JID, subscribed: false });
    expect(calls).toEqual([
      ['watch', NUMBER, true],
      ['watch', NUMBER, false],
    ]);
  });

  test('400 a number that is none, and a subscribe that is not true or false', async () => {
    const { post, calls } = await chatBench();
    for (const body of [{}, { number: 'Ana' }, { number: NUMBER, subscribe: 'no' }])
      expect((await post(WATCH, body)).status).toBe(400);
    expect(calls).toEqual([]);
  });

  test('409 when too many chats are watched', async () => {
    const { post, script } = await chatBench();
    script.watch = async () => {
      throw conflict('200 chats are watched already');
    };
    const { status, body } = await post(WATCH, { number: NUMBER });
    expect([status, body.error.message]).toEqual([409, '200 chats are watched already']);
  });
});
