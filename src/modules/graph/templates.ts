/** Message templates, as the Graph API lists, makes and deletes them. */

import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../core/http/named-object.ts';
import type { Fields } from '../../core/http/read-fields.ts';
import { Component, type Template } from '../templates/api.ts';
import { unknownObject } from './errors.ts';
import type { GraphCall, GraphRows } from './operation.ts';
import {
  FIELDS,
  type GraphObject,
  PAGE,
  Paging,
  pageOf,
  Success,
  selectFields,
  textIn,
} from './reading.ts';

type GatewayTemplate = Static<typeof Template>;

export const GraphTemplate = NamedObject(
  'GraphTemplate',
  {
    id: Type.String(),
    name: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    parameter_format: Type.Optional(Type.String()),
    components: Type.Optional(Type.Array(Component)),
    rejected_reason: Type.Optional(
      Type.String({ description: '`NONE` if the template was not rejected' }),
    ),
    quality_score: Type.Optional(Type.Object({ score: Type.String() })),
    message_send_ttl_seconds: Type.Optional(Type.Integer()),
  },
  { description: 'The requested fields of the template' },
);

const USUAL = ['name', 'parameter_format', 'components', 'language', 'status', 'category'];

const toGraphTemplate = (template: GatewayTemplate): GraphObject => ({
  ...template,
  rejected_reason: template.rejected_reason ?? 'NONE',
  quality_score: { score: template.quality_score ?? 'UNKNOWN' },
  message_send_ttl_seconds: template.message_send_ttl_seconds ?? undefined,
});

/** Filters of a list, each with the field that it is about; they take any case. */
const FILTERS = {
  name: Type.Optional(
    Type.String({
      description: 'Only templates with this name, such as `order_shipped`',
      examples: ['order_shipped'],
    }),
  ),
  status: Type.Optional(
    Type.String({
      description: 'Only templates with this status, such as `APPROVED`',
      examples: ['APPROVED'],
    }),
  ),
  category: Type.Optional(
    Type.String({
      description: 'Only templates of this category, such as `UTILITY`',
      examples: ['UTILITY'],
    }),
  ),
  language: Type.Optional(
    Type.String({
      description: 'Only templates in this language, such as `en_US`',
      examples: ['en_US'],
    }),
  ),
  name_or_content: Type.Optional(
    Type.String({
      description: 'Only templates with this text in their name, header, body or footer',
      examples: ['ready'],
    }),
  ),
};

/** A filter may name several values, as `["APPROVED","PENDING"]` or with commas between them. */
function fits(template: GatewayTemplate, query: Fields): boolean {
  const words = textIn(query, 'name_or_content')?.toLowerCase() ?? '';
  const texts = [template.name, ...template.components.map(({ text = '' }: Fields) => text)];
  if (!texts.some((text) => `${text}`.toLowerCase().includes(words))) return false;
  return (['name', 'status', 'category', 'language'] as const).every((name) => {
    const wanted = textIn(query, name)
      ?.toLowerCase()
      .match(/[\w-]+/g);
    return !wanted || wanted.includes(template[name].toLowerCase());
  });
}

async function list(call: GraphCall) {
  const { ask, query } = call;
  const found = await ask<GatewayTemplate[]>('GET /template/find/:instanceName');
  const { data, ...paging } = pageOf(
    found.filter((one) => fits(one, query)),
    call,
    { keyOf: ({ name, language }) => `${name} ${language}` },
  );
  return { data: data.map((one) => selectFields(toGraphTemplate(one), query, USUAL)), ...paging };
}

/** Answers `GET /:id` for the id of a template. Throws 404 for any other id. */
export async function templateObject({ ask, id, query }: GraphCall): Promise<GraphObject> {
  const found = await ask<GatewayTemplate[]>('GET /template/find/:instanceName');
  const template = found.find((one) => one.id === id);
  if (template === undefined) throw unknownObject();
  return selectFields(toGraphTemplate(template), query, USUAL);
}

