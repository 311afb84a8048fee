/** What the page says when the service refuses something. */
import { expect, test } from 'bun:test';
import { reasonIn } from '../../../src/manager/page/api.ts';

test('the reason of a failure is shown in whichever form the service words it', () => {
  const nobody = { jid: '5511@s.whatsapp.net', exists: false, number: '5511' };
  expect(reasonIn({ error: { code: 'NOT_FOUND', message: 'instance not found' } })).toBe(
    'instance not found',
  );
  expect(reasonIn({ error: true, message: 'it is not connected' })).toBe('it is not connected');
  expect(reasonIn({ error: 'Conflict', response: { message: ['it exists'] } })).toBe('it exists');
  expect(reasonIn({ error: 'Bad Request', response: { message: [nobody] } })).toBe(
    'number 5511 is not on WhatsApp',
  );
  expect(reasonIn(null)).toBeUndefined();
});
