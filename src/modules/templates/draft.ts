/** Turns the body of template/create into a draft, and that of template/edit into a change. */
import { Type } from '@sinclair/typebox';
import { keepingEmpty } from '../../core/http/body-values.ts';
import { Choice } from '../../core/http/field-types.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import {
  checkedFields,
  type FieldError,
  type Fields,
  fieldError,
  isFields,
  nestedErrors,
  oneOf,
  optional,
  parsedBy,
  parsedIfPresent,
  words,
} from '../../core/http/read-fields.ts';
import {
  PARAMETER_FORMATS,
  TEMPLATE_CATEGORIES,
  type Template,
  type TemplateCategory,
  type TemplateComponent,
  type TemplateDraft,
  type TemplateEdit,
} from '../../core/providers/templates.ts';
import { failure, invalidFields } from '../../core/shared/errors.ts';
import { type FieldProblem, problem } from '../../core/shared/reasons/problems.ts';
import { Component } from './model.ts';
import { problemsOfComponents } from './rules/components.ts';

// Rewrites components in the spelling of the platform's answers: types and formats in capitals. Pure.

/** Anything but a list of components is returned unchanged. */
const spelledComponents = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => component(one, card)) : value;

/** A card cannot contain cards, so those are left unchanged. */
const card = (source: unknown): unknown =>
  isFields(source) && Array.isArray(source.components)
    ? { ...source, components: source.components.map((one) => component(one, (inner) => inner)) }
    : source;

function component(source: unknown, cardOf: (card: unknown) => unknown): unknown {
  if (!isFields(source)) return source;
  return {
    ...inCapitals(source, ['type', 'format']),
    ...(Array.isArray(source.buttons) && { buttons: source.buttons.map(button) }),
    ...(Array.isArray(source.cards) && { cards: source.cards.map(cardOf) }),
  };
}

const button = (source: unknown): unknown =>
  isFields(source) ? inCapitals(source, ['type', 'otp_type']) : source;

const inCapitals = (source: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(source).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  );

const NAME = /^[a-z0-9_]{1,512}$/;
export const LANGUAGE = /^[a-z]{2,3}(_[A-Z]{2})?$/;
const COMPONENTS_CHARACTERS_MAX = 64 * 1024;
const lenient = { additionalProperties: true };

const CATEGORY = 'Purpose of the messages, as Meta sorts and bills them';
const DESCRIPTION =
  'A template has at most one component of each type. HEADER: text up to 60 characters, or a file by its handle. BODY: required, up to 1024 characters. FOOTER: up to 60. BUTTONS: up to 10, texts up to 25. CAROUSEL: 2-10 cards. LIMITED_TIME_OFFER: up to 16 characters. Texts with variables need an `example`; a body neither begins nor ends with a variable';

/** `fields` are the other fields, as far as they are valid. */
function readComponents(value: unknown, fields: Fields): TemplateComponent[] | FieldError {
  const components = spelledComponents(value);
  const { category, parameter_format: format } = fields;
  const problems = problemsOfComponents(components, {
    // The field `category` reports a wrong category itself.
    category: typeof category === 'string' ? category : 'MARKETING',
    format: format === 'NAMED' ? format : 'POSITIONAL',
  });
  if (problems.length > 0) return nestedErrors(problems);
  const { length } = JSON.stringify(components);
  return length > COMPONENTS_CHARACTERS_MAX
    ? fieldError('too_long_as_json', { max: COMPONENTS_CHARACTERS_MAX })
    : // Each has been found to be a component.
      (components as TemplateComponent[]);
}

/** For how many seconds messages of a category may wait to be delivered. */
const TTL_SECONDS: Readonly<Record<TemplateCategory, { least: number; most: number }>> = {
  AUTHENTICATION: { least: 30, most: 900 },
  UTILITY: { least: 30, most: 43_200 },
  MARKETING: { least: 43_200, most: 2_592_000 },
};

function readTtl(value: unknown, { category }: Fields): number | FieldError {
  const { least, most } = TTL_SECONDS[category as TemplateCategory] ?? TTL_SECONDS.UTILITY;
  const isWithin = Number(value) >= least && Number(value) <= most;
  const isForever = value === -1 && category !== 'MARKETING';
  return typeof value === 'number' && Number.isInteger(value) && (isWithin || isForever)
    ? value
    : fieldError('not_ttl_of_category', { min: least, max: most });
}

const TTL =
  'Seconds for which delivery is tried: 30-900 for AUTHENTICATION, 30-43200 for UTILITY, 43200-2592000 for MARKETING; -1, except for MARKETING, tries for as long as it can';

const Ttl = parsedIfPresent(
  Type.Integer({ description: TTL, examples: [3600] }),
  (value, _, before) => readTtl(value, before),
);

