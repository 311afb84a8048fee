import { expect, test } from 'bun:test';
import { createAuditedCommitter, Stale } from '../../../../src/modules/crm/audited-commit.ts';
import type { Access } from '../../../../src/modules/crm/guard.ts';
import { type StageRow, stagesOf } from '../../../../src/modules/crm/pipeline-stages/model.ts';
import {
  deletionWithin,
  insertion,
  writeStage,
} from '../../../../src/modules/crm/pipeline-stages/operations.ts';
import { reorderWrite } from '../../../../src/modules/crm/pipeline-stages/reorder.ts';
import { stageBench } from './setup.ts';

/** Stages as another process read them, which is about to write. */
async function elsewhere() {
  const bench = await stageBench();
  const { db, clock, engine, accountId, userId, pipelineId } = bench;
  const ids = await bench.stages('a', 'b', 'c');
  const commits = createAuditedCommitter((_, statements) => engine.write(statements), clock);
  const access: Access = {
    accountId,
    userId,
    tokenId: userId,
    boundTo: null,
    isOwn: true,
    expiresAt: null,
    scopes: null,
    role: { id: userId, key: 'agent', name: 'Agent' },
    permissions: [],
    requestId: 'r',
  };
  const now = clock.now() + 1;
  const store = {
    insert: (row: StageRow) => commits.commit(access, [insertion(row)]),
    update: (before: StageRow, change: Partial<StageRow>) =>
      writeStage({ db, commits }, access, before, { ...change, updatedAt: now }),
    remove: (stages: readonly StageRow[], row: StageRow) =>
      commits.commit(access, [deletionWithin(stages, row, now)]),
    reorder: (stages: readonly StageRow[], wanted: readonly StageRow[]) =>
      commits.commit(access, [reorderWrite({ id: pipelineId, accountId }, stages, wanted, now)]),
  };
  const read = await stagesOf(db, accountId, pipelineId);
  const audits = async () => (await bench.rows('select 1 from audit_logs')).length;
  return { ...bench, ids, store, read, audits };
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
  const { store, read, audits } = scene;
  const before = await audits();
  const [first] = read;
  if (!first) throw new Error('there are stages');
  const turned = [...read].reverse();
  expect(store.remove(read, first)).rejects.toBeInstanceOf(Stale);
  expect(store.reorder(read, turned)).rejects.toBeInstanceOf(Stale);
  expect(await scene.order()).toEqual(order);
  expect(await audits()).toBe(before);
});

test('a change of another version is Stale, and so is a stage for a pipeline that is gone', async () => {
  const scene = await elsewhere();
  const { store, read, call, pipelineId } = scene;
  await rename(scene);
  const second = read[1];
  if (!second) throw new Error('there are stages');
  expect(store.update(second, { name: 'late' })).rejects.toBeInstanceOf(Stale);
  expect(await scene.order()).toEqual(['a', 'B', 'c']);
  await call('DELETE', `/pipelines/${pipelineId}`);
  const row = { ...second, id: '01900000-0000-7000-8000-0000000000bb' };
  expect(store.insert(row)).rejects.toBeInstanceOf(Stale);
});
