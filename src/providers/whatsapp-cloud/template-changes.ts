/** What webhooks say of templates. Pure. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import { record, text } from '../foreign-values.ts';
import type { Template } from '../templates.ts';
import type { Fields } from './graph.ts';
import { known } from './template-fields.ts';

/** What is now so of one template; what is absent stays as it was. */
export interface TemplateChange {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  /** The platform's word for it: APPROVED, PAUSED, DELETED … */
  readonly status?: string;
  readonly category?: string;
  readonly quality?: string | null;
  /** Why it was rejected or paused; null: it does not say. */
  readonly reason: string | null;
  /** It may be another from now on than the rest of this says: it must be read again. */
  readonly isPartial: boolean;
}

/** Null for a field that is about something else. */
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

/** Webhooks have it as a number, which may be too large to be read exactly: then ''. */
const idIn = ({ message_template_id: id }: Fields): string =>
  typeof id === 'number' ? (Number.isSafeInteger(id) ? String(id) : '') : text(id);

/** Null for a change of which nothing is so yet. */
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

type Says = Partial<Omit<TemplateChange, 'id' | 'name' | 'language'>>;

const FIELDS = new Map<string, (value: Fields) => Says>([
  ['message_template_status_update', statusIn],
  ['message_template_quality_update', qualityIn],
  ['template_category_update', categoryIn],
  ['message_template_components_update', () => ({ isPartial: true })],
]);

function statusIn(value: Fields): Says {
  const event = text(value.event);
  const { reason, recommendation } = record(value.rejection_info);
  const { description } = record(value.other_info);
  const said = [known(text(value.reason)), text(reason), text(recommendation), text(description)];
  return {
    ...(event !== '' && { status: STATUSES.get(event) ?? event }),
    reason: said.filter((one) => one).join(': ') || null,
    isPartial: event === 'UNARCHIVED' || event === '',
  };
}

function qualityIn(value: Fields): Says {
  return { quality: known(text(value.new_quality_score)) };
}

/** With `correct_category` Meta says what it will be tomorrow. */
function categoryIn({ new_category, correct_category }: Fields): Says {
  const category = text(new_category);
  return correct_category === undefined && category !== '' ? { category } : {};
}

/** Events that are no status of their own. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ['REINSTATED', 'APPROVED'],
  ['UNPAUSED', 'APPROVED'],
]);

/** The list with the change; null when the list has to be read again to have it. */
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
