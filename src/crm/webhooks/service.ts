/** What happens to webhooks. Owns: the rules of their operations, in the order they are checked. */
import type { Static } from '@sinclair/typebox';
import { webhooks } from '../../db/schema/crm.ts';
import { conflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { firstSecrets, openSecrets, rotatedSecrets, sealSecrets } from '../../webhooks/secrets.ts';
import { checkWebhookUrl, type UrlGuard } from '../../webhooks/url.ts';
import { changeRecord, found } from '../change-record.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import {
  eventsColumn,
  type NewWebhook,
  toWebhook,
  type Webhook,
  type WebhookChange,
} from './model.ts';
import type { WebhookRow } from './registry.ts';
import { createWebhookStore, type WebhookStore } from './store.ts';

interface Asking {
  readonly request: Request;
}

type WithSecret = Webhook & { secret: string };

/** Each event costs a row per webhook that wants it. */
const WEBHOOKS_MAX = 100;

export function createWebhookService(parts: CrmParts) {
  const store = createWebhookStore(parts);
  return { ...readingAndCreating(parts, store), ...changing(parts, store) };
}
export type WebhookService = ReturnType<typeof createWebhookService>;

function readingAndCreating({ db, clock, vault, network }: CrmParts, store: WebhookStore) {
  return {
    async list(access: Access, page: Page): Promise<{ data: Webhook[]; total: number }> {
      const { rows, total } = await store.list(access.accountId, page);
      return { data: rows.map(toWebhook), total };
    },
    async get({ accountId }: Access, id: string): Promise<WebhookRow> {
      return found(await store.find(accountId, id), 'webhook');
    },
    /** 422 the URL may not be called, 409 the account has too many. */
    async create(access: Access, fields: Static<typeof NewWebhook>): Promise<WithSecret> {
      const url = checkedUrl(fields.url, network);
      if ((await totalOf(db, access.accountId, 'webhooks')) >= WEBHOOKS_MAX)
        throw conflict(`An account has at most ${WEBHOOKS_MAX} webhooks`);
      const secrets = firstSecrets();
      const now = clock.now();
      const id = newId();
      const row: WebhookRow = {
        id,
        accountId: access.accountId,
        name: fields.name,
        url,
        events: eventsColumn(fields.events ?? []),
        enabled: fields.enabled ?? true,
        ...sealSecrets(vault, webhooks, id, secrets),
        createdAt: now,
        updatedAt: now,
      };
      await store.insert(access, row);
      return { ...toWebhook(row), secret: secrets.secret };
    },
  };
}

function changing(parts: CrmParts, store: WebhookStore) {
  const { clock, vault, network } = parts;
  const find = (access: Access, id: string) => () => store.find(access.accountId, id);
  return {
    /** 422 the URL may not be called, 404, 412. */
    change(context: Asking, access: Access, id: string, wanted: Static<typeof WebhookChange>) {
      const { url, events, ...plain } = wanted;
      const fields = {
        ...plain,
        ...(url !== undefined && { url: checkedUrl(url, network) }),
        ...(events !== undefined && { events: eventsColumn(events) }),
      };
      return changeRecord(parts, context, {
        what: 'webhook',
        find: find(access, id),
        write: async (before, updatedAt) =>
          toWebhook(await store.update(access, before, { ...fields, updatedAt }, 'update')),
      });
    },
    /** A new secret; the present one signs along for 24 h. 404, 412. */
    rotate(context: Asking, access: Access, id: string): Promise<WithSecret> {
      return changeRecord(parts, context, {
        what: 'webhook',
        find: find(access, id),
        async write(before, updatedAt) {
          const present = openSecrets(vault, webhooks, id, before);
          const secrets = rotatedSecrets(present, clock.steady());
          const change = { ...sealSecrets(vault, webhooks, id, secrets), updatedAt };
          const after = await store.update(access, before, change, 'rotate');
          return { ...toWebhook(after), secret: secrets.secret };
        },
      });
    },
    /** 404, 412. What still waits for it is discarded. */
    remove(context: Asking, access: Access, id: string) {
      return changeRecord(parts, context, {
        what: 'webhook',
        find: find(access, id),
        async write(before): Promise<{ id: string }> {
          await store.remove(access, before);
          return { id };
        },
      });
    },
  };
}

/** In the form it is called in, or 422. */
function checkedUrl(text: string, network: UrlGuard): string {
  const checked = checkWebhookUrl(text, network);
  if ('problem' in checked) throw unprocessable('url', checked.problem);
  return checked.url;
}
