import { describe, expect, test } from 'bun:test';
import { stageBench, UNKNOWN } from './setup.ts';

describe('PATCH /pipelines/{pipeline_id}/pipeline_stages/reorder', () => {
  test('200 the whole list in its new order; what moved has a new version', async () => {
    const { call, at, stages, order, rows, pipelineId } = await stageBench();
    const [a, b, c, d] = await stages('a', 'b', 'c', 'd');
    const before = (await call('GET', at)).body.data;
    const stage_ids = [d, b, a, c];
    const { status, body } = await call('PATCH', `${at}/reorder`, { body: { stage_ids } });
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(stage_ids);
    expect(await order()).toEqual(['d', 'b', 'a', 'c']);
    expect(body.data[1]).toEqual(before[1]);
    expect(body.data[0].updated_at > before[3].updated_at).toBe(true);
    const [audit] = await rows(
      "select resource, resource_id, before, after from audit_logs where action = 'reorder'",
    );
    expect(audit?.slice(0, 2)).toEqual(['pipeline_stages', pipelineId]);
    expect(audit?.slice(2).map((text) => JSON.parse(String(text)))).toEqual([
      { stage_ids: [a, b, c, d] },
      { stage_ids },
    ]);
  });

  test('200 with the ids in stage_orders; 422 with both names or none', async () => {
    const { call, at, stages, order } = await stageBench();
    const [a = '', b = ''] = await stages('a', 'b');
    const reorder = (body: object) => call('PATCH', `${at}/reorder`, { body });
    expect((await reorder({ stage_orders: [b, a] })).status).toBe(200);
    expect(await order()).toEqual(['b', 'a']);
    const both = await reorder({ stage_orders: [a, b], stage_ids: [a, b] });
    expect([both.status, both.body.error.details]).toEqual([
      422,
      { stage_orders: ['is another name of stage_ids: use one'] },
    ]);
    const none = await reorder({});
    expect([none.status, none.body.error.details]).toEqual([422, { stage_ids: ['is required'] }]);
    expect(await order()).toEqual(['b', 'a']);
  });

  test('200 ids in upper case, the order they have, and no stages at all', async () => {
    const { call, at, stages, order } = await stageBench();
    const empty = await call('PATCH', `${at}/reorder`, { body: { stage_ids: [] } });
    expect([empty.status, empty.body.data]).toEqual([200, []]);
    const ids = await stages('a', 'b');
    const stage_ids = ids.map((id) => id.toUpperCase());
    expect((await call('PATCH', `${at}/reorder`, { body: { stage_ids } })).status).toBe(200);
    expect(await order()).toEqual(['a', 'b']);
  });

  test('200 a hundred stages turned round', async () => {
    const { call, at, stages, order } = await stageBench();
    const names = Array.from({ length: 100 }, (_, n) => `stage ${n}`);
    const ids = await stages(...names);
    const body = { stage_ids: ids.reverse() };
    expect((await call('PATCH', `${at}/reorder`, { body })).status).toBe(200);
    expect(await order()).toEqual(names.reverse());
  });

  test('200 or 422 while stages come and go: never a gap', async () => {
    const { call, at, add, stages, order } = await stageBench();
    const ids = await stages(...'abcdef');
    const answers = await Promise.all([
      call('PATCH', `${at}/reorder`, { body: { stage_ids: [...ids].reverse() } }),
      add({ name: 'g' }),
      call('DELETE', `${at}/${ids[2]}`),
      call('PATCH', `${at}/${ids[0]}`, { body: { pipeline_stage: { name: 'A' } } }),
      call('PATCH', `${at}/reorder`, { body: { stage_ids: ids } }),
    ]);
    for (const { status } of answers) expect([200, 201, 422]).toContain(status);
    expect((await order()).sort()).toEqual(['A', 'b', 'd', 'e', 'f', 'g']);
  });

  const refusalOf = async (pick: (ids: string[], foreign: string) => string[]) => {
    const { call, at, stages, order, otherAccount } = await stageBench();
    const ids = await stages('a', 'b', 'c');
    const { token } = await otherAccount();
    const body = { pipeline: { name: 'Theirs' }, stages: [{ name: 'x' }] };
    const theirs = await call('POST', '/pipelines', { token, body });
    const foreign: string = theirs.body.data.stages[0].id;
    const stage_ids = pick(ids, foreign);
    const answer = await call('PATCH', `${at}/reorder`, { body: { stage_ids } });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(await order()).toEqual(['a', 'b', 'c']);
    return { ids, foreign, text: answer.body.error.details.stage_ids[0] };
  };

  test('422 one is missing, named', async () => {
    const { ids, text } = await refusalOf(([a = '', b = '']) => [a, b]);
    expect(text).toBe(`must name each stage once (missing: ${ids[2]})`);
  });

  test('422 one is another pipeline’s, named', async () => {
    const { foreign, text } = await refusalOf((ids, theirs) => [...ids, theirs]);
    expect(text).toBe(`must name each stage once (not of this pipeline: ${foreign})`);
  });

  test('422 one stands there twice in place of another', async () => {
    const { ids, text } = await refusalOf(([a = '', b = '']) => [a, b, a]);
    expect(text).toBe(`must name each stage once (missing: ${ids[2]}; twice: ${ids[0]})`);
  });

  test.each([
    ['missing', {}, { stage_ids: ['is required'] }],
    ['no array', { stage_ids: 'a' }, { stage_ids: ['must be an array'] }],
    ['not of UUIDs', { stage_ids: ['a'] }, { 'stage_ids.0': ['must be a UUID'] }],
    ['beside another field', { stage_ids: [], by: 1 }, { by: ['is not a known field'] }],
  ])('422 stage_ids %s', async (_what, body, details) => {
    const { call, at } = await stageBench();
    const answer = await call('PATCH', `${at}/reorder`, { body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details).toEqual(details);
  });

  test('404 an unknown pipeline, and another account’s', async () => {
    const { call, at, stages, otherAccount } = await stageBench();
    const stage_ids = await stages('a');
    const { token } = await otherAccount();
    const body = { stage_ids };
    const unknown = `/pipelines/${UNKNOWN}/pipeline_stages/reorder`;
    expect((await call('PATCH', unknown, { body })).status).toBe(404);
    expect((await call('PATCH', `${at}/reorder`, { body, token })).status).toBe(404);
  });

  test('412 another version of the pipeline', async () => {
    const { call, at, stages, pipelineId } = await stageBench();
    const body = { stage_ids: await stages('a') };
    const reorder = (etag: string) =>
      call('PATCH', `${at}/reorder`, { body, headers: { 'if-match': etag } });
    expect((await reorder('"other"')).status).toBe(412);
    const etag = (await call('GET', `/pipelines/${pipelineId}`)).headers.get('etag') ?? '';
    expect((await reorder(etag)).status).toBe(200);
  });
});
