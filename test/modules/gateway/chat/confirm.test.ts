import { describe, expect, test } from 'bun:test';
import { CHAT, chatBench } from './setup.ts';

describe('POST /chat/markMessageAsRead', () => {
  const READ = '/chat/markMessageAsRead';

  test('201 confirms messages as they were stored, with the address the platform gave their chat', async () => {
    const { post, store, calls } = await chatBench();
    await store({ id: 'A' });
    await store({ id: 'B', chat: '1@g.us', chatAddress: '1@g.us', authorAddress: '9@lid' });
    const readMessages = [
      { id: 'A', fromMe: false, remoteJid: CHAT },
      { id: 'B', fromMe: false, remoteJid: '1@g.us' },
    ];
    const { status, body } = await post(READ, { readMessages });
    expect([status, body]).toEqual([201, { message: 'Read messages', read: 'success' }]);
    expect(calls).toMatchObject([
      [
        'confirm',
        'read',
        [
          { id: 'A', chatAddress: '123456789012345@lid' },
          { id: 'B', authorAddress: '9@lid' },
        ],
      ],
    ]);
  });

  test.each([undefined, CHAT, '123456789012345@lid', '5511988887777'])(
    '201 finds a message of the chat that is named %p',
    async (remoteJid) => {
      const { post, store } = await chatBench();
      await store({ id: 'A' });
      expect((await post(READ, { readMessages: [{ id: 'A', remoteJid }] })).status).toBe(201);
    },
  );

  test('201 confirms messages that are not stored by their whole keys, beside stored ones', async () => {
    const { post, store, calls } = await chatBench();
    await store({ id: 'A' });
    const readMessages = [
      { id: 'A', fromMe: false, remoteJid: CHAT },
      { id: 'B', fromMe: false, remoteJid: '77@lid' },
      { id: 'C', remoteJid: '1@g.us', participant: '9@lid' },
      { id: 'D', fromMe: true, remoteJid: '1@g.us' },
    ];
    const { status } = await post(READ, { readMessages });
    expect(status).toBe(201);
    expect(calls).toMatchObject([
      [
        'confirm',
        'read',
        [
          { id: 'A', chatAddress: '123456789012345@lid' },
          { id: 'B', isFromMe: false, chatAddress: '77@lid', authorAddress: '' },
          { id: 'C', isFromMe: false, chatAddress: '1@g.us', authorAddress: '9@lid' },
          { id: 'D', isFromMe: true, chatAddress: '1@g.us' },
        ],
      ],
    ]);
  });

  test('404 in a group without the author, 400 keys of the wrong kind, and nothing is confirmed', async () => {
    const { post, store, calls } = await chatBench();
    await store({ id: 'A' });
    const refused = async (key: object) => {
      const { status, body } = await post(READ, {
        readMessages: [{ id: 'A' }, { id: 'B', ...key }],
      });
      return [status, body.error.message];
    };
    expect(await refused({ remoteJid: '1@g.us' })).toEqual([
      404,
      'message B not found: to name one that is not stored, its key needs participant too',
    ]);
    for (const key of [
      { remoteJid: 5 },
      { remoteJid: CHAT, fromMe: 'no' },
      { remoteJid: '1@g.us', participant: 5 },
      { remoteJid: '1@g.us', participant: '2@g.us' },
      { remoteJid: 'Ana' },
    ])
      expect((await refused(key))[0]).toBe(400);
    expect(calls).toEqual([]);
  });

  test('404 a message that is not stored, or is of another chat, and nothing is confirmed', async () => {
    const { post, store, calls } = await chatBench();
    await store({ id: 'A' });
    const unknown = await post(READ, { readMessages: [{ id: 'A' }, { id: 'B' }] });
    expect([unknown.status, unknown.body.error.message]).toEqual([
      404,
      'message B not found: to name one that is not stored, its key needs remoteJid too',
    ]);
    const elsewhere = await post(READ, {
      readMessages: [{ id: 'A', remoteJid: '5522@s.whatsapp.net' }],
    });
    expect(elsewhere.status).toBe(404);
    expect(calls).toEqual([]);
  });

  test('400 a list that is empty, too long or not of keys', async () => {
    const { post } = await chatBench();
    for (const readMessages of [undefined, [], ['A'], [{}], Array(501).fill({ id: 'A' })])
      expect((await post(READ, { readMessages })).status).toBe(400);
  });

  test('409 while the instance is not connected, 401 without a key, 403 with that of another', async () => {
    const { g, post, store } = await chatBench();
    await store({ id: 'A' });
    const body = { readMessages: [{ id: 'A' }] };
    expect((await post(READ, body, null)).status).toBe(401);
    expect((await post(READ, body, (await g.create('cafe')).key)).status).toBe(403);
    await g.provider.of('shop').host.enter('reconnecting', 'connection lost');
    expect((await post(READ, body)).status).toBe(409);
  });
});

describe('POST /chat/markMessageAsPlayed', () => {
  const PLAYED = '/chat/markMessageAsPlayed';

  test('201 confirms voice notes as played', async () => {
    const { post, store, calls } = await chatBench();
    await store({ id: 'A', kind: 'ptt' });
    const { status, body } = await post(PLAYED, { playedMessages: [{ id: 'A' }] });
    expect([status, body]).toEqual([201, { message: 'Played messages', played: 'success' }]);
    expect(calls).toMatchObject([['confirm', 'played', [{ id: 'A' }]]]);
  });

  test('400 a text cannot be played', async () => {
    const { post, store, calls } = await chatBench();
    await store({ id: 'A' });
    const { status, body } = await post(PLAYED, { playedMessages: [{ id: 'A' }] });
    expect([status, body.error.message]).toEqual([
      400,
      'message A cannot be played: it is of kind text',
    ]);
    expect(calls).toEqual([]);
  });
});
