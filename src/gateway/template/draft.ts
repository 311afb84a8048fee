/**
 * The body of template/create turned into a draft. Owns: every rule about it, told all at once.
 * The rules are those of the platform that approves templates, so that what passes here passes there.
 */
import { isFields } from '../instance/fields.ts';
import { problemsOfComponents } from './components.ts';
import { TEMPLATE_CATEGORIES, type Template } from './model.ts';

export type TemplateDraft = Pick<Template, 'name' | 'language' | 'category' | 'components'>;
export type ParsedDraft = { readonly draft: TemplateDraft } | { readonly problems: string[] };

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