async function create(call: GraphCall) {
  const made = await call.ask<GatewayTemplate>('POST /template/create/:instanceName', call.body);
  const { id, status, category } = made;
  return { id, status, category };
}

/** Changes the template whose id is in the path. */
async function edit(call: GraphCall) {
  const { id, instance, body } = call;
  if (id === instance.phoneNumberId || id === instance.wabaId) throw unknownObject();
  await call.ask('POST /template/edit/:instanceName', { ...body, templateId: id });
  return { success: true };
}

async function remove(call: GraphCall) {
  const [name, hsmId] = [textIn(call.query, 'name'), textIn(call.query, 'hsm_id')];
  await call.ask('DELETE /template/delete/:instanceName', {
    ...(name !== null && { name }),
    ...(hsmId !== null && { hsmId }),
  });
  return { success: true };
}

const EXAMPLE = 'order_shipped';

export const TEMPLATES: GraphRows = {
  'GET /:id/message_templates': {
    names: 'account',
    scope: 'read',
    summary: 'List the templates of an account',
    description:
      'Returns templates page by page. A paired phone and the sandbox have templates of their own, which are stored here.',
    query: { ...FIELDS, ...FILTERS, ...PAGE },
    answer: Type.Object({ data: Type.Array(GraphTemplate), paging: Paging }),
    run: list,
  },
  'POST /:id/message_templates': {
    names: 'account',
    scope: 'settings',
    summary: 'Create a template',
    description:
      'Creates a template. Meta reviews those of its numbers; others are approved at once. A paired phone sends templates as texts, so cards, offers, places and buttons that a text cannot express are refused with code 100.',
    body: {
      name: Type.String({
        description: 'Name of the template: lower-case letters, digits and _',
        examples: ['order_ready'],
      }),
      language: Type.String({
        description: 'Language of the template, such as `en_US`',
        examples: ['en_US'],
      }),
      category: Type.String({
        description: 'AUTHENTICATION, MARKETING or UTILITY',
        examples: ['UTILITY'],
      }),
      components: Type.Array(Component, { description: 'The parts of the template' }),
    },
    answer: NamedObject('GraphTemplateMade', {
      id: Type.String(),
      status: Type.String(),
      category: Type.String(),
    }),
    example: {
      body: {
        name: EXAMPLE,
        language: 'en_US',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'Your order is ready.' }],
      },
    },
    run: create,
  },
  'POST /:id': {
    scope: 'settings',
    summary: 'Change a template',
    description:
      'Changes the template whose id is in the path; its name, its language and absent fields stay. With the global key, `phone_number_id` names the instance.',
    query: {
      phone_number_id: Type.Optional(
        Type.String({
          description: '`phoneNumberId` of the instance that has the template',
          examples: ['106540352242922'],
        }),
      ),
    },
    body: {
      category: Type.Optional(
        Type.String({
          description: 'AUTHENTICATION, MARKETING or UTILITY',
          examples: ['UTILITY'],
        }),
      ),
      components: Type.Optional(
        Type.Array(Component, { description: 'All parts that the template has from now on' }),
      ),
      message_send_ttl_seconds: Type.Optional(
        Type.Integer({
          description: 'Seconds for which the delivery of its messages is tried',
          examples: [3600],
        }),
      ),
    },
    resolvesObjectId: true,
    answer: Success,
    example: { body: { components: [{ type: 'BODY', text: 'Your order can be collected.' }] } },
    run: edit,
  },
  'DELETE /:id/message_templates': {
    names: 'account',
    scope: 'settings',
    summary: 'Delete a template',
    query: {
      name: Type.String({
        description: 'Name of the template to delete, in all its languages',
        examples: [EXAMPLE],
      }),
      hsm_id: Type.Optional(
        Type.String({
          description: 'Id of the template to delete in one language only',
          examples: ['01a1fa97-2109-775b-8df8-e96b45bbbe0f'],
        }),
      ),
    },
    answer: Success,
    run: remove,
  },
};
