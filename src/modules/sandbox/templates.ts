/** Applies what the sandbox's platform says of an instance's templates. */
import { and, eq } from 'drizzle-orm';
import type { Orm } from '../../core/db/client.ts';
import { templates } from '../../core/db/schema/gateway.ts';
import type { Payloads } from '../../core/events/contract/catalog.ts';
import type { Clock } from '../../core/shared/clock.ts';

export type WriteReview = (instanceId: string, review: Payloads['TemplateUpdate']) => Promise<void>;

/** Returns what writes a review; one of a template that the instance does not have changes nothing. */
export const reviewWriter =
  (orm: Orm, clock: Pick<Clock, 'now'>): WriteReview =>
  async (instanceId, { Name, Language, Status, Quality, Reason }) => {
    await orm
      .update(templates)
      .set({
        ...(Status !== null && { status: Status }),
        ...(Status === 'REJECTED' && { rejectedReason: Reason }),
        ...(Quality !== null && { quality: Quality }),
        updatedAt: clock.now(),
      })
      .where(
        and(
          eq(templates.instanceId, instanceId),
          eq(templates.name, Name),
          eq(templates.language, Language),
        ),
      );
  };
