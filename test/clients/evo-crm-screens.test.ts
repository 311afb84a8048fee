/** Requests of the screens of Evo CRM about permissions, pipelines and MCP servers, and the fields that they read. */
import { expect, test } from 'bun:test';
import { crmBench } from '../helpers/crm.ts';

const STAGE = {
  name: 'Proposal',
  description: '',
  color: '#8B5CF6',
  stage_type: 'active',
  automation_rules: { description: 'Waits for an answer' },
};

test('the screens of pipelines create, edit, reorder and switch off what they list', async () => {
  const { call } = await crmBench();
  const made = await call('POST', '/pipelines', {
    body: { name: 'Deals', pipeline_type: 'sales', visibility: 'public', is_active: true },
  });
  const at = `/pipelines/${made.body.data.id}`;
  const add = async (fields: object) =>
    (await call('POST', `${at}/pipeline_stages`, { body: { pipeline_stage: fields } })).body.data;
  const proposal = await add({ ...STAGE, position: 1 });
  const won = await add({ ...STAGE, name: 'Won', stage_type: 'completed', position: 1 });
  const edited = await call('PATCH', `${at}/pipeline_stages/${won.id}`, {
    body: { pipeline_stage: { ...STAGE, name: 'Closed', stage_type: 'cancelled', position: 2 } },
  });
  expect(edited.body.data).toMatchObject({ position: 2, stage_type: 2, name: 'Closed' });
  const stage_orders = [won.id, proposal.id];
  await call('PATCH', `${at}/pipeline_stages/reorder`, { body: { stage_orders } });
  const closed = await call('PATCH', at, { body: { is_active: false } });
  expect(closed.status).toBe(200);

  const { body } = await call('GET', '/pipelines?page=1&per_page=50');
  expect(body.data).toMatchObject([
    {
      name: 'Deals',
      is_active: false,
      is_default: false,
      item_count: 0,
      conversations_count: 0,
      stages: [
        { name: 'Closed', stage_type_name: 'cancelled', position: 1, item_count: 0 },
        { name: 'Proposal', automation_rules: STAGE.automation_rules, position: 2 },
      ],
    },
  ]);
});

test('the screen of MCP servers sees all of a hundred, and deletes with the permission that it looks for', async () => {
  const { call } = await crmBench();
  for (let n = 0; n < 25; n++) {
    const body = { name: `server ${n}`, config_type: 'sse', config_json: {}, type: 'community' };
    await call('POST', '/mcp-servers', { body });
  }
  const { permissions } = (await call('GET', '/permissions')).body.data;
  expect(permissions).toContain('ai_mcp_servers.delete');
  const { body } = await call('GET', '/mcp-servers?skip=0&limit=100');
  expect(body.data).toHaveLength(25);
  expect((await call('DELETE', `/mcp-servers/${body.data[24].id}`)).status).toBe(204);
});

test('the editor of roles offers every permission, and stores those that are chosen', async () => {
  const { call } = await crmBench();
  const offered = (await call('GET', '/resource_actions')).body.data.all_permissions;
  const permissions = offered.map(({ key }: { key: string }) => key);
  const { status, body } = await call('POST', '/roles', { body: { name: 'All', permissions } });
  expect([status, body.data.permissions]).toEqual([201, permissions]);
});
