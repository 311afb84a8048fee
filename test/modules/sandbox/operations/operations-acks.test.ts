/** What the platform answers to messages that are sent, as an application under test has it decided. */
import { describe, expect, test } from 'bun:test';
import { until } from '../../../helpers/until.ts';
import { openSandbox } from './setup.ts';

const hello = { number: '5511988887777', content: { kind: 'text', text: 'hello' } } as const;

async function opened() {
  const server = await openSandbox();
  const { session, host, clock } = server;
  const send = async () => (await session.send(hello)).id;
  /** What has been reported of the message once nothing more is due. */
  const statusesOf = async (id: string) => {
    for (let turn = 0; turn < 5; turn++) await clock.advance(1_000);
    return host.statuses.filter((one) => one.id === id).map(({ status }) => status);
  };
  return { ...server, send, statusesOf };
}

describe('POST /sandbox/:instanceName/ack', () => {
  test('the next messages are refused with a code and the reason, and those after them are delivered', async () => {
    const { post, send, statusesOf, host } = await opened();
    const { status, json } = await post('ack', { code: 479, times: 2 });
    expect([status, json]).toEqual([200, { success: true, message: 'Answers are set' }]);
    const [first, second, third] = [await send(), await send(), await send()];
    expect(await statusesOf(first)).toEqual(['Error']);
    expect(await statusesOf(second)).toEqual(['Error']);
    expect(await statusesOf(third)).toEqual(['ServerAck', 'Delivered']);
    expect(host.statuses[0]).toMatchObject({
      code: 479,
      reason: expect.stringContaining('Send it again'),
    });
  });

  test('answers are lost until the sandbox is told to answer again', async () => {
    const { post, send, statusesOf } = await opened();
    await post('ack', { status: 'None' });
    expect(await statusesOf(await send())).toEqual([]);
    await post('ack', {});
    expect(await statusesOf(await send())).toEqual(['ServerAck', 'Delivered']);
  });

  test('messages are taken and never delivered', async () => {
    const { post, send, statusesOf } = await opened();
    await post('ack', { status: 'ServerAck' });
    expect(await statusesOf(await send())).toEqual(['ServerAck']);
  });

  test('an answer comes as late as it is told to, and is lost when the connection is, unlike the delivery after it', async () => {
    const { post, send, statusesOf, host, clock, session } = await opened();
    await post('ack', { delayMs: 20_000 });
    const late = await send();
    await clock.advance(19_999);
    expect(host.statuses).toEqual([]);
    await clock.advance(1);
    expect(await statusesOf(late)).toEqual(['ServerAck', 'Delivered']);
    await post('ack', { delayMs: 500 });
    const lost = await send();
    await session.drop();
    expect(await statusesOf(lost)).toEqual(['Delivered']);
  });

  test('one message gets the status that is named for it', async () => {
    const { post, send, host, clock } = await opened();
    await post('ack', { status: 'None' });
    const id = await send();
    const { json } = await post('ack', { messageId: id, status: 'Read' });
    expect(json).toEqual({ success: true, message: 'Answer is on its way' });
    await post('ack', { messageId: id, code: 463, delayMs: 1_000 });
    await clock.advance(1_000);
    await until('both are reported', () => host.statuses.length === 2);
    expect(host.statuses).toMatchObject([
      { id, status: 'Read', code: null, reason: null },
      { id, status: 'Error', code: 463 },
    ]);
  });

  test('a refusal with 463 names the end of the lock of new chats', async () => {
    const { post, session, host, clock } = await opened();
    await session.message({ kind: 'text', from: hello.number, text: 'hi' });
    const lockedUntil = clock.now() + 60_000;
    await host.newChats.learned({ lockedUntil, checkedAt: clock.now() });
    await post('ack', { code: 463 });
    await session.send(hello);
    await until('refused', () => host.statuses.length > 0);
    expect(host.statuses[0]?.reason).toContain(new Date(lockedUntil).toISOString());
  });

  test('404 for a message that was not sent', async () => {
    const { post, session } = await opened();
    const { messageId } = await session.message({
      kind: 'text',
      from: '5511988887777',
      text: 'hi',
    });
    for (const id of [messageId, '3EB0']) {
      const { status, json } = await post('ack', { messageId: id, status: 'Read' });
      expect([status, json.error.message]).toEqual([404, 'message not found']);
    }
  });

  test.each([
    [{ status: 'Read' }, 'Read is for one message: name it by messageId'],
    [{ status: 'ServerAck', code: 463 }, 'code is only for status Error'],
    [{ messageId: '3EB0', status: 'None' }, 'a status other than None or a code is required'],
    [{ messageId: '3EB0', status: 'Read', times: 2 }, 'times does not go with messageId'],
    [{ status: 'Gone' }, 'status'],
    [{ delayMs: 600_001 }, 'delayMs'],
    [{ times: 0 }, 'times'],
    [{ code: 'many' }, 'code'],
  ])('400 for %o', async (body, message) => {
    const { post, send, statusesOf } = await opened();
    const { status, json } = await post('ack', body);
    expect(status).toBe(400);
    expect(json.error.message).toContain(message);
    expect(await statusesOf(await send())).toEqual(['ServerAck', 'Delivered']);
  });
});

test('a receipt that arrives says how far the messages that it names have come', async () => {
  const { post, send, host } = await opened();
  await post('ack', { status: 'ServerAck' });
  const id = await send();
  await post('receipt', { state: 'Read', chat: '5511988887777', messageIds: [id] });
  await post('receipt', { state: 'ReadSelf', chat: '5511988887777', messageIds: [id] });
  await until('it is read', () => host.statuses.length > 1);
  expect(host.statuses.map(({ status }) => status)).toEqual(['ServerAck', 'Read']);
});
