/** The operations of pipeline stages, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createStage } from './create.ts';
import { deleteStage } from './delete.ts';
import { getStage } from './get.ts';
import { listStages } from './list.ts';
import { reorderStages } from './reorder.ts';
import { updateStage } from './update.ts';

export const pipelineStageRoutes = routes('Pipeline stages', [
  listStages,
  getStage,
  createStage,
  reorderStages,
  updateStage,
  deleteStage,
]);
