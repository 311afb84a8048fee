/** Owns: what a template may be made of. Extra fields, such as examples, belong to the platform and pass unchecked. */
import { type Fields, isFields } from '../instance/fields.ts';

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
export function problemsOfComponents(value: unknown, isAuthentication: boolean): string[] {
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
