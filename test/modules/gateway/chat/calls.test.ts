/** Rejecting a call, by the status that callers get. */
import { expect, test } from 'bun:test';
import type { CallActions } from '../../../../src/core/providers/account-actions.ts';
import { conflict, notFound } from '../../../helpers/failures.ts';
import { type ChatBench, chatBench } from './setup.ts';

const CALL = { callId: 'CALL-1', callFrom: '5511988887777@s.whatsapp.net' };

async function bench(reject: CallActions['reject'] = async () => {}): Promise<ChatBench> {
  const opened = await chatBench();
  opened.g.provider.script.phoneCalls = () => ({
    async reject(...call) {
      opened.calls.push(['reject', ...call]);
      await reject(...call);
    },
  });
  return opened;
}

test('POST /call/reject: 201 once the platform was told, whoever calls or a caller by name', async () => {
  const { post, calls } = await bench();
  const { status, body } = await post('/call/reject', CALL);
  expect([status, body]).toEqual([201, { callId: 'CALL-1', rejected: true }]);
  expect((await post('/call/reject', { callId: 'CALL-1' })).status).toBe(201);
  const written = { callId: 'CALL-1', callFrom: '+55 (11) 98888-7777' };
  expect((await post('/call/reject', written)).status).toBe(201);
  expect(calls).toEqual([
    ['reject', CALL.callId, CALL.callFrom],
    ['reject', CALL.callId, undefined],
    ['reject', CALL.callId, '5511988887777'],
  ]);
});

test.each([
  [{}, 'callId'],
  [{ callId: '' }, 'callId'],
  [{ callId: 'A'.repeat(129) }, 'callId'],
  [{ ...CALL, callFrom: 'Ana' }, 'callFrom'],
])('POST /call/reject: 400 for %j, and nothing is rejected', async (call, field) => {
  const { post, calls } = await bench();
  const { status, body } = await post('/call/reject', call);
  expect(status).toBe(400);
  expect(body.error.message).toContain(field);
  expect(calls).toEqual([]);
});

test('POST /call/reject: 404 for a call that does not ring, 409 when the platform refuses', async () => {
  const gone = await bench(async (callId) => Promise.reject(notFound(`call ${callId}`)));
  const { status, body } = await gone.post('/call/reject', CALL);
  expect([status, body.error.message]).toEqual([404, 'call CALL-1 not found']);
  const refused = await bench(async () => Promise.reject(conflict('WhatsApp refuses it')));
  expect((await refused.post('/call/reject', CALL)).status).toBe(409);
});
