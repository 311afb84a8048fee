import { describe, expect, test } from 'bun:test';
import type { RecordingHost } from '../../../core/providers/recording-host.ts';
import { FROM, openSandbox, sandboxServer } from './setup.ts';

const lastEvent = (host: RecordingHost) => host.events.at(-1);

describe('POST /sandbox/:instanceName/message', () => {
  test('201 answers the id of the message that arrived', async () => {
    const { post, host } = await openSandbox();
    const { status, json } = await post('message', { kind: 'text', from: FROM, text: 'Hello' });
    expect(status).toBe(201);
    expect(lastEvent(host)?.data).toMatchObject({
      Info: { ID: json.messageId, Chat: `${FROM}@s.whatsapp.net` },
      Message: { conversation: 'Hello' },
    });
    expect(Object.keys(json)).toEqual(['messageId']);
  });

  test.each(['image', 'video', 'audio', 'document'])('201 %s arrives', async (kind) => {
    const { post, host } = await openSandbox();
    const base64 = Buffer.from('file').toString('base64');
    expect((await post('message', { kind, from: FROM, base64 })).status).toBe(201);
    expect(lastEvent(host)?.media).toMatchObject({ bytes: Buffer.from('file') });
  });

  test('201 ignores unknown fields', async () => {
    const { post } = await openSandbox();
    const message = { kind: 'text', from: FROM, text: 'Hello', extra: { deep: 1 } };
    expect((await post('message', message)).status).toBe(201);
  });

  test('201 a word about a message that was written before', async () => {
    const { post, host } = await openSandbox();
    const { json } = await post('message', { kind: 'text', from: FROM, text: 'Hello' });
    const about = { from: FROM, about: json.messageId };
    expect((await post('message', { kind: 'reaction', ...about, text: '👍' })).status).toBe(201);
    expect(lastEvent(host)?.data).toMatchObject({
      Message: { reactionMessage: { key: { id: json.messageId }, text: '👍' } },
    });
  });

  test('404 the message that it is about, or answers, is not stored', async () => {
    const { post, host } = await openSandbox();
    for (const named of [
      { kind: 'reaction', about: 'X', text: '👍' },
      { kind: 'text', text: 'a', quoted: 'X' },
    ]) {
      const { status, json } = await post('message', { from: FROM, ...named });
      expect([status, json.error.message]).toEqual([404, 'message X not found']);
    }
    expect(host.recorded).toEqual([]);
  });

  test('409 somebody reacts in another chat', async () => {
    const { post } = await openSandbox();
    const said = await post('message', { kind: 'text', from: FROM, text: 'Hello' });
    const { messageId: about } = said.json;
    const word = { kind: 'reaction', from: '5511777770000', about, text: '👍' };
    expect((await post('message', word)).status).toBe(409);
  });

  test.each([
    ['a kind that an event plays', { kind: 'location', latitude: 1, longitude: 0 }],
    ['a reaction to nothing', { kind: 'reaction', text: '👍' }],
  ])('400 %s', async (_, body) => {
    const { post, host } = await openSandbox();
    expect((await post('message', { from: FROM, ...body })).status).toBe(400);
    expect(host.recorded).toEqual([]);
  });

  test('400 names every wrong field', async () => {
    const { post, host } = await openSandbox();
    const { status, json } = await post('message', { kind: 'poem', text: 5 });
    expect(status).toBe(400);
    expect(json.error.message).toBe(
      'The body is invalid: from is required; kind must be one of: text, image, video, audio, document, sticker, reaction; text must be a string',
    );
    expect(host.recorded).toEqual([]);
  });

  test.each([
    ['text is missing', { kind: 'text', from: FROM }],
    ['from is no address', { kind: 'text', from: 'ana', text: 'a' }],
    ['group is no group', { kind: 'text', from: FROM, text: 'a', group: 'friends' }],
    ['base64 is none', { kind: 'image', from: FROM, base64: '***' }],
    ['base64 is empty', { kind: 'image', from: FROM, base64: '' }],
    ['mimetype is none', { kind: 'image', from: FROM, mimetype: 'png' }],
    ['kind is null', { kind: null, from: FROM }],
    ['from is a number', { kind: 'text', from: 5511988887777, text: 'a' }],
  ])('400 %s', async (_, body) => {
    const { post, host } = await openSandbox();
    const { status, json } = await post('message', body);
    expect([status, json.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(host.recorded).toEqual([]);
  });

  test('400 there is no body, or none that can be read', async () => {
    const { post, call } = await openSandbox();
    expect((await post('message')).status).toBe(400);
    expect((await call('POST', '/sandbox/shop/message', { raw: '{' })).status).toBe(400);
  });

  test('409 it is not connected', async () => {
    const { post } = await sandboxServer();
    const { status, json } = await post('message', { kind: 'text', from: FROM, text: 'a' });
    expect([status, json.error.code, json.error.message]).toEqual([
      409,
      'CONFLICT',
      'not connected',
    ]);
  });
});

describe('what else arrives', () => {
  const GROUP = '120363041234567890@g.us';
  const OPERATIONS = [
    ['receipt', { state: 'Read', chat: FROM, messageIds: ['A'] }, 'Receipt'],
    ['receipt', { state: 'ReadSelf', chat: FROM, messageIds: ['A'] }, 'Receipt'],
    ['receipt', { state: 'Delivered', chat: GROUP, messageIds: ['A', 'B'] }, 'Receipt'],
  ] as const;

  test.each(OPERATIONS)(
    '200 POST /sandbox/:instanceName/%s %o gives %s',
    async (operation, body, type) => {
      const { post, host } = await openSandbox();
      const { status, json } = await post(operation, body);
      expect([status, json]).toEqual([200, { success: true, message: expect.any(String) }]);
      expect(host.recorded).toEqual([type]);
    },
  );

  test.each(OPERATIONS)(
    '409 POST /sandbox/:instanceName/%s %o while not connected',
    async (operation, body) => {
      const { post } = await sandboxServer();
      expect((await post(operation, body)).status).toBe(409);
    },
  );

  test.each([
    ['receipt', { state: 'Played', chat: FROM, messageIds: ['A'] }, 'state'],
    ['receipt', { state: 'Read', chat: 'x', messageIds: ['A'] }, 'chat'],
    ['receipt', { state: 'Read', chat: FROM, messageIds: [] }, 'messageIds'],
    ['receipt', { state: 'Read', chat: FROM, messageIds: 'A' }, 'messageIds'],
  ] as const)('400 POST /sandbox/:instanceName/%s %o names %s', async (operation, body, field) => {
    const { post, host } = await openSandbox();
    const { status, json } = await post(operation, body);
    expect([status, json.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(json.error.message).toContain(field);
    expect(host.recorded).toEqual([]);
  });
});
