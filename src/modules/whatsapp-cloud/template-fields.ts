/** Translates Meta's templates to ours, and ours to Meta's, and reads what webhooks say of them. Pure. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
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
    ttlSeconds: null,
    createdAt: null,
    updatedAt: null,
  };
}

/** Returns null for Meta's words for an empty value. */
const wordOrNull = (word: string): string | null =>
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
  name,
  language,
  category,
  components,
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

/** The changed fields of one template; absent fields stay as they were. */
export interface TemplateChange {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  /** The platform's word: APPROVED, PAUSED, DELETED … */
  readonly status?: string;
  readonly category?: string;
  readonly quality?: string | null;
  /** Why it was rejected or paused, or null when the webhook does not say. */
  readonly reason: string | null;
  /** The template may have changed further, so it must be read again. */
  readonly isPartial: boolean;
}

/** Whether a field of webhooks is about templates. */
export const isOfTemplates = (field: string): boolean => FIELDS.has(field);

/** Returns null for a field that is about something else. */
export function templateChangeIn(field: string, value: Fields): TemplateChange | null {
  const says = FIELDS.get(field)?.(value);
  if (says === undefined) return null;
  return {
    id: idIn(value),
    name: text(value.message_template_name),
    language: text(value.message_template_language),
    reason: null,
    isPartial: false,
    ...says,
  };
}

/** Webhooks give the id as a number, which is read as a text if it is too large; others that are not exact become ''. */
const idIn = ({ message_template_id: id }: Fields): string =>
  typeof id === 'number' ? (Number.isSafeInteger(id) ? String(id) : '') : text(id);

/** Returns null for a change that has not taken effect yet. */
export function templateEvent(change: TemplateChange): CatalogEvent | null {
  const { id: ID, name: Name, language: Language, reason: Reason, isPartial } = change;
  const { status: Status = null, category: Category = null, quality: Quality = null } = change;
  if (Status === null && Category === null && change.quality === undefined && !isPartial)
    return null;
  return {
    type: 'TemplateUpdate',
    data: { ID, Name, Language, Status, Category, Quality, Reason },
  };
}

type ChangedFields = Partial<Omit<TemplateChange, 'id' | 'name' | 'language'>>;

const FIELDS = new Map<string, (value: Fields) => ChangedFields>([
  ['message_template_status_update', statusIn],
  ['message_template_quality_update', qualityIn],
  ['template_category_update', categoryIn],
  ['message_template_components_update', () => ({ isPartial: true })],
]);

function statusIn(value: Fields): ChangedFields {
  const event = text(value.event);
  const { reason, recommendation } = record(value.rejection_info);
  const { description } = record(value.other_info);
  const said = [
    wordOrNull(text(value.reason)),
    text(reason),
    text(recommendation),
    text(description),
  ];
  return {
    ...(event !== '' && { status: STATUSES.get(event) ?? event }),
    reason: said.filter((one) => one).join(': ') || null,
    isPartial: event === 'UNARCHIVED' || event === '',
  };
}

function qualityIn(value: Fields): ChangedFields {
  return { quality: wordOrNull(text(value.new_quality_score)) };
}

/** With `correct_category` Meta announces tomorrow's category. */
function categoryIn({ new_category, correct_category }: Fields): ChangedFields {
  const category = text(new_category);
  return correct_category === undefined && category !== '' ? { category } : {};
}

/** Events whose name is not the status that they cause. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ['REINSTATED', 'APPROVED'],
  ['UNPAUSED', 'APPROVED'],
]);

/** Returns the changed list, or null when the list has to be read again. */
export function changedList(
  templates: readonly Template[],
  change: TemplateChange,
): readonly Template[] | null {
  const { name, language, id, status, category, quality, reason } = change;
  const isMeant = (one: Template) =>
    name === '' ? one.id === id : one.name === name && one.language === language;
  if (change.isPartial || !templates.some(isMeant)) return null;
  if (status === 'DELETED') return templates.filter((one) => !isMeant(one));
  const news = {
    ...(status !== undefined && { status }),
    ...(status === 'REJECTED' && { rejectedReason: reason }),
    ...(category !== undefined && { category }),
    ...(quality !== undefined && { quality }),
  };
  return templates.map((one) => (isMeant(one) ? { ...one, ...news } : one));
}
