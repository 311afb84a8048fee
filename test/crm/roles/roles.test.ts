import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../helpers/crm.ts';

describe('POST /roles', () => {
  test('201 a custom role, with its key made from its name', async () => {
    const { call, rows, userId } = await crmBench();
    const { status, body, headers } = await call('POST', '/roles', {
      body: { name: '  Sales Team ', permissions: ['users.read', 'pipelines.read', 'users.read'] },
    });
    expect(status).toBe(201);
    expect(body.success).toBe(true);
    expect(body.data).toMatchObject({
      key: 'sales_team',
      name: 'Sales Team',
      description: '',
      type: 'custom',
      permissions: ['pipelines.read', 'users.read'],
    });
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    const [audit] = await rows(
      'select action, resource, resource_id, actor_user_id, before, after from audit_logs',
    );
    expect(audit?.slice(0, 5)).toEqual(['create', 'roles', body.data.id, userId, null]);
    expect(JSON.parse(String(audit?.[5]))).toEqual(body.data);
  });

  test('422 name is missing', async () => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/roles', { body: {} });
    expect(status).toBe(422);
    expect(body.error.code).toBe('VALIDATION_ERROR');
    expect(body.error.details).toEqual({ name: ['is required'] });
  });

  test.each([
    ['blank', '   ', 'must not be blank'],
    ['null', null, 'must be a string'],
    ['a number', 5, 'must be a string'],
    ['zero-width', 'a\u200bb', 'must not contain control or zero-width characters'],
    ['a control character', 'a\u0007b', 'must not contain control or zero-width characters'],
    ['half a character', 'a\ud800b', 'must not contain control or zero-width characters'],
    ['too long', 'x'.repeat(100_000), 'must have at most 255 characters'],
  ])('422 name is %s', async (_what, name, text) => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/roles', { body: { name } });
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ name: [text] });
  });

  test('201 255 characters that take two units each', async () => {
    const { call } = await crmBench();
    const name = '👍'.repeat(255);
    const { status, body } = await call('POST', '/roles', { body: { name } });
    expect([status, body.data.name]).toEqual([201, name]);
  });
});
