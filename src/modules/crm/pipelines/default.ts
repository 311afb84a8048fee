/** An account has one default pipeline at most: one that becomes it takes this from the other. */
import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../../../core/db/client.ts';
import { pipelines } from '../../../core/db/schema/crm.ts';
import type { AuditedWrite } from '../audited-commit.ts';
import { updateStep } from '../records.ts';
import { type PipelineRow, pipelineKind } from './model.ts';

/**
 * Returns `step`, which writes `row`, preceded by the change of the pipeline that stops being the default. If another
 * node makes another pipeline the default at the same time, that one is ended without an audit row.
 */
export async function withoutFormerDefault(
  { orm }: Pick<Database, 'orm'>,
  row: PipelineRow,
  step: AuditedWrite,
): Promise<AuditedWrite[]> {
  if (!row.isDefault) return [step];
  const isFormer = and(
    eq(pipelines.accountId, row.accountId),
    eq(pipelines.isDefault, true),
    ne(pipelines.id, row.id),
  );
  const formers = await orm.select().from(pipelines).where(isFormer);
  const endings = formers.map((former) => {
    const updatedAt = Math.max(row.updatedAt, former.updatedAt + 1);
    return updateStep({ orm }, pipelineKind, former, { isDefault: false, updatedAt });
  });
  const first = orm
    .update(pipelines)
    .set({ isDefault: false, updatedAt: row.updatedAt })
    .where(isFormer);
  return [...endings, { ...step, first: [first] }];
}
