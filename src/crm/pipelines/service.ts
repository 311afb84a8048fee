/** What happens to pipelines. Owns: the rules of the pipeline operations, in the order they are checked. */
import { newId } from '../../shared/ids.ts';
import { changeRecord, found } from '../change-record.ts';
import type { Access } from '../guard.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { type NewStage, newRow, toStage } from '../pipeline-stages/model.ts';
import { stagesOf } from '../pipeline-stages/rows.ts';
import {
  type CreatedPipeline,
  columnsOf,
  type NewPipeline,
  type Pipeline,
  type PipelineChange,
  type PipelineRow,
  toPipeline,
} from './model.ts';
import { createPipelineStore } from './store.ts';

interface Asking {
  readonly request: Request;
}

export function createPipelineService(parts: CrmParts) {
  const { db, clock } = parts;
  const store = createPipelineStore(parts);
  const finding = ({ accountId }: Access, id: string) => ({
    what: 'pipeline',
    find: () => store.find(accountId, id),
  });
  return {
    async list({ accountId }: Access, page: Page): Promise<{ data: Pipeline[]; total: number }> {
      const { rows, total } = await store.list(accountId, page);
      return { data: rows.map(toPipeline), total };
    },
    async get(access: Access, id: string): Promise<Pipeline> {
      const { what, find } = finding(access, id);
      return toPipeline(found(await find(), what));
    },
    /** 409 the name is taken. */
    async create(
      access: Access,
      fields: NewPipeline,
      newStages: readonly NewStage[],
    ): Promise<CreatedPipeline> {
      const now = clock.now();
      const row = rowOf(access, fields, now);
      const place = { accountId: access.accountId, pipelineId: row.id };
      const rows = newStages.map((stage, index) => ({
        ...newRow({ id: newId(), ...place }, stage, now),
        position: index + 1,
      }));
      await store.insert(access, row, rows);
      return { ...toPipeline(row), stages: rows.map(toStage) };
    },
    /** 404, 412, 409 the name is taken. */
    change(context: Asking, access: Access, id: string, fields: PipelineChange) {
      return changeRecord(parts, context, {
        ...finding(access, id),
        async write(before, now): Promise<Pipeline> {
          return toPipeline(await store.update(access, before, now, columnsOf(fields)));
        },
      });
    },
    /** With all its stages. 404, 412. */
    remove(context: Asking, access: Access, id: string) {
      return changeRecord(parts, context, {
        ...finding(access, id),
        async write(before): Promise<{ id: string }> {
          await store.remove(access, before, await stagesOf(db, access.accountId, id));
          return { id };
        },
      });
    },
  };
}

const rowOf = (access: Access, fields: NewPipeline, now: number): PipelineRow => ({
  id: newId(),
  accountId: access.accountId,
  name: fields.name,
  description: '',
  pipelineType: 'custom',
  visibility: 'private',
  ...columnsOf(fields),
  createdById: access.userId,
  createdAt: now,
  updatedAt: now,
});
