/** Who may call the addresses of webhooks: whoever signs; before a body is read only the form of that can be seen. */
import { clientOf } from '../../http/client-address.ts';
import type { Zone } from '../../http/zone.ts';
import { isSignature } from '../../providers/whatsapp-cloud/webhook-signature.ts';
import { AppError } from '../../shared/errors.ts';

export const WEBHOOK_PATH = '/provider/whatsapp-cloud/webhook';
export const SIGNATURE_HEADER = 'x-hub-signature-256';

/** The platform sends no more at once. */
export const WEBHOOK_BYTES_MAX = 3 * 1024 * 1024;

/** `client`: the address it calls from, whose requests and memory are counted together. */
interface WebhookCaller {
  readonly client: string;
}

/** The signature is compared by the route, once the body is there. */
export const providerWebhookZone = (): Zone => ({
  prefixes: [WEBHOOK_PATH],
  authenticate(request): WebhookCaller {
    const isUnsigned = !isSignature(request.headers.get(SIGNATURE_HEADER));
    if (request.method === 'POST' && isUnsigned)
      throw new AppError('unauthenticated', 'X-Hub-Signature-256 is missing or malformed');
    return { client: clientOf({ request }).subscriber };
  },
  // The zone's own principal, see above.
  credentialOf: (principal) => `webhooks from ${(principal as WebhookCaller).client}`,
});
