/** What was sent to a webhook of an account, reached through that webhook alone, and sending it again. */
import { accountWebhook } from '../../events/contract/endpoint.ts';
import {
  createDeliveryLog,
  type DeliveryState,
  type LoggedDelivery,
} from '../../events/log/deliveries.ts';
import { conflict } from '../../shared/errors.ts';
import { readInstant } from '../../shared/instant.ts';
import {
  contradictions,
  deliveryWithAttempts,
  pageOfDeliveries,
} from '../../webhooks/deliveries.ts';
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
      const page = await pageOfDeliveries(log, accountId, {
        // The cast: the query's schema has checked it.
        state: (state as DeliveryState | undefined) ?? null,
        after: after.toLowerCase(),
        limit: Number(limit ?? LIMIT_DEFAULT),
        endpoint: accountWebhook(id),
      });
      return { ...page, deliveries: page.deliveries.map(toDelivery) };
    },
    /** 404 also for what went elsewhere. */
    async one({ accountId, id }: WebhookRow, deliveryId: string) {
      const isOwn = (row: LoggedDelivery) =>
        row.streamId === accountId && row.endpoint === accountWebhook(id);
      const { attempts, ...delivery } = found(
        await deliveryWithAttempts(log, deliveryId, isOwn),
        'delivery',
      );
      return { ...toDelivery(delivery), attempts: attempts.map(toAttempt) };
    },
    /** How many are due again. 409 the webhook is disabled, so that nothing could be sent. */
    async again({ accountId, id, enabled }: WebhookRow, asked: Redelivery): Promise<number> {
      if (!enabled) throw conflict('The webhook is disabled');
      const { ids, state } = asked;
      const { from, to } = timesOf(asked);
      return engine().redeliver(accountId, {
        endpoint: accountWebhook(id),
        ...(ids && { ids: [...new Set(ids)] }),
        ...(state && { state }),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      });
    },
  };
}

/** In ms since 1970; the body's schema has checked them. */
const timesOf = ({ from, to }: Redelivery) => ({ from: time(from), to: time(to) });
const time = (text: string | undefined) => readInstant(text ?? '') ?? undefined;

/** 422 nothing is selected, or what contradicts itself. */
export function refuseUnclear(asked: Redelivery): void {
  const { ids, state, from, to } = asked;
  if ((ids ?? state ?? from ?? to) === undefined)
    throw unprocessable('ids', 'is required, or one of state, from and to');
  const [first] = contradictions(asked, timesOf(asked));
  if (first !== undefined) throw unprocessable(first.field, first.problem);
}
