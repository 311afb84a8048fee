/**
 * What was sent to a webhook of an account, and sending it again.
 * Owns: that a webhook's deliveries are reached through it alone. Must never: send; the engine does.
 */

import { accountWebhook } from '../../events/contract/endpoint.ts';
import { createDeliveryLog, type DeliveryState } from '../../events/log/deliveries.ts';
import { conflict } from '../../shared/errors.ts';
import { readInstant } from '../../shared/instant.ts';
import { found } from '../change-record.ts';
import { unprocessable } from '../failures.ts';
import type { CrmParts } from '../parts.ts';
import { type Redelivery, toAttempt, toDelivery } from './delivery-model.ts';
import type { WebhookRow } from './registry.ts';

const LIMIT_DEFAULT = 100;

interface PageTexts {
  readonly state?: string;
  readonly after?: string;
  readonly limit?: string;
}

export function createDeliveries({ db, engine }: Pick<CrmParts, 'db' | 'engine'>) {
  const log = createDeliveryLog(db.orm);
  return {
    /** In the order they came; `next` is what to go on after. */
    async page({ accountId, id }: WebhookRow, { state, after = '', limit }: PageTexts) {
      const rows = await log.find(accountId, {
        // The cast: the query's schema has checked it.
        state: (state as DeliveryState | undefined) ?? null,
        after: after.toLowerCase(),
        limit: Number(limit ?? LIMIT_DEFAULT),
        endpoint: accountWebhook(id),
      });
      return { deliveries: rows.map(toDelivery), next: rows.at(-1)?.id ?? (after || null) };
    },
    /** 404 also for what went elsewhere. */
    async one({ accountId, id }: WebhookRow, deliveryId: string) {
      const row = found(await log.get(deliveryId), 'delivery');
      const isOwn = row.streamId === accountId && row.endpoint === accountWebhook(id);
      found(isOwn ? row : null, 'delivery');
      return { ...toDelivery(row), attempts: (await log.attemptsOf(row)).map(toAttempt) };
    },
    /** How many are due again. 409 the webhook is disabled, so that nothing could be sent. */
    async again({ accountId, id, enabled }: WebhookRow, asked: Redelivery): Promise<number> {
      if (!enabled) throw conflict('The webhook is disabled');
      const { ids, state } = asked;
      const from = time(asked.from);
      const to = time(asked.to);
      return engine().redeliver(accountId, {
        endpoint: accountWebhook(id),
        ...(ids && { ids: [...new Set(ids)] }),
        ...(state && { state }),
        ...(from !== null && { from }),
        ...(to !== null && { to }),
      });
    },
  };
}

const time = (text: string | undefined) => (text === undefined ? null : readInstant(text));

/** 422 nothing is selected, or what contradicts itself. */
export function refuseUnclear({ ids, state, from, to }: Redelivery): void {
  const others = state ?? from ?? to;
  if (ids === undefined && others === undefined)
    throw unprocessable('ids', 'is required, or one of state, from and to');
  if (ids !== undefined && others !== undefined)
    throw unprocessable('ids', 'must not be combined with state, from or to');
  if (from !== undefined && to !== undefined && (time(from) ?? 0) > (time(to) ?? 0))
    throw unprocessable('from', 'must not be after to');
}
