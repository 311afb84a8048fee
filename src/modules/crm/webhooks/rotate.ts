/** POST /api/v1/webhooks/:id/rotate */
import { webhooks } from '../../../core/db/schema/crm.ts';
import { openSecrets, rotatedSecrets, sealSecrets } from '../../../core/webhooks/secrets.ts';
import { operation } from '../operation.ts';
import { changeOne } from '../records.ts';
import { commitChange } from './changes.ts';
import { toWebhook, WebhookWithSecret, webhookKind } from './model.ts';

export const rotateWebhook = operation('POST /api/v1/webhooks/:id/rotate', {
  permission: 'webhooks.update',
  summary: 'Replace the signing secret of a webhook',
  description:
    'Creates a new signing secret. Each replaced secret also signs for 24 hours. Answers 409 while five secrets sign.',
  status: 200,
  isVersioned: true,
  answer: WebhookWithSecret,
  message: 'Webhook secret rotated successfully',
  /** Throws 404, 409 and 412. */
  run(parts, access, { request, params: { id } }) {
    const { clock, vault } = parts;
    const asked = { kind: webhookKind, request, id };
    return changeOne(parts, access, asked, async (before, updatedAt) => {
      const present = openSecrets(vault, webhooks, [id], before);
      const secrets = rotatedSecrets(present, clock.steady());
      const change = { ...sealSecrets(vault, webhooks, [id], secrets), updatedAt };
      const { secret } = secrets;
      const after = await commitChange(parts, access, before, change, 'rotate', { secret });
      return { ...toWebhook(after, access), secret };
    });
  },
});
