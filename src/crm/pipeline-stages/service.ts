/** What happens to stages. Owns: the rules of the stage operations, in the order they are checked. */
import { notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { Stale } from '../audited-commit.ts';
import { changeRecord, found } from '../change-record.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import { refuseLargeList } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { createPipelineStore } from '../pipelines/store.ts';
import {
  columnsOf,
  type NewStage,
  newRow,
  type PipelineStage,
  type StageChange,
  type StageRow,
  toStage,
} from './model.ts';
import { createReadWriteLock } from './read-write-lock.ts';
import { createStageStore } from './store.ts';

interface Asking {
  readonly request: Request;
}

/** A stage in the path of a request. */
interface StagePath {
  readonly pipeline_id: string;
  readonly id: string;
}

export function createStageService(parts: CrmParts) {
  const { clock } = parts;
  const store = createStageStore(parts);
  const pipelines = createPipelineStore(parts);
  const gate = createReadWriteLock();
  const finding = ({ accountId }: Access, { pipeline_id, id }: StagePath) => ({
    what: 'pipeline stage',
    find: () => store.find(accountId, pipeline_id, id),
  });
  return {
    async list({ accountId }: Access, pipelineId: string): Promise<PipelineStage[]> {
      if (!(await pipelines.exists(accountId, pipelineId))) throw notFound('pipeline');
      const bytes = await store.storedBytes(accountId, pipelineId);
      refuseLargeList(bytes, 'delete stages, or shorten their rules');
      return (await store.list(accountId, pipelineId)).map(toStage);
    },
    async get(access: Access, path: StagePath): Promise<PipelineStage> {
      const { what, find } = finding(access, path);
      return toStage(found(await find(), what));
    },
    /** 404 no such pipeline. */
    async create(access: Access, pipelineId: string, fields: NewStage): Promise<PipelineStage> {
      const { accountId } = access;
      // Asked first: an insert that finds no pipeline costs others that share its transaction.
      if (!(await pipelines.exists(accountId, pipelineId))) throw notFound('pipeline');
      const row = newRow({ id: newId(), accountId, pipelineId }, fields, clock.now());
      return gate.together(pipelineId, async () => {
        try {
          return toStage(await store.insert(access, row));
        } catch (error) {
          throw error instanceof Stale ? notFound('pipeline') : error;
        }
      });
    },
    /** 404, 412. */
    change(context: Asking, access: Access, path: StagePath, fields: StageChange) {
      const change = {
        ...finding(access, path),
        async write(before: StageRow, now: number): Promise<PipelineStage> {
          return toStage(await store.update(access, before, now, columnsOf(fields)));
        },
      };
      return gate.together(path.pipeline_id, () => changeRecord(parts, context, change));
    },
    /** The stages behind it move up. 404, 412. */
    remove(context: Asking, access: Access, path: StagePath) {
      const change = {
        ...finding(access, path),
        async write(before: StageRow, now: number): Promise<{ id: string }> {
          const stages = await store.list(access.accountId, path.pipeline_id);
          await store.remove(access, stages, before, now);
          return { id: before.id };
        },
      };
      return gate.alone(path.pipeline_id, () => changeRecord(parts, context, change));
    },
    /** 404, 412 another version of the pipeline, 422 an order that is not of exactly its stages. */
    reorder(context: Asking, access: Access, pipelineId: string, ids: readonly string[]) {
      const change = {
        what: 'pipeline',
        find: () => pipelines.find(access.accountId, pipelineId),
        async write(_pipeline: unknown, now: number): Promise<PipelineStage[]> {
          const stages = await store.list(access.accountId, pipelineId);
          const wanted = inOrder(stages, ids);
          const placed = await store.reorder(access, pipelineId, stages, wanted, now);
          return placed.map(toStage);
        },
      };
      return gate.alone(pipelineId, () => changeRecord(parts, context, change));
    },
  };
}

const NAMED_MAX = 5;

/** The stages in the order of `ids`; 422 when those do not name each of them once. */
function inOrder(stages: readonly StageRow[], ids: readonly string[]): StageRow[] {
  const known = new Map(stages.map((stage) => [stage.id, stage]));
  const named = new Set<string>();
  const twice = ids.filter((id) => named.size === named.add(id).size);
  const faults = [
    ['missing', [...known.keys()].filter((id) => !named.has(id))],
    ['not of this pipeline', [...named].filter((id) => !known.has(id))],
    ['twice', twice],
  ] as const;
  const told = faults
    .filter(([, wrong]) => wrong.length > 0)
    .map(([what, wrong]) => `${what}: ${wrong.slice(0, NAMED_MAX).join(', ')}`);
  if (told.length > 0)
    throw unprocessable('stage_ids', `must name each stage once (${told.join('; ')})`);
  return ids.flatMap((id) => known.get(id) ?? []);
}
