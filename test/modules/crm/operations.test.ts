/** What holds for every operation of the zone, route by route. */
import { describe, expect, test } from 'bun:test';
import { isPermission, PERMISSIONS } from '../../../src/modules/crm/permissions/catalogue.ts';
import { crmBench } from '../../helpers/crm.ts';

const { app, call, memberWith } = await crmBench();
const operations = app.routes
  .filter(({ path }) => path.startsWith('/api/v1'))
  .map(({ method, path, hooks }) => {
    const detail = hooks.detail as Record<string, unknown> | undefined;
    return { method, path, permission: detail?.['x-permission'], detail, hooks };
  });
/** What people do in their own name, whatever their role. */
const WITHOUT_PERMISSION = [
  'GET /api/v1/permissions',
  'POST /api/v1/permissions/check',
  'GET /api/v1/resource_actions',
  'DELETE /api/v1/memberships/me',
  'POST /api/v1/invitations/open',
  'POST /api/v1/invitations/:id/accept',
  'POST /api/v1/invitations/:id/decline',
];
/** Failures below this path have codes of their own. */
const isOfPermissions = (path: string) => path.startsWith('/api/v1/permissions');
const guarded = operations.filter(({ permission }) => permission !== null);
const anyUuid = (path: string) =>
  path.replace('/api/v1', '').replace(/:[a-z_]+/g, '01900000-0000-7000-8000-00000000ffff');

describe('every operation under /api/v1', () => {
  test('there are some', () => expect(operations.length).toBeGreaterThan(5));

  test.each(operations)('$method $path declares what it needs', (operation) => {
    const { method, path, permission, detail } = operation;
    if (WITHOUT_PERMISSION.includes(`${method} ${path}`)) expect(permission).toBeNull();
    else expect(isPermission(String(permission))).toBe(true);
    expect(String(detail?.description)).toContain(
      permission === null ? 'no permission' : String(permission),
    );
    expect(detail?.security).toEqual([{ api_access_token: [] }]);
  });

  test.each(guarded)(
    '403 $method $path without $permission, which the message names',
    async ({ method, path, permission }) => {
      const others = PERMISSIONS.filter((one) => one !== permission);
      const { token } = await memberWith(...others);
      const { status, body } = await call(method, anyUuid(path), { token });
      const expected =
        status === 400 ? 'A JSON body is required' : `needs the permission ${permission}`;
      expect([400, 403]).toContain(status);
      expect(body.error.message).toContain(expected);
      const withBody = method === 'GET' ? {} : { body: { 'not-a-field': 1 } };
      const second = await call(method, anyUuid(path), { token, ...withBody });
      expect([second.status, second.body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect(second.body.error.message).toContain(String(permission));
    },
  );

  test.each(operations)('401 $method $path without a token', async ({ method, path }) => {
    const { status, body } = await call(method, anyUuid(path), { token: 'nonsense' });
    expect(status).toBe(401);
    expect(body.error.code).toBe(isOfPermissions(path) ? 'INVALID_TOKEN' : 'UNAUTHORIZED');
  });

  const withIds = operations.filter(({ path }) => path.includes(':'));
  test.each(withIds)('400 $method $path with a malformed id', async ({ method, path }) => {
    const at = path.replace('/api/v1', '').replace(/:[a-z_]+/g, 'not-a-uuid');
    const { status, body } = await call(method, at, method === 'GET' ? {} : { body: { x: 1 } });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toContain('must be a UUID');
  });

  const withBodies = operations.filter(({ hooks }) => hooks.body !== undefined);
  test.each(withBodies)(
    '$method $path refuses unknown fields, an array, text and broken JSON',
    async ({ method, path }) => {
      const at = anyUuid(path);
      const unknown = await call(method, at, { body: { 'not-a-field': 1 } });
      // A missing wrapper is reported before what stands beside it.
      if (unknown.status !== 400) {
        expect(unknown.status).toBe(422);
        expect(unknown.body.error.details['not-a-field']).toEqual(['is not a known field']);
      }
      expect((await call(method, at, { body: [] })).status).toBe(400);
      expect((await call(method, at, { raw: '{"name":' })).status).toBe(400);
      const text = { raw: 'name=x', headers: { 'content-type': 'text/plain' } };
      expect((await call(method, at, text)).status).toBe(415);
      expect((await call(method, at, { raw: `{"name":"${'x'.repeat(1_100_000)}"}` })).status).toBe(
        413,
      );
    },
  );

  const posts = operations.filter(({ method }) => method === 'POST');
  test.each(posts)(
    '400 $method $path with a malformed Idempotency-Key',
    async ({ method, path }) => {
      const headers = { 'idempotency-key': 'two words' };
      const { status, body } = await call(method, anyUuid(path), { headers, body: { x: 1 } });
      const code = isOfPermissions(path) ? 'VALIDATION_ERROR' : 'BAD_REQUEST';
      expect([status, body.error.code]).toEqual([400, code]);
      expect(body.error.message).toContain('Idempotency-Key');
    },
  );
});

const served = new Set(guarded.map(({ permission }) => String(permission).split('.')[0]));
const ofServed = PERMISSIONS.filter((permission) => served.has(permission.split('.')[0]));
test.each(ofServed)('%s is what some operation needs', (permission) => {
  expect(guarded.some((operation) => operation.permission === permission)).toBe(true);
});
