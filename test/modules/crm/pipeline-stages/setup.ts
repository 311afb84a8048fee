/** A CRM zone with one pipeline, for tests of its stages. */
import type { Answer, Call, CrmBench } from '../../../helpers/crm.ts';
import { crmBench } from '../../../helpers/crm.ts';

export const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

export interface StageBench extends CrmBench {
  readonly pipelineId: string;
  /** `/pipelines/{id}/pipeline_stages`. */
  readonly at: string;
  add(fields: Record<string, unknown>, call?: Call): Promise<Answer>;
  /** Stages of these names, in this order; their ids. */
  stages(...names: string[]): Promise<string[]>;
  /** Names by position; fails when positions are not 1, 2, 3 … */
  order(): Promise<string[]>;
}

export async function stageBench(): Promise<StageBench> {
  const bench = await crmBench();
  const { call } = bench;
  const made = await call('POST', '/pipelines', { body: { pipeline: { name: 'Sales' } } });
  const pipelineId: string = made.body.data.id;
  const at = `/pipelines/${pipelineId}/pipeline_stages`;
  const add: StageBench['add'] = (fields, more = {}) =>
    call('POST', at, { ...more, body: { pipeline_stage: fields } });
  return {
    ...bench,
    pipelineId,
    at,
    add,
    async stages(...names) {
      const ids: string[] = [];
      for (const name of names) ids.push((await add({ name })).body.data.id);
      return ids;
    },
    async order() {
      const { data } = (await call('GET', at)).body;
      const positions = data.map(({ position }: { position: number }) => position);
      const wanted = positions.map((_: number, index: number) => index + 1);
      if (String(positions) !== String(wanted)) throw new Error(`positions are ${positions}`);
      return data.map(({ name }: { name: string }) => name);
    },
  };
}

/** An object of this many levels. */
export const nested = (levels: number): object =>
  levels === 1 ? {} : { inner: nested(levels - 1) };
