import { expect, test } from 'bun:test';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { openGateway } from './setup.ts';

const at = Date.parse('2026-01-05T10:00:00.000Z');

async function sent() {
  const { g, key } = await openGateway();
  const { id = '' } = g.directory.byName('shop') ?? {};
  const stream = { id, name: 'shop' };
  await g.messages.publish(
    stream,
    [],
    [
      {
        id: '3EB0A',
        isFromMe: true,
        chat: '5511@s.whatsapp.net',
        sender: '5522@s.whatsapp.net',
        chatAddress: '5511@s.whatsapp.net',
        authorAddress: '',
        kind: 'text',
        content: null,
        sentAt: at,
        status: 'Pending',
      },
    ],
  );
  return { g, key, stream };
}

test('200 what became of a message, with each change and its time', async () => {
  const { g, key, stream } = await sent();
  const refusal = { code: 463, reason: 'Wait.', at: at + 250 } as const;
  await g.messages.recordStatuses(stream, [{ id: '3EB0A', status: 'Error', ...refusal }]);
  const { status, body } = await g.call('GET', '/message/status/shop/3EB0A', { key });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: '3EB0A',
    chat: '5511@s.whatsapp.net',
    status: 'Error',
    code: 463,
    reason: 'Wait.',
    history: [
      { status: 'Pending', at: '2026-01-05T10:00:00.000Z' },
      { status: 'Error', at: '2026-01-05T10:00:00.250Z' },
    ],
  });
});

test('404 for a message that was not sent through the instance', async () => {
  const { g, key } = await sent();
  for (const id of ['3EB0B', 'x'.repeat(300), encodeURIComponent("' or 1=1")]) {
    const { status, body } = await g.call('GET', `/message/status/shop/${id}`, { key });
    expect([status, body.error.message]).toEqual([404, 'message not found']);
  }
});

test('403 on the message of another instance', async () => {
  const { g } = await sent();
  const { key } = await g.create('cafe');
  const { status } = await g.call('GET', '/message/status/shop/3EB0A', { key });
  expect(status).toBe(403);
});

test('404 for an unknown instance', async () => {
  const { g } = await sent();
  const { status } = await g.call('GET', `/message/status/${SHOP.name}x/3EB0A`, {});
  expect(status).toBe(404);
});
