/** Adds the operations of templates to the service. */

import { Type } from '@sinclair/typebox';
import { keepingEmpty } from '../../core/http/body-values.ts';
import { RECORD_ID } from '../../core/http/example-values.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { checkedBy, fieldError, parsedBy } from '../../core/http/read-fields.ts';
import { failure } from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import type { ModuleParts } from '../../module.ts';
import { instanceOperation, type Operation, readBody } from '../gateway/api.ts';
import { editOf, parseDraft, parseEdit, TemplateChange, TemplateRequest } from './draft.ts';
import { Template, toTemplate } from './model.ts';
import { sendTemplate } from './send.ts';
import { templatesOf } from './store.ts';

const TemplateQuery = Type.Object({
  refresh: parsedBy(
    Type.Optional(
      Type.String({
        description: '`true` asks for the current state, which takes longer; default `false`',
        examples: ['true'],
      }),
    ),
    (value) => {
      if (value === undefined || value === 'false') return false;
      return value === 'true' ? true : fieldError('not_boolean');
    },
  ),
});

const findTemplates = instanceOperation('GET /template/find/:instanceName', {
  tag: 'Templates',
  scope: 'read',
  summary: 'List the message templates of an instance',
  description:
    'Returns all templates; for a whatsapp-cloud instance those of the account at Meta, as they were up to a minute ago.',
  query: TemplateQuery,
  answer: Type.Array(Template),
  failures: ['UPSTREAM_ERROR'],
  agent: { tool: 'find_templates', effect: 'reads' },
  run: async (parts, { instance, query: { refresh } }) =>
    (await templatesOf(parts, instance).find(refresh)).map(toTemplate),
});

const createTemplate = instanceOperation('POST /template/create/:instanceName', {
  tag: 'Templates',
  scope: 'settings',
  summary: 'Create a message template',
  description:
    'Creates a template. The platform reviews those of whatsapp-cloud instances; others are approved at once. A whatsapp instance sends templates as texts, so cards, offers, places and buttons that a text cannot express are refused.',
  body: readBody(TemplateRequest, parseDraft),
  status: 201,
  answer: Template,
  failures: ['CONFLICT', 'UPSTREAM_ERROR'],
  example: {
    body: {
      name: 'order_ready',
      language: 'en_US',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Your order is ready.' }],
    },
  },
  async run(parts, { instance, body, note }) {
    note({ details: { name: body.name, language: body.language, category: body.category } });
    return toTemplate(await templatesOf(parts, instance).create(body));
  },
});

const editTemplate = instanceOperation('POST /template/edit/:instanceName', {
  tag: 'Templates',
  scope: 'settings',
  summary: 'Change a message template',
  description: 'Changes a template; its name and language stay.',
  body: readBody(TemplateChange, parseEdit),
  answer: Template,
  failures: ['CONFLICT', 'UPSTREAM_ERROR'],
  example: {
    body: {
      templateId: RECORD_ID,
      components: [{ type: 'BODY', text: 'Your order can be collected.' }],
    },
  },
  async run(parts, { instance, body: { id, fields }, note }) {
    note({ details: { id } });
    const own = templatesOf(parts, instance);
    const found = await own.byId(id);
    const edited = found && (await own.edit(id, editOf(found, fields)));
    if (!edited) throw failure('template_not_found');
    return toTemplate(edited);
  },
});

const text = (description: string, example: string) =>
  Type.String({
    examples: [example],
    minLength: 1,
    maxLength: 512,
    description,
    failsWith: problem('text_length', { min: 1, max: 512 }),
  });

const TemplateToDelete = keepingEmpty(
  NamedObject(
    'TemplateToDelete',
    {
      name: text('Name of the template to delete, in all its languages', 'order_ready'),
      hsmId: Type.Optional(
        text(
          'Id of the template in one language, to delete only that one',
          '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
        ),
      ),
    },
    { additionalProperties: true },
  ),
);

const deleteTemplate = instanceOperation('DELETE /template/delete/:instanceName', {
  tag: 'Templates',
  scope: 'settings',
  summary: 'Delete a message template',
  body: readBody(TemplateToDelete, (body) => checkedBy(TemplateToDelete, body)),
  answer: Type.Object({ success: Type.Literal(true), message: Type.String() }),
  failures: ['CONFLICT', 'UPSTREAM_ERROR'],
  example: { answer: { success: true, message: '1 removed' } },
  async run(parts, { instance, body: { name, hsmId }, note }) {
    note({ details: { name, ...(hsmId !== undefined && { id: hsmId }) } });
    const removed = await templatesOf(parts, instance).remove(name, hsmId);
    if (removed === 0) throw failure('template_not_found');
    return { success: true as const, message: `${removed} removed` };
  },
});

export const TEMPLATE_OPERATIONS: readonly Operation[] = [
  findTemplates,
  createTemplate,
  editTemplate,
  deleteTemplate,
  sendTemplate,
];

export const TEMPLATES_PARTS: ModuleParts = {
  operations: () => TEMPLATE_OPERATIONS,
};
