/** Templates of sandbox instances, stored in the table. No platform reviews them, so each is approved at once. */
import { and, asc, count, eq, ne, sql, sum } from 'drizzle-orm';
import { faultOf, type Orm } from '../../db/client.ts';
import { templates } from '../../db/schema/gateway.ts';
import { type Clock, iso } from '../../shared/clock.ts';
import { conflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { InstanceRecord } from '../instance/directory.ts';
import type { TemplateDraft } from './draft.ts';
import type { Template } from './model.ts';

/** Where the templates of a provider are. */
export interface TemplateSource {
  find(instance: InstanceRecord): Promise<Template[]>;
  /** Throws a conflict when the instance has a template of that name and language. */
  create(instance: InstanceRecord, draft: TemplateDraft): Promise<Template>;
  /** Replaces category and components of the one with this id; null when there is none. */
  edit(
    instance: InstanceRecord,
    id: string,
    draft: Pick<TemplateDraft, 'category' | 'components'>,
  ): Promise<Template | null>;
  /** Those of a name in all languages, or the one of them with `id`; how many there were. */
  remove(instance: InstanceRecord, name: string, id?: string): Promise<number>;
}

/** The whole list is one answer, so it must end somewhere. */
const TEMPLATES_MAX = 1_000;
const TEMPLATES_BYTES_MAX = 8 * 1024 * 1024;

export function createStoredTemplates(orm: Orm, clock: Pick<Clock, 'now'>): TemplateSource {
  return {
    async find(instance) {
      const rows = await orm
        .select()
        .from(templates)
        .where(eq(templates.instanceId, instance.id))
        .orderBy(asc(templates.name), asc(templates.language))
        .limit(TEMPLATES_MAX);
      return rows.map(toTemplate);
    },
    async create(instance, { name, language, category, components }) {
      const text = JSON.stringify(components);
      await requireRoom(orm, instance, text);
      const now = clock.now();
      const row = {
        id: newId(),
        instanceId: instance.id,
        name,
        language,
        category,
        status: 'APPROVED',
        components: text,
        createdAt: now,
        updatedAt: now,
      };
      await insert(orm, row);
      return toTemplate(row);
    },
    async edit(instance, id, { category, components }) {
      const text = JSON.stringify(components);
      await requireRoom(orm, instance, text, id);
      const [row] = await orm
        .update(templates)
        .set({ category, components: text, updatedAt: clock.now() })
        .where(and(eq(templates.instanceId, instance.id), eq(templates.id, id)))
        .returning();
      return row ? toTemplate(row) : null;
    },
    async remove(instance, name, id) {
      const one = id === undefined ? [] : [eq(templates.id, id)];
      const removed = await orm
        .delete(templates)
        .where(and(eq(templates.instanceId, instance.id), eq(templates.name, name), ...one))
        .returning({ id: templates.id });
      return removed.length;
    },
  };
}

/** Throws a conflict when the instance has a template of that name and language. */
async function insert(orm: Orm, row: typeof templates.$inferInsert) {
  try {
    await orm.insert(templates).values(row);
  } catch (error) {
    if (faultOf(error) !== 'unique') throw error;
    throw conflict(`a template ${row.name} in ${row.language} exists already`);
  }
}

/** Throws a conflict when the instance would hold too many templates, or too large ones. `id`: of one that is replaced. */
async function requireRoom(orm: Orm, instance: InstanceRecord, text: string, id = '') {
  const [held] = await orm
    .select({ count: count(), bytes: sum(sql`octet_length(${templates.components})`) })
    .from(templates)
    .where(and(eq(templates.instanceId, instance.id), ne(templates.id, id)));
  if ((held?.count ?? 0) >= TEMPLATES_MAX)
    throw conflict(`the instance holds ${TEMPLATES_MAX} templates already`);
  if (Number(held?.bytes) + Buffer.byteLength(text) > TEMPLATES_BYTES_MAX)
    throw conflict(`the instance would hold more than ${TEMPLATES_BYTES_MAX} bytes of templates`);
}

const toTemplate = (row: typeof templates.$inferSelect): Template => ({
  id: row.id,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  // Written above, from a checked draft.
  components: JSON.parse(row.components) as Template['components'],
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
