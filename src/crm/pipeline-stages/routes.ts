/** The door of a pipeline's stages. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Deleted, Uuid, WrappedBody } from '../fields.ts';
import { accessOf } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { NewStage, PipelineStage, StageChange, StageOrder } from './model.ts';
import { createStageService } from './service.ts';

const inPipeline = Type.Object({ pipeline_id: Uuid() });
const ofStage = Type.Object({ pipeline_id: Uuid(), id: Uuid() });
const tags = ['Pipeline stages'];
const Stages = SuccessEnvelope(Type.Array(PipelineStage));
const refusalsOfChanges = refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED');

export function pipelineStageRoutes(parts: CrmParts) {
  const service = createStageService(parts);
  return new Elysia({ name: 'pipeline-stages' })
    .use(reading(parts, service))
    .use(creating(parts, service))
    .use(reordering(parts, service))
    .use(changing(parts, service));
}

type Service = ReturnType<typeof createStageService>;

const reading = (parts: CrmParts, service: Service) =>
  new Elysia()
    .get(
      '/api/v1/pipelines/:pipeline_id/pipeline_stages',
      async (context) => {
        const stages = await service.list(accessOf(context), context.params.pipeline_id);
        return ok(parts.clock.now(), stages, 'Pipeline stages retrieved successfully');
      },
      parts.guard.operation('pipeline_stages.read', {
        params: inPipeline,
        response: { 200: Stages, ...refusals() },
        detail: { tags, summary: 'All stages of a pipeline, by position' },
      }),
    )
    .get(
      '/api/v1/pipelines/:pipeline_id/pipeline_stages/:id',
      async (context) => {
        const stage = await service.get(accessOf(context), context.params);
        return answerRecord(context, parts.clock, stage, 'Pipeline stage retrieved successfully');
      },
      parts.guard.operation('pipeline_stages.read', {
        params: ofStage,
        response: { 200: SuccessEnvelope(PipelineStage), ...refusals() },
        detail: { tags, summary: 'One stage' },
      }),
    );

const creating = (parts: CrmParts, service: Service) =>
  new Elysia().post(
    '/api/v1/pipelines/:pipeline_id/pipeline_stages',
    (context) =>
      answerPost(context, parts, 201, async () => {
        const { params, body } = context;
        const stage = await service.create(
          accessOf(context),
          params.pipeline_id,
          body.pipeline_stage,
        );
        return ok(parts.clock.now(), stage, 'Pipeline stage created successfully');
      }),
    parts.guard.operation('pipeline_stages.create', {
      params: inPipeline,
      body: WrappedBody('pipeline_stage', NewStage),
      response: { 201: SuccessEnvelope(PipelineStage), ...refusals(...BODY_FAILURES, 'CONFLICT') },
      detail: {
        tags,
        summary: 'Add a stage to a pipeline',
        description: 'It becomes the last one.',
      },
    }),
  );

const changing = (parts: CrmParts, service: Service) =>
  new Elysia()
    .patch(
      '/api/v1/pipelines/:pipeline_id/pipeline_stages/:id',
      async (context) => {
        const { params, body } = context;
        const access = accessOf(context);
        const stage = await service.change(context, access, params, body.pipeline_stage);
        return answerRecord(context, parts.clock, stage, 'Pipeline stage updated successfully');
      },
      parts.guard.operation('pipeline_stages.update', {
        params: ofStage,
        body: WrappedBody('pipeline_stage', StageChange),
        response: { 200: SuccessEnvelope(PipelineStage), ...refusalsOfChanges },
        detail: { tags, summary: 'Change a stage' },
      }),
    )
    .delete(
      '/api/v1/pipelines/:pipeline_id/pipeline_stages/:id',
      async (context) => {
        const deleted = await service.remove(context, accessOf(context), context.params);
        return ok(parts.clock.now(), deleted, 'Pipeline stage deleted successfully');
      },
      parts.guard.operation('pipeline_stages.delete', {
        params: ofStage,
        response: {
          200: SuccessEnvelope(Deleted),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: {
          tags,
          summary: 'Delete a stage',
          description: 'The stages behind it move up by one, each told as updated.',
        },
      }),
    );

const reordering = (parts: CrmParts, service: Service) =>
  new Elysia().patch(
    '/api/v1/pipelines/:pipeline_id/pipeline_stages/reorder',
    async (context) => {
      const { params, body } = context;
      const access = accessOf(context);
      const stages = await service.reorder(context, access, params.pipeline_id, body.stage_ids);
      return ok(parts.clock.now(), stages, 'Pipeline stages reordered successfully');
    },
    parts.guard.operation('pipeline_stages.update', {
      params: inPipeline,
      body: StageOrder,
      response: { 200: Stages, ...refusalsOfChanges },
      detail: {
        tags,
        summary: 'Put all stages of a pipeline in order',
        description: 'All of them move or none. `If-Match` names the version of the pipeline.',
      },
    }),
  );
