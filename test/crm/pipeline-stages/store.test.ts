import { expect, test } from 'bun:test';
import { createAuditedCommitter, Stale } from '../../../src/crm/audited-commit.ts';
import type { Access } from '../../../src/crm/guard.ts';
import { createStageStore } from '../../../src/crm/pipeline-stages/store.ts';
import { stageBench } from './setup.ts';

/** Stages as another process read them, which is about to write. */
async function elsewhere() {
  const bench = await stageBench();
  const { db, clock, engine, accountId, userId, pipelineId } = bench;
  const ids = await bench.stages('a', 'b', 'c');
  const commits = createAuditedCommitter((_, statements) => engine.write(statements), clock);
  const store = createStageStore({ db, commits });
  const access: Access = {
    accountId,
    userId,
    tokenId: userId,
    boundTo: null,
    scopes: null,
    role: { id: userId, key: 'agent', name: 'Agent' },
    permissions: [],
    requestId: 'r',
  };
  const read = await store.list(accountId, pipelineId);
  const audits = async () => (await bench.rows('select 1 from audit_logs')).length;
  const now = clock.now() + 1;
  return { ...bench, ids, store, access, read, audits, now };
}

type Scene = Awaited<ReturnType<typeof elsewhere>>;
const rename = ({ call, at, ids }: Scene) =>
  call('PATCH', `${at}/${ids[1]}`, { body: { pipeline_stage: { name: 'B' } } });

test.each([
  ['a stage was added', async ({ add }: Scene) => add({ name: 'd' }), ['a', 'b', 'c', 'd']],
  [
    'a stage was deleted',
    async ({ call, at, ids }: Scene) => call('DELETE', `${at}/${ids[1]}`),
    ['a', 'c'],
  ],
  ['a stage was changed', rename, ['a', 'B', 'c']],
])('nothing is deleted or moved when %s meanwhile', async (_what, meanwhile, order) => {
  const scene = await elsewhere();
  await meanwhile(scene);
  const { store, access, read, now, pipelineId, audits } = scene;
  const before = await audits();
  const [first] = read;
  if (!first) throw new Error('there are stages');
  const turned = [...read].reverse();
  expect(store.remove(access, read, first, now)).rejects.toBeInstanceOf(Stale);
  expect(store.reorder(access, pipelineId, read, turned, now)).rejects.toBeInstanceOf(Stale);
  expect(await scene.order()).toEqual(order);
  expect(await audits()).toBe(before);
});

test('a change of another version is Stale, and so is a stage for a pipeline that is gone', async () => {
  const scene = await elsewhere();
  const { store, access, read, now, call, pipelineId } = scene;
  await rename(scene);
  const second = read[1];
  if (!second) throw new Error('there are stages');
  expect(store.update(access, second, now, { name: 'late' })).rejects.toBeInstanceOf(Stale);
  expect(await scene.order()).toEqual(['a', 'B', 'c']);
  await call('DELETE', `/pipelines/${pipelineId}`);
  const row = { ...second, id: '01900000-0000-7000-8000-0000000000bb' };
  expect(store.insert(access, row)).rejects.toBeInstanceOf(Stale);
});
