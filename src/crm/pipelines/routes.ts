/** The door of /api/v1/pipelines. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Deleted, Uuid, WrappedBody } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { CreatedPipeline, NewPipeline, NewStages, Pipeline, PipelineChange } from './model.ts';
import { createPipelineService } from './service.ts';

// Named as in the paths of the stages below it: the router knows one name per place.
const params = Type.Object({ pipeline_id: Uuid() });
const tags = ['Pipelines'];

export function pipelineRoutes(parts: CrmParts) {
  const service = createPipelineService(parts);
  return new Elysia({ name: 'pipelines' })
    .use(reading(parts, service))
    .use(creating(parts, service))
    .use(changing(parts, service));
}

type Service = ReturnType<typeof createPipelineService>;

const reading = (parts: CrmParts, service: Service) =>
  new Elysia()
    .get(
      '/api/v1/pipelines',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), page);
        const counts = { ...page, total };
        return okPage(parts.clock.now(), data, counts, 'Pipelines retrieved successfully');
      },
      parts.guard.operation('pipelines.read', {
        query: PageQuery(),
        response: { 200: PageEnvelope(Pipeline), ...refusals() },
        detail: { tags, summary: 'The pipelines of the account' },
      }),
    )
    .get(
      '/api/v1/pipelines/:pipeline_id',
      async (context) => {
        const pipeline = await service.get(accessOf(context), context.params.pipeline_id);
        return answerRecord(context, parts.clock, pipeline, 'Pipeline retrieved successfully');
      },
      parts.guard.operation('pipelines.read', {
        params,
        response: { 200: SuccessEnvelope(Pipeline), ...refusals() },
        detail: { tags, summary: 'One pipeline' },
      }),
    );

const creating = (parts: CrmParts, service: Service) =>
  new Elysia().post(
    '/api/v1/pipelines',
    (context) =>
      answerPost(context, parts, 201, async () => {
        const { pipeline, stages = [] } = context.body;
        const created = await service.create(accessOf(context), pipeline, stages);
        return ok(parts.clock.now(), created, 'Pipeline created successfully');
      }),
    parts.guard.operation('pipelines.create', {
      body: WrappedBody('pipeline', NewPipeline, { stages: NewStages }),
      response: {
        201: SuccessEnvelope(CreatedPipeline),
        ...refusals(...BODY_FAILURES, 'CONFLICT'),
      },
      detail: {
        tags,
        summary: 'Create a pipeline',
        description: 'With the stages given, or nothing at all is created.',
      },
    }),
  );

const changing = (parts: CrmParts, service: Service) =>
  new Elysia()
    .patch(
      '/api/v1/pipelines/:pipeline_id',
      async (context) => {
        const { params, body } = context;
        const access = accessOf(context);
        const pipeline = await service.change(context, access, params.pipeline_id, body.pipeline);
        return answerRecord(context, parts.clock, pipeline, 'Pipeline updated successfully');
      },
      parts.guard.operation('pipelines.update', {
        params,
        body: WrappedBody('pipeline', PipelineChange),
        response: {
          200: SuccessEnvelope(Pipeline),
          ...refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: { tags, summary: 'Change a pipeline' },
      }),
    )
    .delete(
      '/api/v1/pipelines/:pipeline_id',
      async (context) => {
        const { pipeline_id: id } = context.params;
        const deleted = await service.remove(context, accessOf(context), id);
        return ok(parts.clock.now(), deleted, 'Pipeline deleted successfully');
      },
      parts.guard.operation('pipelines.delete', {
        params,
        response: {
          200: SuccessEnvelope(Deleted),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: { tags, summary: 'Delete a pipeline with all its stages' },
      }),
    );
