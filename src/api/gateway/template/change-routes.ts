/** Routes of /template that change what is there. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import { needs } from '../../../instances/scopes.ts';
import { notFound } from '../../../shared/errors.ts';
import { editOf, parseEdit, TemplateChange } from '../../../templates/draft.ts';
import { Template, toTemplate } from '../../../templates/model.ts';
import { type TemplateDeps, templatesOf } from '../../../templates/sources.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';

const text = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 512,
    description,
    failsWith: 'must be a text of 1-512 characters',
  });

const TemplateToDelete = NamedObject(
  'TemplateToDelete',
  {
    name: text('Name of the template, which is deleted in all its languages'),
    hsmId: Type.Optional(text('Id of the template in one language, which alone is deleted then')),
  },
  { additionalProperties: true },
);

export const templateChangeRoutes = (deps: TemplateDeps) =>
  new Elysia({ name: 'template-changes' }).use(edit(deps)).use(remove(deps));

const edit = ({ directory, sources }: TemplateDeps) =>
  new Elysia().post(
    '/template/edit/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const templates = templatesOf(sources, instance);
      const { id, given } = parseEdit(context.body);
      const found = await templates.byId(id);
      const edited = found && (await templates.edit(id, editOf(found, given)));
      if (!edited) throw notFound('template');
      return toTemplate(edited);
    },
    {
      params: instanceParams,
      body: uncheckedBody(TemplateChange),
      response: {
        200: Template,
        ...instanceFailures,
        ...failures('CONFLICT', 'UPSTREAM_ERROR'),
      },
      detail: {
        tags: ['Templates'],
        security: needs('settings'),
        summary: 'Change a message template',
        description: 'Name and language stay. A whatsapp instance has no templates.',
      },
    },
  );

const remove = ({ directory, sources }: TemplateDeps) =>
  new Elysia().delete(
    '/template/delete/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const templates = templatesOf(sources, instance);
      const { name, hsmId } = checkedFields(TemplateToDelete, context.body);
      const removed = await templates.remove(name, hsmId);
      if (removed === 0) throw notFound('template');
      return { success: true as const, message: `${removed} removed` };
    },
    {
      params: instanceParams,
      body: uncheckedBody(TemplateToDelete),
      response: {
        200: Type.Object({ success: Type.Literal(true), message: Type.String() }),
        ...instanceFailures,
        ...failures('CONFLICT', 'UPSTREAM_ERROR'),
      },
      detail: {
        tags: ['Templates'],
        security: needs('settings'),
        summary: 'Delete a message template',
        description: 'A whatsapp instance has no templates.',
      },
    },
  );
