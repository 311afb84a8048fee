/** Operations on message templates, and sending one. */
import { type TObject, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedBy, readBy, wrong } from '../../../http/read-fields.ts';
import { notFound } from '../../../shared/errors.ts';
import {
  editOf,
  parseDraft,
  parseEdit,
  TemplateChange,
  TemplateRequest,
} from '../../../templates/draft.ts';
import { Template, toTemplate } from '../../../templates/model.ts';
import { composeTemplate, TemplateMessage } from '../../../templates/send.ts';
import { templatesOf } from '../../../templates/sources.ts';
import { readBody } from '../body.ts';
import { NUMBER, RECORD_ID } from '../examples/known.ts';
import { flatBody } from '../message/older-bodies.ts';
import { sendOperation } from '../message/operation.ts';
import { instanceOperation, type Operation } from '../operation.ts';

/** A body that is read after the instance is known to have templates; 400 where its platform has none. */
const bodyOfTemplates = <T>(schema: TObject, read: (body: unknown) => T) =>
  readBody(schema, (body, { templates }, { instance }) => {
    if (instance) templatesOf(templates, instance);
    return read(body);
  });

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

const findTemplates = instanceOperation('GET /template/find/:instanceName', {
  tag: 'Templates',
  scope: 'read',
  summary: 'All message templates of an instance',
  description:
    "Those of a whatsapp-cloud instance are the account's own, as they were up to a minute ago.",
  query: TemplateQuery,
  answer: Type.Array(Template),
  failures: ['UPSTREAM_ERROR'],
  agent: { tool: 'find_templates', effect: 'reads' },
  async run({ templates }, { instance, query: { refresh } }) {
    const found = await templates[instance.provider]?.(instance).find(refresh);
    return (found ?? []).map(toTemplate);
  },
});

const createTemplate = instanceOperation('POST /template/create/:instanceName', {
  tag: 'Templates',
  scope: 'settings',
  summary: 'Create a message template',
  description:
    'A sandbox instance approves at once; of a whatsapp-cloud instance it is reviewed by the platform; a whatsapp instance has no templates.',
  body: bodyOfTemplates(TemplateRequest, parseDraft),
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
  run: async ({ templates }, { instance, body }) =>
    toTemplate(await templatesOf(templates, instance).create(body)),
});

const editTemplate = instanceOperation('POST /template/edit/:instanceName', {
  tag: 'Templates',
  scope: 'settings',
  summary: 'Change a message template',
  description: 'Name and language stay. A whatsapp instance has no templates.',
  body: bodyOfTemplates(TemplateChange, parseEdit),
  answer: Template,
  failures: ['CONFLICT', 'UPSTREAM_ERROR'],
  example: {
    body: {
      templateId: RECORD_ID,
      components: [{ type: 'BODY', text: 'Your order can be collected.' }],
    },
  },
  async run({ templates }, { instance, body: { id, given } }) {
    const own = templatesOf(templates, instance);
    const found = await own.byId(id);
    const edited = found && (await own.edit(id, editOf(found, given)));
    if (!edited) throw notFound('template');
    return toTemplate(edited);
  },
});

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

const deleteTemplate = instanceOperation('DELETE /template/delete/:instanceName', {
  tag: 'Templates',
  scope: 'settings',
  summary: 'Delete a message template',
  description: 'A whatsapp instance has no templates.',
  body: bodyOfTemplates(TemplateToDelete, (body) => checkedBy(TemplateToDelete, body)),
  answer: Type.Object({ success: Type.Literal(true), message: Type.String() }),
  failures: ['CONFLICT', 'UPSTREAM_ERROR'],
  example: { body: { name: 'order_ready' }, answer: { success: true, message: '1 removed' } },
  async run({ templates }, { instance, body: { name, hsmId } }) {
    const removed = await templatesOf(templates, instance).remove(name, hsmId);
    if (removed === 0) throw notFound('template');
    return { success: true as const, message: `${removed} removed` };
  },
});

const sendTemplate = sendOperation('POST /message/sendTemplate/:instanceName', {
  summary: 'Send a template',
  description:
    'The text that its reader sees is in `message`. A template that is not approved is a conflict; parameters that do not fit it are a bad request, as is an instance whose platform has no templates.',
  body: bodyOfTemplates(TemplateMessage, (body) => checkedBy(TemplateMessage, flatBody(body))),
  agent: { tool: 'send_template', effect: 'adds' },
  example: { body: { number: NUMBER, name: 'order_ready', language: 'en_US' } },
  compose: (body, { instance, templates, find }) =>
    composeTemplate(body, { templates: templatesOf(templates, instance), find }),
});

export const TEMPLATE_OPERATIONS: readonly Operation[] = [
  findTemplates,
  createTemplate,
  editTemplate,
  deleteTemplate,
  sendTemplate,
];
