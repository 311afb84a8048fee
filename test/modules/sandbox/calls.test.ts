import { expect, test } from 'bun:test';
import { ACCOUNT, bench, openBench, refusal, sampleEvent } from './setup.ts';

const ANA = '5511988887777';
const CHAT = `${ANA}@s.whatsapp.net`;
const CALL = { callId: 'CALL-1' };

const callEvent = (type: 'CallOffer' | 'CallTerminate', { callId }: { callId: string }) =>
  sampleEvent(type, { CallID: callId, CallCreator: CHAT, From: CHAT });

test('a call that rings is rejected once, and listed among what was done', async () => {
  const { session } = await openBench();
  await session.event(callEvent('CallOffer', CALL));
  await session.phoneCalls().reject(CALL.callId, ANA);
  const at = '2026-01-05T10:00:00.000Z';
  expect(session.actions()).toEqual([{ at, action: 'reject', chat: CHAT, callId: CALL.callId }]);
  expect(await refusal(session.phoneCalls().reject(CALL.callId))).toBe(
    'not_found: call CALL-1 not found',
  );
});

test('nobody rejects a call that has ended, that somebody else makes, or while not connected', async () => {
  const { session } = await openBench();
  await session.event(callEvent('CallOffer', CALL));
  const reject = (from?: string) => refusal(session.phoneCalls().reject(CALL.callId, from));
  expect(await reject('5511977770000')).toBe('not_found: call CALL-1 not found');
  await session.event(callEvent('CallTerminate', CALL));
  expect(await reject()).toBe('not_found: call CALL-1 not found');
  expect(session.actions()).toEqual([]);
  const closed = bench({ account: ACCOUNT }).session;
  expect(await refusal((async () => closed.phoneCalls())())).toBe('conflict: not connected');
});

test('of more than a hundred calls that never ended the first are forgotten', async () => {
  const { session } = await openBench();
  for (let call = 0; call <= 100; call++)
    await session.event(callEvent('CallOffer', { callId: `CALL-${call}` }));
  expect(await refusal(session.phoneCalls().reject('CALL-0'))).toStartWith('not_found');
  expect(await refusal(session.phoneCalls().reject('CALL-1'))).toBeNull();
});
