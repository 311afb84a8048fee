/** Steps that creating, changing and deleting a webhook share. */
import type { AuditedWrite } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { updateStep } from '../records.ts';
import { toWebhook, webhookKind } from './model.ts';
import type { WebhookRow } from './registry.ts';

/** `inMemory` runs after the commit. Disk and memory change in the same order, whatever path the change comes from. */
export const commitWebhook = (
  { commits, turns, byOwner }: CrmParts,
  access: Access,
  id: string,
  step: AuditedWrite,
  inMemory: () => Promise<void>,
): Promise<void> =>
  turns.run(`webhook ${id}`, async () => {
    await commits.commit(access, [{ ...step, first: byOwner(access.accountId) }]);
    await inMemory();
  });

type Change = Partial<WebhookRow> & { readonly updatedAt: number };

/** Resolves with the new row; nothing goes to the former URL any more. `action` is the word of the audit entry. */
export async function commitChange(
  parts: CrmParts,
  access: Access,
  before: WebhookRow,
  change: Change,
  action: 'update' | 'rotate',
  shownOnce: object = {},
): Promise<WebhookRow> {
  const after = { ...before, ...change };
  const answer = { ...toWebhook(after, access), ...shownOnce };
  const step = { ...updateStep(parts.db, webhookKind, before, change, action), answer };
  await commitWebhook(parts, access, before.id, step, () => parts.webhooks.put(after));
  return after;
}
