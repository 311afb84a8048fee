/**
 * Stores templates of instances whose platform has none of its own in a table. Nobody reviews them, so each is approved
 * at once.
 */
import { and, asc, count, eq, ne, type SQL, sql, sum } from 'drizzle-orm';
import { faultOf, type Orm } from '../../core/db/client.ts';
import { templates } from '../../core/db/schema/gateway.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import { showsTemplates } from '../../core/providers/all.ts';
import type {
  Template,
  TemplateComponent,
  TemplateDraft,
  Templates,
} from '../../core/providers/templates.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { failure, invalidFields } from '../../core/shared/errors.ts';
import { newId } from '../../core/shared/ids.ts';
import type { FieldProblem } from '../../core/shared/reasons/problems.ts';
import type { GatewayParts } from '../gateway/api.ts';
import { problemsAsText } from './as-text.ts';

/** The whole list is one answer, so it is limited. */
const TEMPLATES_MAX = 1_000;
const TEMPLATES_BYTES_MAX = 8 * 1024 * 1024;

interface StoredDeps {
  readonly orm: Orm;
  readonly clock: Pick<Clock, 'now'>;
  readonly instanceId: string;
  /** Returns a problem for everything that makes templates unfit for the instance. */
  readonly problemsOf?: (components: readonly TemplateComponent[]) => readonly FieldProblem[];
}

function createStoredTemplates(deps: StoredDeps): Templates {
  const { orm, clock, instanceId, problemsOf } = deps;
  const requireFit = (components: readonly TemplateComponent[] = []) => {
    const problems = problemsOf?.(components) ?? [];
    if (problems.length > 0) throw invalidFields(problems);
  };
  return {
    find: () => select(orm, instanceId),
    named: (name) => select(orm, instanceId, eq(templates.name, name)),
    byId: async (id) => (await select(orm, instanceId, eq(templates.id, id)))[0] ?? null,
    async create({ components, ...draft }) {
      requireFit(components);
      const text = JSON.stringify(components);
      await requireRoom(orm, instanceId, text);
      const now = clock.now();
      const row = {
        ...draft,
        id: newId(),
        instanceId,
        status: 'APPROVED',
        components: text,
        quality: null,
        rejectedReason: null,
        createdAt: now,
        updatedAt: now,
      };
      await insert(orm, row);
      return toTemplate(row);
    },
    async edit(id, { components, ...edit }) {
      requireFit(components);
      const text = components && JSON.stringify(components);
      if (text !== undefined) await requireRoom(orm, instanceId, text, id);
      const [row] = await orm
        .update(templates)
        .set({ ...edit, ...(text && { components: text }), updatedAt: clock.now() })
        .where(and(eq(templates.instanceId, instanceId), eq(templates.id, id)))
        .returning();
      return row ? toTemplate(row) : null;
    },
    async remove(name, id) {
      const one = id === undefined ? [] : [eq(templates.id, id)];
      const removed = await orm
        .delete(templates)
        .where(and(eq(templates.instanceId, instanceId), eq(templates.name, name), ...one))
        .returning({ id: templates.id });
      return removed.length;
    },
  };
}

async function select(orm: Orm, instanceId: string, which?: SQL): Promise<Template[]> {
  const rows = await orm
    .select()
    .from(templates)
    .where(and(eq(templates.instanceId, instanceId), which))
    .orderBy(asc(templates.name), asc(templates.language))
    .limit(TEMPLATES_MAX);
  return rows.map(toTemplate);
}

/** Throws a conflict when the instance has a template of that name and language. */
async function insert(orm: Orm, row: typeof templates.$inferInsert) {
  try {
    await orm.insert(templates).values(row);
  } catch (error) {
    if (faultOf(error) !== 'unique') throw error;
    throw failure(
      'template_exists',
      { name: row.name, language: row.language },
      { kind: 'template_exists' },
    );
  }
}

/**
 * Throws a conflict when the instance would have too many templates, or too large ones. `id` is that of one that is
 * replaced.
 */
async function requireRoom(orm: Orm, instanceId: string, text: string, id = '') {
  const [held] = await orm
    .select({ count: count(), bytes: sum(sql`octet_length(${templates.components})`) })
    .from(templates)
    .where(and(eq(templates.instanceId, instanceId), ne(templates.id, id)));
  if ((held?.count ?? 0) >= TEMPLATES_MAX)
    throw failure('too_many_templates', { max: TEMPLATES_MAX });
  if (Number(held?.bytes) + Buffer.byteLength(text) > TEMPLATES_BYTES_MAX)
    throw failure('templates_too_large', { max: TEMPLATES_BYTES_MAX });
}

const toTemplate = ({
  instanceId: _,
  components,
  ...row
}: typeof templates.$inferSelect): Template => ({
  ...row,
  // Only this file writes it, from a checked draft.
  components: JSON.parse(components) as TemplateDraft['components'],
});

/** The templates of an instance: those of its account at Meta, or those that are stored here. */
export function templatesOf(
  { db, clock, cloudOf }: Pick<GatewayParts, 'db' | 'clock' | 'cloudOf'>,
  record: InstanceRecord,
): Templates {
  const atMeta = cloudOf(record);
  if (atMeta !== null) return atMeta.templates;
  const stored = { orm: db.orm, clock, instanceId: record.id };
  return createStoredTemplates(
    showsTemplates(record.provider) ? stored : { ...stored, problemsOf: problemsAsText },
  );
}
