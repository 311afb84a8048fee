import { describe, expect, test } from 'bun:test';
import { PERMISSIONS } from '../../../../src/modules/crm/permissions/catalogue.ts';
import { crmBench } from '../../../helpers/crm.ts';

describe('GET /resource_actions', () => {
  test('200 every permission with its words, for any token', async () => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith();
    const { status, body } = await call('GET', '/resource_actions', { token });
    expect(status).toBe(200);
    expect(body.data.all_permissions.map(({ key }: { key: string }) => key)).toEqual([
      ...PERMISSIONS,
    ]);
    expect(body.data.all_permissions).toContainEqual({
      key: 'pipeline_stages.create',
      display_name: 'Pipeline stages - Create',
      resource: 'pipeline_stages',
      action: 'create',
      resource_name: 'Pipeline stages',
      action_name: 'Create',
      description: 'Create pipeline stages',
    });
    expect(Object.keys(body.data.resources.audit_logs.actions)).toEqual(['read']);
    expect(body.data.resources.pipelines.actions.delete).toEqual({
      name: 'Delete',
      description: 'Delete pipelines',
    });
  });
});
