import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../../helpers/crm.ts';

describe('POST /permissions/check', () => {
  test.each([
    ['pipelines.read', true],
    ['mcp_servers.delete', true],
    ['ai_mcp_servers.delete', true],
    ['pipelines.create', false],
    ['ai_mcp_servers.create', false],
    ['conversations.read', false],
  ])('200 for %s: %p', async (permission_key, has_permission) => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith('pipelines.read', 'mcp_servers.delete');
    const body = { permission_key };
    const answer = await call('POST', '/permissions/check', { token, body });
    expect([answer.status, answer.body.data]).toEqual([200, { has_permission, permission_key }]);
    expect(answer.body.message).toBe(has_permission ? 'Permission granted' : 'Permission denied');
  });

  test('401, 403, 404, 400 and 422 in the words of GET /permissions', async () => {
    const { call, otherAccount, memberWith } = await crmBench();
    const { accountId: other } = await otherAccount();
    const { token } = await memberWith('pipelines.read');
    const codeOf = async (more: object, body: object = { permission_key: 'pipelines.read' }) => {
      const { status, body: answer } = await call('POST', '/permissions/check', { body, ...more });
      return [status, answer.error.code];
    };
    expect(await codeOf({ token: 'nonsense' })).toEqual([401, 'INVALID_TOKEN']);
    const unknown = '01900000-0000-7000-8000-00000000ffff';
    expect(await codeOf({ headers: { 'account-id': unknown } })).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf({ token, headers: { 'account-id': other } })).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf({ headers: { 'account-id': 'x' } })).toEqual([400, 'VALIDATION_ERROR']);
    expect(await codeOf({}, { permission_key: ' ' })).toEqual([422, 'VALIDATION_ERROR']);
    expect(await codeOf({}, {})).toEqual([422, 'VALIDATION_ERROR']);
  });
});
