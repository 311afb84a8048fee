/**
 * The body of template/create turned into a draft. The rules are those of the platform that approves templates, so
 * that what passes here passes there.
 */
import { type Fields, isFields } from '../instance/fields.ts';
import { TEMPLATE_CATEGORIES, type Template } from './model.ts';

export type TemplateDraft = Pick<Template, 'name' | 'language' | 'category' | 'components'>;
type ParsedDraft = { readonly draft: TemplateDraft } | { readonly problems: string[] };

const NAME = /^[a-z0-9_]{1,512}$/;
const LANGUAGE = /^[a-z]{2,3}(_[A-Z]{2})?$/;
const COMPONENTS_CHARACTERS_MAX = 64 * 1024;

export function parseDraft(body: unknown): ParsedDraft {
  if (!isFields(body)) return { problems: ['the body must be a JSON object'] };
  const { name, language, category, components } = body;
  const problems: string[] = [];
  if (typeof name !== 'string' || !NAME.test(name))
    problems.push('name must be 1 to 512 lower-case letters, digits or underscores');
  if (typeof language !== 'string' || !LANGUAGE.test(language))
    problems.push('language must be a code such as en or pt_BR');
  if (!TEMPLATE_CATEGORIES.some((known) => known === category))
    problems.push(`category must be one of ${TEMPLATE_CATEGORIES.join(', ')}`);
  problems.push(...problemsOfComponents(components, category === 'AUTHENTICATION'));
  if (problems.length === 0 && JSON.stringify(components).length > COMPONENTS_CHARACTERS_MAX)
    problems.push(`components must have at most ${COMPONENTS_CHARACTERS_MAX} characters as JSON`);
  if (problems.length > 0) return { problems };
  // Each of them was checked above.
  return { draft: { name, language, category, components } as TemplateDraft };
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
