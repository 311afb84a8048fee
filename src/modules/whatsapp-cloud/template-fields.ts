/** Translates Meta's templates to ours, and ours to Meta's. Pure. */

import { type Fields, record, records, text } from '../../core/providers/foreign-values.ts';
import type {
  Template,
  TemplateComponent,
  TemplateDraft,
  TemplateEdit,
} from '../../core/providers/templates.ts';

/** The fields that are requested of each template. */
export const TEMPLATE_FIELDS =
  'id,name,language,status,category,components,quality_score,rejected_reason,parameter_format';

/** Returns null for what is not a template. */
export function templateIn(fields: Fields): Template | null {
  const [id, name, language] = [text(fields.id), text(fields.name), text(fields.language)];
  if (id === '' || name === '' || language === '') return null;
  return {
    id,
    name,
    language,
    category: text(fields.category),
    status: text(fields.status),
    components: records(fields.components).filter(
      (one): one is Fields & TemplateComponent => typeof one.type === 'string',
    ),
    parameterFormat:
      text(fields.parameter_format).toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    quality: wordOrNull(text(record(fields.quality_score).score)),
    rejectedReason: wordOrNull(text(fields.rejected_reason)),
    // Meta tells none of these.
    ...{ ttlSeconds: null, createdAt: null, updatedAt: null },
  };
}

/** Returns null for Meta's words for an empty value. */
export const wordOrNull = (word: string): string | null =>
  ['', 'NONE', 'UNKNOWN'].includes(word) ? null : word;

export const inOrder = (templates: readonly Template[]): Template[] =>
  templates.toSorted(
    (one, other) => compare(one.name, other.name) || compare(one.language, other.language),
  );

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const draftFields = ({
  name,
  language,
  category,
  components,
  parameterFormat,
  ttlSeconds,
}: TemplateDraft): Fields => ({
  ...{ name, language, category, components },
  ...(parameterFormat === 'NAMED' && { parameter_format: parameterFormat }),
  ...ttlFields(ttlSeconds),
});

export const editFields = ({ category, components, ttlSeconds = null }: TemplateEdit): Fields => ({
  ...(category && { category }),
  ...(components && { components }),
  ...ttlFields(ttlSeconds),
});

const ttlFields = (ttlSeconds: number | null): Fields =>
  ttlSeconds === null ? {} : { message_send_ttl_seconds: ttlSeconds };
