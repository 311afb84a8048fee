import { describe, expect, test } from 'bun:test';
import { openSandbox, sandboxServer } from './setup.ts';

const publish = async (body: unknown) => {
  const server = await openSandbox();
  return { ...server, answer: await server.call('POST', '/sandbox/shop/event', { body }) };
};

describe('POST /sandbox/:instanceName/event', () => {
  test('200 any event happens, and what is not given is as in its sample', async () => {
    const data = { From: '5511977776666@s.whatsapp.net' };
    const { answer, host } = await publish({ event: 'CallOffer', data });
    expect([answer.status, answer.json.message]).toEqual([200, 'CallOffer happened']);
    expect(host.events.at(-1)).toMatchObject({
      type: 'CallOffer',
      data: { ...data, RemotePlatform: 'android' },
    });
  });

  test('200 an event that has a state gets the one that is given', async () => {
    const { host } = await publish({ event: 'Receipt', state: 'Delivered' });
    expect(host.events.at(-1)).toMatchObject({ type: 'Receipt', state: 'Delivered' });
  });

  test.each([
    [{ event: 'Weather' }, 'event'],
    [{ event: 'CallOffer', data: { From: 7 } }, 'data.From must be a string'],
    [{ event: 'Receipt', state: 'Lost' }, 'state must be'],
    [{ data: {} }, 'event'],
  ])('400 for %o', async (body, text) => {
    const { answer, host } = await publish(body);
    expect([answer.status, answer.json.error.message]).toEqual([
      400,
      expect.stringContaining(text),
    ]);
    expect(host.recorded).toEqual([]);
  });

  test('409 while it is not connected', async () => {
    const { call } = await sandboxServer();
    const answer = await call('POST', '/sandbox/shop/event', { body: { event: 'CallOffer' } });
    expect([answer.status, answer.json.error.message]).toEqual([409, 'not connected']);
  });
});