export const TemplateRequest = NamedObject(
  'TemplateRequest',
  {
    name: parsedBy(
      Type.String({
        pattern: NAME.source,
        description:
          'Name of the template, 1-512 lower-case letters, digits or underscores, such as `order_ready`; unique per language',
        examples: ['order_ready'],
      }),
      (value) =>
        typeof value === 'string' && NAME.test(value)
          ? value
          : fieldError('not_new_template_name', { max: 512 }),
    ),
    language: parsedBy(
      Type.String({
        description: 'Language of the template, such as en or pt_BR',
        examples: ['en_US'],
      }),
      (value) =>
        typeof value === 'string' && LANGUAGE.test(value) ? value : fieldError('not_language_code'),
    ),
    category: Choice(TEMPLATE_CATEGORIES, { description: CATEGORY }),
    parameter_format: parsedIfPresent(
      Type.Unsafe<(typeof PARAMETER_FORMATS)[number]>({
        ...words(...PARAMETER_FORMATS),
        default: 'POSITIONAL',
        description:
          'Whether variables are numbered, such as {{1}}, or named, such as {{first_name}}',
      }),
      (value) => oneOf(PARAMETER_FORMATS)(typeof value === 'string' ? value.toUpperCase() : value),
    ),
    components: parsedBy(
      Type.Array(Component, { minItems: 1, description: DESCRIPTION }),
      (value, _, before) => readComponents(value, before),
    ),
    message_send_ttl_seconds: Ttl,
  },
  lenient,
);

/** Throws 400, naming every wrong field. */
export function parseDraft(body: unknown): TemplateDraft {
  const { parameter_format, message_send_ttl_seconds, ...draft } = checkedFields(
    TemplateRequest,
    body,
  );
  return {
    ...draft,
    parameterFormat: parameter_format ?? 'POSITIONAL',
    ttlSeconds: message_send_ttl_seconds ?? null,
  };
}

export const TemplateChange = keepingEmpty(
  NamedObject(
    'TemplateChange',
    {
      templateId: Type.String({
        minLength: 1,
        maxLength: 512,
        description: 'Id of the template, `id` in the answer of `/template/find`',
        examples: ['01a1fa97-2109-775b-8df8-e96b45bbbe0f'],
        failsWith: problem('text_length', { min: 1, max: 512 }),
      }),
      category: optional(
        Choice(TEMPLATE_CATEGORIES, {
          description: `${CATEGORY}; absent keeps the current one`,
        }),
      ),
      components: parsedIfPresent(
        Type.Array(Component, {
          description: `All components that the template has from now on; absent keeps the current ones. ${DESCRIPTION}`,
        }),
        (value: unknown): unknown => spelledComponents(value),
      ),
      message_send_ttl_seconds: parsedIfPresent(
        Type.Integer({ description: `${TTL}. Absent keeps the current value`, examples: [3600] }),
        (value: unknown): unknown => value,
      ),
    },
    lenient,
  ),
);

/** Reads an edit before its template is known. Throws 400 when it changes nothing. */
export function parseEdit(body: unknown): { id: string; fields: Fields } {
  const { templateId: id, ...fields } = checkedFields(TemplateChange, body);
  if (Object.keys(fields).length === 0)
    throw failure('nothing_to_change', {
      fields: 'category, components, message_send_ttl_seconds',
    });
  return { id, fields };
}

const isSame = (one: FieldProblem, other: FieldProblem): boolean =>
  one.field === other.field && one.message === other.message;

const EditOf = NamedObject('EditOf', {
  category: Type.Optional(Type.String()),
  parameter_format: Type.Optional(Type.String()),
  components: parsedIfPresent(Type.Unknown(), (value, _, before) => readComponents(value, before)),
  message_send_ttl_seconds: Ttl,
});

/**
 * Returns the edit as the rules allow it for this template; throws 400 for what they do not allow. If only the category
 * changes, only problems of that category count, since a template may be older than a rule.
 */
export function editOf(template: Template, fields: Fields): TemplateEdit {
  const { category = template.category } = fields;
  const format = template.parameterFormat;
  const { components, message_send_ttl_seconds: ttlSeconds } = checkedFields(EditOf, {
    ...fields,
    category,
    parameter_format: format,
  });
  if (components === undefined) {
    const problems = (of: unknown) =>
      problemsOfComponents(template.components, { category: `${of}`, format });
    const before = problems(template.category);
    const caused = problems(category).filter((one) => !before.some((other) => isSame(one, other)));
    if (caused.length > 0) throw invalidFields(caused);
  }
  return {
    ...(fields.category !== undefined && { category: category as TemplateCategory }),
    ...(components && { components }),
    ...(ttlSeconds !== undefined && { ttlSeconds }),
  };
}
