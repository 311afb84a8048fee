import { describe, expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { hang } from '../../../doubles/scripted-provider.ts';
import type { Call, Gateway } from '../../../helpers/gateway.ts';
import { until } from '../../../helpers/until.ts';
import { openGateway as open } from './setup.ts';

const TEXT = { number: '5511999990000', text: 'hello' };

const send = ({ call }: Gateway, body: unknown = TEXT, request: Call = {}, name = 'shop') =>
  call('POST', `/message/sendText/${name}`, { body, ...request });

describe('POST /message/sendText', () => {
  test('201 with the key of the message', async () => {
    const { g, key } = await open();
    for (const request of [{}, { key }]) {
      const { status, body } = await send(g, TEXT, request);
      expect(status).toBe(201);
      expect(body).toEqual({
        key: { remoteJid: '5511999990000@s.whatsapp.net', fromMe: true, id: '3EB0C0FFEE' },
        pushName: 'Shop',
        status: 'PENDING',
        message: { conversation: 'hello' },
        messageType: 'conversation',
        messageTimestamp: 1_767_607_200,
        instanceId: g.directory.byName('shop')?.id,
        source: 'web',
      });
    }
  });

  test('201 the message reaches the session as it was given, extra fields left out', async () => {
    const { g } = await open();
    const sent: unknown[] = [];
    const { send: accepted } = g.provider.script;
    g.provider.script.send = (session, message) => {
      sent.push(message);
      return accepted(session, message);
    };
    const long = 'x'.repeat(65_536);
    for (const number of ['5511999990000', '120363000000000000@g.us', '99@lid', 'news@newsletter'])
      expect((await send(g, { number, text: long, color: 'red' })).status).toBe(201);
    expect(sent[0]).toEqual({
      number: '5511999990000',
      content: { kind: 'text', text: long },
    });
    expect(sent).toHaveLength(4);
  });

  test('201 a phone number as people write it is its digits, an address stays as it is', async () => {
    const { g } = await open();
    const answered = async (number: string) =>
      (await send(g, { number, text: 'a' })).body.key.remoteJid;
    for (const number of [
      '+5511999990000',
      '+55 11 99999-0000',
      '55 (11) 99999.0000',
      ' 5511999990000\n',
      '٥٥١١٩٩٩٩٩٠٠٠٠',
    ])
      expect([number, await answered(number)]).toEqual([number, '5511999990000@s.whatsapp.net']);
    const group = '551199-1600000000@g.us';
    expect(await answered(group)).toBe(group);
    expect(await answered('551199999000-1600000000')).toBe('551199999000-1600000000@g.us');
  });

  const noRecipients = [
    '',
    '1234',
    '+12-34',
    '+()-. ',
    '55+11999990000',
    '+5511999990000000',
    '12345678901234567890',
    '5511999990000\n5511888880000',
    '5511999990000.0',
    '0055 11 99999-0000',
    '5511999990000 ext 2',
  ];
  test.each(noRecipients)('400 %p is no recipient', async (number) => {
    const { g } = await open();
    const { status, body } = await send(g, { number, text: 'a' });
    expect(status).toBe(400);
    expect(body.error.message).toStartWith('number must be');
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  const wrongBodies: [string, unknown, string][] = [
    ['number is missing', { text: 'a' }, 'number is required'],
    ['number is no recipient', { number: 'my friend', text: 'a' }, 'number must be'],
    ['text is missing', { number: '5511999990000' }, 'text is required'],
    ['text is empty', { number: '5511999990000', text: '' }, 'text must be'],
    ['text is too long', { number: '5511999990000', text: 'x'.repeat(65_537) }, 'text must be'],
    ['text is no text', { number: '5511999990000', text: { body: 'a' } }, 'text must be'],
  ];
  test.each(wrongBodies)('400 %s', async (_what, body, text) => {
    const { g } = await open();
    const answer = await send(g, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('BAD_REQUEST');
    expect(answer.body.error.message).toContain(text);
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  test('400 names both fields when both are wrong', async () => {
    const { g } = await open();
    const { body } = await send(g, {});
    expect(body.error.message).toBe('number is required; text is required');
  });

  test('400 names wrong fields in the order of the documentation, missing ones among them', async () => {
    const { g } = await open();
    const { body } = await send(g, { number: '1' });
    expect(body.error.message).toBe(
      'number must be one phone number of 5-15 digits with its country code; text is required',
    );
  });

  test('400 a bad name, 401 no key, 403 another key, 404 unknown', async () => {
    const { g, key } = await open();
    expect((await send(g, TEXT, {}, '-x')).status).toBe(400);
    expect((await send(g, TEXT, { key: null })).status).toBe(401);
    expect((await send(g, {}, { key }, 'cafe')).status).toBe(403);
    expect((await send(g, TEXT, {}, 'nobody')).status).toBe(404);
  });

  test('409 an instance that is not connected', async () => {
    const { g } = await open();
    await g.provider.of('shop').host.enter('reconnecting', 'connection lost');
    const { status, body } = await send(g);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'instance shop is not connected',
    });
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  test("400 a provider's own refusal passes as it is", async () => {
    const { g } = await open();
    g.provider.script.send = async () => {
      throw new AppError('invalid', 'the number is not on this platform');
    };
    const { status, body } = await send(g);
    expect(status).toBe(400);
    expect(body.error.message).toBe('the number is not on this platform');
  });

  test('500 a provider that breaks: its message is not shown', async () => {
    const { g } = await open();
    g.provider.script.send = async () => {
      throw new Error('socket 10.0.0.7 reset');
    };
    const { status, body } = await send(g);
    expect(status).toBe(500);
    expect(body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(JSON.stringify(body)).not.toContain('10.0.0.7');
  });

  test('201 texts are begun in the order of the calls, and none waits for the end of another', async () => {
    const { g } = await open();
    const { send: accepted } = g.provider.script;
    const texts: unknown[] = [];
    const ends: (() => void)[] = [];
    g.provider.script.send = async (session, message) => {
      texts.push(message.content);
      await new Promise<void>((resolve) => ends.push(resolve));
      return accepted(session, message);
    };
    const said = ['one', 'two', 'three'];
    const pending = said.map((text) => send(g, { ...TEXT, text }));
    await until('all have begun', () => ends.length === 3);
    expect(texts).toEqual(said.map((text) => ({ kind: 'text', text })));
    for (const end of ends.reverse()) end();
    for (const { status } of await Promise.all(pending)) expect(status).toBe(201);
  });

  test('500 a provider that hangs is abandoned after 20 s', async () => {
    const { g } = await open();
    g.provider.script.send = hang;
    const pending = send(g);
    await until('it was asked', () => g.provider.of('shop').calls.length === 1);
    await g.clock.advance(20_000);
    const { status, body } = await pending;
    expect(status).toBe(500);
    expect(body.error.message).toContain('did not answer in time');
  });
});

describe('Idempotency-Key on sendText', () => {
  const once = { headers: { 'idempotency-key': 'order-17' } };

  test('201 a repetition is answered and not sent', async () => {
    const { g } = await open();
    const first = await send(g, TEXT, once);
    const second = await send(g, TEXT, once);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(g.provider.of('shop').calls).toEqual(['send']);
  });

  test('201 without a key, or of another instance, it is sent each time', async () => {
    const { g } = await open();
    await g.createOpen('cafe');
    await send(g);
    await send(g);
    expect(g.provider.of('shop').calls).toEqual(['send', 'send']);
    await send(g, TEXT, once);
    await send(g, TEXT, once, 'cafe');
    expect(g.provider.of('cafe').calls).toEqual(['send']);
  });

  test('409 the same key with another message', async () => {
    const { g } = await open();
    await send(g, TEXT, once);
    const { status, body } = await send(g, { ...TEXT, text: 'other' }, once);
    expect(status).toBe(409);
    expect(body.error.code).toBe('CONFLICT');
  });

  test('409 a failure is not stored: the repetition is sent once it can be', async () => {
    const { g } = await open();
    await g.provider.of('shop').host.enter('reconnecting', null);
    expect((await send(g, TEXT, once)).status).toBe(409);
    await g.provider.of('shop').host.enter('open', null);
    expect((await send(g, TEXT, once)).status).toBe(201);
  });

  test('400 a malformed key', async () => {
    const { g } = await open();
    const headers = { 'idempotency-key': 'x'.repeat(256) };
    expect((await send(g, TEXT, { headers })).status).toBe(400);
  });
});
