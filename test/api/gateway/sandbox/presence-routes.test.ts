/** What contacts show, as an application under test has it shown. */
import { describe, expect, test } from 'bun:test';
import { FROM, openSandbox } from './setup.ts';

async function watching() {
  const server = await openSandbox();
  await server.session.chats().watch(FROM, true);
  await server.session.chats().showPresence('available');
  return server;
}

describe('POST /sandbox/:instanceName/presence', () => {
  test('200 a contact writes, and goes with the time they were last online', async () => {
    const { post, host } = await watching();
    const { status, json } = await post('presence', { from: FROM, presence: 'composing' });
    expect([status, json]).toEqual([200, { success: true, message: 'Presence arrived' }]);
    const lastSeen = '2026-01-05T09:30:00.000Z';
    await post('presence', { from: FROM, presence: 'unavailable', lastSeen });
    expect(host.events.slice(-2)).toMatchObject([
      { type: 'ChatPresence', data: { State: 'composing' } },
      { type: 'Presence', data: { Unavailable: true, LastSeen: lastSeen } },
    ]);
  });

  test('409 for a chat that is not watched', async () => {
    const { post } = await watching();
    const { status, json } = await post('presence', { from: '5511977776666', presence: 'paused' });
    expect([status, json.error.message]).toEqual([
      409,
      '5511977776666@s.whatsapp.net is not watched: call /chat/presenceSubscribe first',
    ]);
  });

  test.each([
    [{ from: FROM, presence: 'typing' }],
    [{ from: FROM, presence: 'unavailable', lastSeen: 'today' }],
    [{ from: FROM, presence: 'available', group: '12345@g.us' }],
    [{ presence: 'available' }],
  ])('400 for %o', async (body) => {
    const { post } = await watching();
    expect((await post('presence', body)).status).toBe(400);
  });
});
