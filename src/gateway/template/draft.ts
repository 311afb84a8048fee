/**
 * The body of template/create turned into a draft. The rules are those of the platform that approves templates, so
 * that what passes here passes there.
 */
import { type Static, Type } from '@sinclair/typebox';
import {
  checkedFields,
  type Fields,
  isFields,
  oneOf,
  readBy,
  type Wrong,
  words,
  wrong,
  wrongInside,
} from '../../http/read-fields.ts';
import { invalid } from '../../shared/errors.ts';
import { Component, TEMPLATE_CATEGORIES } from './model.ts';

const NAME = /^[a-z0-9_]{1,512}$/;
const LANGUAGE = /^[a-z]{2,3}(_[A-Z]{2})?$/;
const COMPONENTS_CHARACTERS_MAX = 64 * 1024;

export const TemplateRequest = Type.Object(
  {
    name: readBy(
      Type.String({ pattern: NAME.source, description: 'Unique per language' }),
      (value) =>
        typeof value === 'string' && NAME.test(value)
          ? value
          : wrong('must be 1 to 512 lower-case letters, digits or underscores'),
    ),
    language: readBy(Type.String({ description: 'Such as en or pt_BR' }), (value) =>
      typeof value === 'string' && LANGUAGE.test(value)
        ? value
        : wrong('must be a code such as en or pt_BR'),
    ),
    category: readBy(words(...TEMPLATE_CATEGORIES), oneOf(TEMPLATE_CATEGORIES)),
    components: readBy(
      Type.Array(Component, {
        minItems: 1,
        description:
          'At most one each of HEADER (text up to 60 characters), BODY (required, up to 1024), FOOTER (up to 60) and BUTTONS (up to 10, texts up to 25)',
      }),
      (value, _, { category }): Static<typeof Component>[] | Wrong => {
        const problems = problemsOfComponents(value, category === 'AUTHENTICATION');
        // Each has been found to be a component.
        return problems.length > 0 ? wrongInside(problems) : (value as Static<typeof Component>[]);
      },
    ),
  },
  { additionalProperties: true },
);
export type TemplateDraft = Static<typeof TemplateRequest>;

/** 400 naming every wrong field. */
export function parseDraft(body: unknown): TemplateDraft {
  const draft = checkedFields(TemplateRequest, body);
  if (JSON.stringify(draft.components).length > COMPONENTS_CHARACTERS_MAX)
    throw invalid(`components must have at most ${COMPONENTS_CHARACTERS_MAX} characters as JSON`);
  return draft;
}

const TYPES = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'] as const;
type ComponentType = (typeof TYPES)[number];
const HEADER_FORMATS = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'];

const BODY_CHARACTERS_MAX = 1024;
const EDGE_CHARACTERS_MAX = 60;
const BUTTONS_MAX = 10;
const BUTTON_CHARACTERS_MAX = 25;

/**
 * What is wrong with `components`, each problem with its field path; empty when nothing is.
 * Authentication templates have texts of the platform's own, so theirs may be absent.
 */
function problemsOfComponents(value: unknown, isAuthentication: boolean): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > TYPES.length)
    return [`components must be an array of 1 to ${TYPES.length} components`];
  const seen = new Set<unknown>();
  const problems = value.flatMap((component: unknown, index) => {
    const path = `components[${index}]`;
    if (!isFields(component)) return [`${path} must be an object`];
    const type = TYPES.find((known) => known === component.type);
    if (type === undefined) return [`${path}.type must be one of ${TYPES.join(', ')}`];
    if (seen.has(type)) return [`${path}.type must not be given twice`];
    seen.add(type);
    return RULES[type](component, path, isAuthentication);
  });
  if (problems.length === 0 && !seen.has('BODY')) problems.push('components must hold a BODY');
  return problems;
}

type Rule = (component: Fields, path: string, isAuthentication: boolean) => string[];

const RULES: Readonly<Record<ComponentType, Rule>> = {
  HEADER({ format, text }, path) {
    if (!HEADER_FORMATS.some((known) => known === format))
      return [`${path}.format must be one of ${HEADER_FORMATS.join(', ')}`];
    return format === 'TEXT' ? textProblems(text, `${path}.text`, EDGE_CHARACTERS_MAX) : [];
  },
  BODY: ({ text }, path, isAuthentication) =>
    isAuthentication && text === undefined
      ? []
      : textProblems(text, `${path}.text`, BODY_CHARACTERS_MAX),
  FOOTER: ({ text }, path, isAuthentication) =>
    isAuthentication && text === undefined
      ? []
      : textProblems(text, `${path}.text`, EDGE_CHARACTERS_MAX),
  BUTTONS({ buttons }, path) {
    if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > BUTTONS_MAX)
      return [`${path}.buttons must be an array of 1 to ${BUTTONS_MAX} buttons`];
    return buttons.flatMap((button: unknown, index) =>
      buttonProblems(button, `${path}.buttons[${index}]`),
    );
  },
};

function buttonProblems(button: unknown, path: string): string[] {
  if (!isFields(button)) return [`${path} must be an object`];
  const { type, text } = button;
  const problems: string[] = [];
  if (typeof type !== 'string' || !/^[A-Z_]{1,32}$/.test(type))
    problems.push(`${path}.type must be a button type such as QUICK_REPLY or URL`);
  // One-time-password buttons may leave their text to the platform.
  if (type === 'OTP' && text === undefined) return problems;
  return [...problems, ...textProblems(text, `${path}.text`, BUTTON_CHARACTERS_MAX)];
}

/** Characters are counted as people see code points, not as UTF-16 halves. */
function textProblems(text: unknown, path: string, charactersMax: number): string[] {
  if (typeof text !== 'string' || text.trim() === '') return [`${path} is required`];
  return [...text].length > charactersMax
    ? [`${path} must have at most ${charactersMax} characters`]
    : [];
}
