/** Routes of /template. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { checkedFields, readBy, uncheckedBody, wrong } from '../../../http/read-fields.ts';
import { needs, type Security } from '../../../instances/scopes.ts';
import { parseDraft, TemplateRequest } from '../../../templates/draft.ts';
import { Template, toTemplate } from '../../../templates/model.ts';
import { type TemplateDeps, templatesOf } from '../../../templates/sources.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { templateChangeRoutes } from './change-routes.ts';

const TemplateQuery = Type.Object({
  refresh: readBy(
    Type.Optional(
      Type.String({
        description:
          '`true` or `false`: as they are at this moment, which takes longer; absent: `false`',
      }),
    ),
    (value) => {
      if (value === undefined || value === 'false') return false;
      return value === 'true' ? true : wrong('must be true or false');
    },
  ),
});

const tagged = (security: Security) => ({ tags: ['Templates'], security });

export const templateRoutes = ({ directory, sources }: TemplateDeps) =>
  new Elysia({ name: 'template' })
    .get(
      '/template/find/:instanceName',
      async (context) => {
        const instance = instanceFor(context, directory, context.params.instanceName);
        const { refresh } = checkedFields(TemplateQuery, context.query);
        const found = await sources[instance.provider]?.(instance).find(refresh);
        return (found ?? []).map(toTemplate);
      },
      {
        params: instanceParams,
        query: TemplateQuery,
        response: { 200: Type.Array(Template), ...instanceFailures, ...failures('UPSTREAM_ERROR') },
        detail: {
          ...tagged(needs('read')),
          summary: 'All message templates of an instance',
          description:
            "Those of a whatsapp-cloud instance are the account's own, as they were up to a minute ago.",
        },
      },
    )
    .post(
      '/template/create/:instanceName',
      async (context) => {
        const instance = instanceFor(context, directory, context.params.instanceName);
        const templates = templatesOf(sources, instance);
        const created = await templates.create(parseDraft(context.body));
        return context.status(201, toTemplate(created));
      },
      {
        params: instanceParams,
        body: uncheckedBody(TemplateRequest),
        response: {
          201: Template,
          ...instanceFailures,
          ...failures('CONFLICT', 'UPSTREAM_ERROR'),
        },
        detail: {
          ...tagged(needs('settings')),
          summary: 'Create a message template',
          description:
            'A sandbox instance approves at once; of a whatsapp-cloud instance it is reviewed by the platform; a whatsapp instance has no templates.',
        },
      },
    )
    .use(templateChangeRoutes({ directory, sources }));
