/** Applies what the sandbox's platform says of an instance's templates. */
import { and, eq } from 'drizzle-orm';
import type { Orm } from '../../db/client.ts';
import { templates } from '../../db/schema/gateway.ts';
import type { Payloads } from '../../events/contract/catalog.ts';
import type { Clock } from '../../shared/clock.ts';
import { failure } from '../../shared/errors.ts';

/** Absent fields stay as they are. */
export interface TemplateReview {
  readonly name: string;
  readonly language: string;
  readonly status?: string | undefined;
  /** Null when it is not known. */
  readonly quality?: string | null | undefined;
  readonly reason?: string | undefined;
}

export type Reviewed = (
  instanceId: string,
  review: TemplateReview,
) => Promise<Payloads['TemplateUpdate']>;

/**
 * Writes the review and returns the data of its event. Throws `not_found` for a template that the instance does not
 * have.
 */
export const reviewing =
  (orm: Orm, clock: Pick<Clock, 'now'>): Reviewed =>
  async (instanceId, { name, language, status, quality, reason }) => {
    const [row] = await orm
      .update(templates)
      .set({
        ...(status !== undefined && { status }),
        ...(status === 'REJECTED' && { rejectedReason: reason ?? null }),
        ...(quality !== undefined && { quality }),
        updatedAt: clock.now(),
      })
      .where(
        and(
          eq(templates.instanceId, instanceId),
          eq(templates.name, name),
          eq(templates.language, language),
        ),
      )
      .returning({ id: templates.id });
    if (row === undefined) throw failure('template_not_found');
    return {
      ...{ ID: row.id, Name: name, Language: language, Category: null },
      ...{ Status: status ?? null, Quality: quality ?? null, Reason: reason ?? null },
    };
  };
