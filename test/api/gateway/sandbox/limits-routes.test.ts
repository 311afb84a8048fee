/** The lock of new chats, as an application under test has the sandbox's platform say it. */
import { describe, expect, test } from 'bun:test';
import { until } from '../../../helpers/until.ts';
import { FROM, openSandbox } from './setup.ts';

const END = '2026-01-08T10:00:00.000Z';
const hello = { number: FROM, content: { kind: 'text', text: 'hello' } } as const;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => `${error.reason}: ${error.message}`,
  );

describe('POST /sandbox/:instanceName/limits', () => {
  test('200 while new chats are locked a first message to somebody is a conflict that names the end', async () => {
    const { post, session, clock } = await openSandbox();
    const { status, json } = await post('limits', { newChats: { locked: true, until: END } });
    expect([status, json]).toEqual([200, { success: true, message: 'Limits are set' }]);
    expect(await refusal(session.send(hello))).toContain(`conflict: WhatsApp does not let`);
    expect(await refusal(session.send(hello))).toContain(END);
    await session.message({ kind: 'text', from: FROM, text: 'hi' });
    expect(await refusal(session.send(hello))).toBeNull();
    const other = { ...hello, number: '5511977776666' };
    expect(await refusal(session.send(other))).toContain(END);
    expect(await refusal(session.send({ ...hello, number: '120363000000000000@g.us' }))).toBeNull();
    await clock.advance(3 * 24 * 3_600_000);
    expect(await refusal(session.send(other))).toBeNull();
  });

  test('200 opens them again', async () => {
    const { post, session } = await openSandbox();
    await post('limits', { newChats: { locked: true, until: END } });
    expect((await post('limits', { newChats: { locked: false } })).status).toBe(200);
    expect(await refusal(session.send(hello))).toBeNull();
  });

  test('a refusal with 463 names the end', async () => {
    const { post, session, host } = await openSandbox();
    await session.message({ kind: 'text', from: FROM, text: 'hi' });
    await post('limits', { newChats: { locked: true, until: END } });
    await post('ack', { code: 463 });
    await session.send(hello);
    await until('refused', () => host.statuses.length > 0);
    expect(host.statuses[0]?.reason).toContain(END);
  });

  test.each([
    [{ newChats: { locked: true } }, 'newChats.until must be'],
    [{ newChats: { locked: true, until: 'tomorrow' } }, 'newChats.until must be'],
    [{ newChats: {} }, 'newChats.locked'],
    [{}, 'newChats'],
  ])('400 for %o', async (body, message) => {
    const { post } = await openSandbox();
    const { status, json } = await post('limits', body);
    expect(status).toBe(400);
    expect(json.error.message).toContain(message);
  });
});
