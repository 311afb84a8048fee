import { describe, expect, test } from 'bun:test';
import { SHARED_REFUSALS } from '../../../helpers/gateway-server.ts';
import { sandboxServer } from './setup.ts';

describe('every path under /sandbox/:instanceName', () => {
  const PATHS = ['scan', 'pair', 'message', 'event', 'receipt', 'drop', 'remove'].map(
    (operation) => ['POST', operation] as const,
  );

  for (const [method, operation] of [...PATHS, ['GET', 'sent'] as const]) {
    const body = method === 'POST' ? { body: { nothing: 'right' } } : {};
    test.each(SHARED_REFUSALS)(`${method} ${operation}: $promise`, async (refused) => {
      const { call } = await sandboxServer();
      const { key, name, status, code } = refused;
      const answer = await call(method, `/sandbox/${name}/${operation}`, { key, ...body });
      expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    });

    test(`${method} ${operation}: 400 an instance of another provider`, async () => {
      const { call } = await sandboxServer();
      const answer = await call(method, `/sandbox/phone/${operation}`, body);
      expect([answer.status, answer.json.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(answer.json.error.message).toBe('phone is not an instance of the sandbox');
    });
  }

  test("200 the instance's own key is accepted", async () => {
    const { call } = await sandboxServer();
    expect((await call('GET', '/sandbox/shop/sent', { key: 'shop-key' })).status).toBe(200);
  });

  test('404 and 405: an operation that there is not, a method that it does not take', async () => {
    const { call } = await sandboxServer();
    expect((await call('POST', '/sandbox/shop/teleport')).status).toBe(404);
    expect((await call('GET', '/sandbox/shop/scan')).status).toBe(405);
    expect((await call('POST', '/sandbox/shop/sent')).status).toBe(405);
  });
});
