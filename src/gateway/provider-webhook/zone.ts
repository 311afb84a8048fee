/** Who may call the addresses of webhooks: whoever signs. */
import { clientOf } from '../../http/client-address.ts';
import type { Zone } from '../../http/zone.ts';
import { isSignature } from '../../providers/whatsapp-cloud/webhook-signature.ts';
import { AppError } from '../../shared/errors.ts';
import { GATEWAY_EXAMPLES } from '../examples/zone.ts';

export const WEBHOOK_PATH = '/provider/whatsapp-cloud/webhook';
export const SIGNATURE_HEADER = 'x-hub-signature-256';

/** The platform sends no more at once. */
export const WEBHOOK_BYTES_MAX = 3 * 1024 * 1024;

interface WebhookCaller {
  /** The address it calls from, whose requests and memory are counted together. */
  readonly client: string;
  /** It posts, and has nothing that could be the signature of what it posts. */
  readonly isUnsigned: boolean;
}

// Of the zone, see below.
const callerOf = (principal: unknown) => principal as WebhookCaller;

/**
 * The route compares the signature, once the body is there; without one no body is read. Neither is counted as a failed
 * log-in of the address: others behind the same proxy could lock the platform out.
 */
export const providerWebhookZone = (
  elsewhere: Pick<Zone, 'elsewhere' | 'wasAdmitted'> | null = null,
): Zone => ({
  prefixes: [WEBHOOK_PATH],
  examples: GATEWAY_EXAMPLES,
  ...elsewhere,
  authenticate: (request): WebhookCaller => ({
    client: clientOf({ request }).subscriber,
    isUnsigned: request.method === 'POST' && !isSignature(request.headers.get(SIGNATURE_HEADER)),
  }),
  authorize(principal) {
    if (callerOf(principal).isUnsigned)
      throw new AppError('unauthenticated', 'X-Hub-Signature-256 is missing or malformed');
  },
  credentialOf: (principal) => `webhooks from ${callerOf(principal).client}`,
});
