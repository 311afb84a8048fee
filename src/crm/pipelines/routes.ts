/** The operations of pipelines, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createPipeline } from './create.ts';
import { deletePipeline } from './delete.ts';
import { getPipeline } from './get.ts';
import { listPipelines } from './list.ts';
import { updatePipeline } from './update.ts';

export const pipelineRoutes = routes('Pipelines', [
  listPipelines,
  getPipeline,
  createPipeline,
  updatePipeline,
  deletePipeline,
]);
