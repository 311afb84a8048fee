import { expect, test } from 'bun:test';
import { stageBench } from './setup.ts';

async function withWebhook() {
  const bench = await stageBench();
  const { call, events } = bench;
  await call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/' } });
  const published = async () =>
    (await events()).map(({ event, data }) => [event, data.previous, data.current]);
  return { ...bench, published };
}

test('pipeline_stage.created tells the stage with the position it got', async () => {
  const { add, published } = await withWebhook();
  await add({ name: 'Lead' });
  const { data } = (await add({ name: 'Won', automation_rules: { a: [1] } })).body;
  expect((await published())[1]).toEqual(['pipeline_stage.created', null, data]);
});

test('pipeline_stage.created for each of fifty at once, positions as answered', async () => {
  const { add, published } = await withWebhook();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => add({ name: `stage ${n}` })),
  );
  const answered = new Map(answers.map(({ body }) => [body.data.id, body.data]));
  const created = await published();
  expect(created).toHaveLength(50);
  for (const [, previous, current] of created) {
    expect(previous).toBeNull();
    expect(current).toEqual(answered.get(current.id));
  }
});

test('pipeline_stage.updated tells before and after', async () => {
  const { call, at, add, published } = await withWebhook();
  const before = (await add({ name: 'Lead' })).body.data;
  const body = { pipeline_stage: { name: 'New' } };
  const after = (await call('PATCH', `${at}/${before.id}`, { body })).body.data;
  expect((await published())[1]).toEqual(['pipeline_stage.updated', before, after]);
});

test('pipeline_stage.deleted tells it, and updated each stage that moved up', async () => {
  const { call, at, stages, published } = await withWebhook();
  await stages('a', 'b', 'c', 'd');
  const before = (await call('GET', at)).body.data;
  await call('DELETE', `${at}/${before[1].id}`);
  const after = (await call('GET', at)).body.data;
  expect((await published()).slice(4)).toEqual([
    ['pipeline_stage.deleted', before[1], null],
    ['pipeline_stage.updated', before[2], after[1]],
    ['pipeline_stage.updated', before[3], after[2]],
  ]);
});

test('pipeline_stage.updated for each stage that a new order moves, and for no other', async () => {
  const { call, at, stages, published } = await withWebhook();
  const [a, b, c] = await stages('a', 'b', 'c');
  const before = (await call('GET', at)).body.data;
  const answer = await call('PATCH', `${at}/reorder`, { body: { stage_ids: [c, b, a] } });
  expect(answer.body.data).toEqual((await call('GET', at)).body.data);
  expect((await published()).slice(3)).toEqual([
    ['pipeline_stage.updated', before[2], answer.body.data[0]],
    ['pipeline_stage.updated', before[0], answer.body.data[2]],
  ]);
});

test('a refused request publishes no event', async () => {
  const { call, at, add, published } = await withWebhook();
  await add({});
  await call('POST', '/pipelines', {
    body: { pipeline: { name: 'Sales' }, stages: [{ name: 'x' }] },
  });
  await call('PATCH', `${at}/reorder`, { body: { stage_ids: ['x'] } });
  expect(await published()).toEqual([]);
});
