/** A CRM zone, for tests of pipelines. */
import { crmBench } from '../../../helpers/crm.ts';

export const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

/** A stage as its own operations show it. */
export const withoutCounts = ({
  item_count,
  conversations_count,
  ...stage
}: Record<string, unknown>): object => stage;

export async function pipelineBench() {
  const bench = await crmBench();
  const create = (fields: Record<string, unknown>, beside: Record<string, unknown> = {}) =>
    bench.call('POST', '/pipelines', { body: { pipeline: fields, ...beside } });
  return { ...bench, create };
}
