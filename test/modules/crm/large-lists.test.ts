/** Lists whose rows are large: what one answer may hold is asked before they are read. */
import { expect, test } from 'bun:test';
import { crmBench } from '../../helpers/crm.ts';

const LARGE = { note: 'x'.repeat(60_000) };
const TOO_LARGE = /^The list has \d+ bytes, more than the 16777216 of one answer: /;

test('a page of MCP servers or audit rows that is too large for one answer is 400, and a smaller one is listed', async () => {
  const { call } = await crmBench();
  for (let index = 0; index < 17; index++) {
    const tools = Array(17).fill(LARGE);
    const body = { name: `server ${index}`, config_type: 'sse', tools };
    expect((await call('POST', '/mcp-servers', { body })).status).toBe(201);
  }
  for (const path of ['/mcp-servers', '/audit_logs']) {
    const refused = await call('GET', `${path}?pageSize=100`);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(refused.body.error.message).toMatch(TOO_LARGE);
    expect(refused.body.error.message).toContain('pageSize');
    const listed = await call('GET', `${path}?pageSize=10&page=2`);
    expect([listed.status, listed.body.meta.pagination.total]).toEqual([200, 17]);
    expect(listed.body.data).toHaveLength(7);
  }
});

test('stages that are too large for one answer are 400, and each is still there by its id', async () => {
  const { call } = await crmBench();
  const pipeline = await call('POST', '/pipelines', { body: { pipeline: { name: 'Sales' } } });
  const at = `/pipelines/${pipeline.body.data.id}/pipeline_stages`;
  let last = '';
  for (let index = 0; index < 280; index++) {
    const body = { pipeline_stage: { name: `${index}`, automation_rules: LARGE } };
    last = (await call('POST', at, { body })).body.data.id;
  }
  for (const path of [at, '/pipelines', `/pipelines/${pipeline.body.data.id}`]) {
    const refused = await call('GET', path);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toMatch(TOO_LARGE);
  }
  expect((await call('GET', `${at}/${last}`)).status).toBe(200);
  expect((await call('DELETE', `${at}/${last}`)).status).toBe(200);
  expect((await call('GET', at)).body.data).toHaveLength(279);
});
