import { describe, expect, test } from 'bun:test';
import { until } from '../../../helpers/until.ts';
import { chatBench } from './setup.ts';

const NUMBER = '5511988887777';

describe('POST /chat/sendPresence', () => {
  const SEND = '/chat/sendPresence';

  test('201 after the delay, in which it is shown again before phones forget it, and then ends', async () => {
    const { g, post, calls } = await chatBench();
    const shown = (activity: string) => ['showActivity', NUMBER, activity];
    const answer = post(SEND, { number: NUMBER, presence: 'composing', delay: 12_000 });
    await until('it is shown', () => calls.length === 1);
    await g.clock.advance(10_000);
    await until('it is shown again', () => calls.length === 2);
    expect(calls).toEqual([shown('composing'), shown('composing')]);
    await g.clock.advance(2_000);
    const { status, body } = await answer;
    expect([status, body]).toEqual([201, { presence: 'composing' }]);
    expect(calls.slice(2)).toEqual([shown('paused')]);
  });

  test('201 at once without a delay', async () => {
    const { post, calls } = await chatBench();
    const { status } = await post(SEND, { number: NUMBER, presence: 'recording' });
    expect(status).toBe(201);
    expect(calls).toEqual([['showActivity', NUMBER, 'recording']]);
  });

  test('201 whether the account is online is shown to all', async () => {
    const { post, calls } = await chatBench();
    await post(SEND, { number: NUMBER, presence: 'available', delay: 0 });
    expect(calls).toEqual([['showPresence', 'available']]);
  });

  test('201 a message goes out while the delay lasts', async () => {
    const { g, post, calls } = await chatBench();
    const answer = post(SEND, { number: NUMBER, presence: 'composing', delay: 60_000 });
    await until('it is shown', () => calls.length === 1);
    expect((await post('/instance/setPresence', { presence: 'available' })).status).toBe(201);
    for (let shown = 2; shown < 8; shown++) {
      await g.clock.advance(10_000);
      await until('the next step', () => calls.length > shown);
    }
    expect((await answer).status).toBe(201);
  });

  test('400 a delay of an hour, a word that is no presence, and nothing is shown', async () => {
    const { post, calls } = await chatBench();
    for (const wrong of [
      { delay: 3_600_000 },
      { delay: -1 },
      { delay: '5 s' },
      { presence: 'typing' },
      { number: 'Ana' },
    ])
      expect((await post(SEND, { number: NUMBER, presence: 'composing', ...wrong })).status).toBe(
        400,
      );
    expect(calls).toEqual([]);
  });

  test('429 when a hundred calls of the instance wait already', async () => {
    const { g, post, calls } = await chatBench();
    const body = { number: NUMBER, presence: 'composing', delay: 1_000 };
    const waiting = Array.from({ length: 100 }, () => post(SEND, body));
    await until('all wait', () => calls.length === 100);
    const { status, body: refused } = await post(SEND, body);
    expect([status, refused.error.message]).toEqual([
      429,
      'too many calls wait for their delay: try again later',
    ]);
    await g.clock.advance(1_000);
    for (const one of await Promise.all(waiting)) expect(one.status).toBe(201);
    expect((await post(SEND, { ...body, delay: 0 })).status).toBe(201);
  });
});

describe('POST /instance/setPresence', () => {
  test('201 with the presence that is shown, 400 for anything else', async () => {
    const { post, calls } = await chatBench();
    const { status, body } = await post('/instance/setPresence', { presence: 'unavailable' });
    expect([status, body]).toEqual([201, { presence: 'unavailable' }]);
    expect(calls).toEqual([['showPresence', 'unavailable']]);
    expect((await post('/instance/setPresence', { presence: 'composing' })).status).toBe(400);
  });
});
