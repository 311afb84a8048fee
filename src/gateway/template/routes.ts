/** Routes of /template. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../http/failures.ts';
import { uncheckedBody } from '../../http/read-fields.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { needs, type Security } from '../scopes.ts';
import { templateChangeRoutes } from './change-routes.ts';
import { parseDraft, TemplateRequest } from './draft.ts';
import { Template, toTemplate } from './model.ts';
import { sourceOf, type TemplateDeps } from './sources.ts';

const tagged = (security: Security) => ({ tags: ['Templates'], security });

export const templateRoutes = ({ directory, sources }: TemplateDeps) =>
  new Elysia({ name: 'template' })
    .get(
      '/template/find/:instanceName',
      async (context) => {
        const instance = instanceFor(context, directory, context.params.instanceName);
        const found = await sources[instance.provider]?.find(instance);
        return (found ?? []).map(toTemplate);
      },
      {
        params: instanceParams,
        response: { 200: Type.Array(Template), ...instanceFailures },
        detail: { ...tagged(needs('read')), summary: 'All message templates of an instance' },
      },
    )
    .post(
      '/template/create/:instanceName',
      async (context) => {
        const instance = instanceFor(context, directory, context.params.instanceName);
        const source = sourceOf(sources, instance);
        const created = await source.create(instance, parseDraft(context.body));
        return context.status(201, toTemplate(created));
      },
      {
        params: instanceParams,
        body: uncheckedBody(TemplateRequest),
        response: { 201: Template, ...instanceFailures, ...failures('CONFLICT') },
        detail: {
          ...tagged(needs('settings')),
          summary: 'Create a message template',
          description: 'A sandbox instance approves at once; a whatsapp instance has no templates.',
        },
      },
    )
    .use(templateChangeRoutes({ directory, sources }));
