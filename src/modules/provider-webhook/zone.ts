/** Admits callers that sign their requests, and callers that know the verify token. */
import { clientOf } from '../../core/http/client-address.ts';
import { isForwarded, type OtherNodes, type StreamOf } from '../../core/http/forwarding.ts';
import { LARGEST_UNPROVEN_BYTES } from '../../core/http/memory-budget.ts';
import { requestIdOf } from '../../core/http/request-watch.ts';
import { pathOf, plainPath, type Zone } from '../../core/http/zone.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import { Semaphore } from '../../core/shared/async/semaphore.ts';
import { AppError, WrongCredential } from '../../core/shared/errors.ts';
import type { CalledAddress, CloudWebhooks, Sharing } from '../whatsapp-cloud/api.ts';

export const WEBHOOK_PATH = '/provider/whatsapp-cloud/webhook';
export const SIGNATURE_HEADER = 'x-hub-signature-256';

/** The largest body that the platform sends. */
export const WEBHOOK_BYTES_MAX = LARGEST_UNPROVEN_BYTES;

interface WebhookAddresses {
  readonly directory: Pick<InstanceDirectory, 'byName'>;
  readonly webhooks: Pick<CloudWebhooks, 'requireKnown' | 'isVerified'>;
}

export interface WebhookCaller {
  /** The address it calls from, whose requests and unchecked bodies are counted together. */
  readonly client: string;
  readonly addressed: CalledAddress;
  readonly isPosted: boolean;
  /** The claimed signature of what it posts. */
  readonly signature: string | null;
}

// The principals of this zone are made below.
const callerOf = (principal: unknown) => principal as WebhookCaller;

function addressedAt({ directory }: WebhookAddresses, path: string): CalledAddress {
  const name = (plainPath(path) ?? '').slice(WEBHOOK_PATH.length + 1);
  return name === '' ? 'all' : { instanceId: directory.byName(name)?.id ?? null };
}

/**
 * The verify token is compared before anything else, and a wrong one counts as a failed authentication of the client
 * address: it can be guessed. A POST does not count, and is checked however often its address has failed. A signature
 * is not found by guessing, and strangers behind the same proxy as the platform could lock it out otherwise; for the
 * same reason their look-ups have a request limit of their own. A body is read only where a secret is known that could
 * have signed it. The route compares the signature, once the body is there.
 */
export const providerWebhookZone = (
  addresses: WebhookAddresses,
  forwarding: Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'> | null = null,
): Zone => ({
  prefixes: [WEBHOOK_PATH],
  ...forwarding,
  isGuessable: ({ method }) => method !== 'POST',
  authenticate(request): WebhookCaller {
    const { method, headers } = request;
    const addressed = addressedAt(addresses, pathOf(request.url));
    if (method === 'GET' || method === 'HEAD') requireVerifyToken(addresses, addressed, request);
    return {
      client: clientOf({ request }).subscriber,
      addressed,
      isPosted: method === 'POST',
      signature: headers.get(SIGNATURE_HEADER),
    };
  },
  authorize(principal) {
    const { isPosted, addressed, signature } = callerOf(principal);
    if (isPosted) addresses.webhooks.requireKnown(addressed, signature);
  },
  unprovenClientOf: (principal) => callerOf(principal).client,
  credentialOf(principal) {
    const { client, isPosted } = callerOf(principal);
    return isPosted ? `webhooks from ${client}` : `webhook verification from ${client}`;
  },
});

/** Throws `WrongCredential` unless the query names the verify token of the address. */
function requireVerifyToken(
  { webhooks }: WebhookAddresses,
  addressed: CalledAddress,
  { url }: Request,
): void {
  const { searchParams } = new URL(url);
  const token = searchParams.get('hub.verify_token') ?? '';
  if (searchParams.get('hub.mode') !== 'subscribe' || !webhooks.isVerified(addressed, token))
    throw new WrongCredential('hub.verify_token is not the verify token of this address');
}

type Directory = Pick<InstanceDirectory, 'byId' | 'byName'>;

/** The most nodes to which one request is passed on at the same time. */
const AT_ONCE = 16;

/** Another node names the instance in the path; what the platform sends may be for any. */
export const webhookInstance =
  (directory: Directory): StreamOf =>
  (request) => {
    if (!isForwarded(request)) return null;
    const name = pathOf(request.url).slice(WEBHOOK_PATH.length + 1);
    return directory.byName(decodeURIComponent(name))?.id ?? null;
  };

interface Context {
  readonly request: Request;
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}

export type ShareWebhook = (context: Context, body: Uint8Array) => Sharing;

export function sharedWebhooks(nodes: OtherNodes, directory: Directory): ShareWebhook {
  async function passOn(context: Context, body: Uint8Array, instanceId: string): Promise<boolean> {
    const name = directory.byId(instanceId)?.name;
    if (name === undefined) return false;
    const { request: received } = context;
    const answer = await nodes.forward({
      request: new Request(urlFor(received, name), {
        method: 'POST',
        headers: headersOf(received),
      }),
      body,
      streamId: instanceId,
      client: clientOf(context).address,
      requestId: requestIdOf(context),
      forwarding: null,
    });
    if (answer === null) return false;
    await answer.body?.cancel();
    if (answer.status !== 200) throw notTaken(`answered ${answer.status}`);
    return true;
  }

  return (context, body) => {
    const slots = new Semaphore(AT_ONCE);
    return {
      isForOne: isForwarded(context.request),
      catchUp: nodes.catchUp,
      async passOn(instanceId) {
        const slot = await slots.acquire(context.request.signal);
        if (slot === null) throw notTaken('was not asked any more');
        try {
          return await passOn(context, body, instanceId);
        } finally {
          slot.release();
        }
      },
    };
  };
}

const urlFor = ({ url }: Request, name: string): string =>
  new URL(`${WEBHOOK_PATH}/${encodeURIComponent(name)}`, url).href;

const headersOf = ({ headers }: Request) => ({
  'content-type': headers.get('content-type') ?? 'application/json',
  [SIGNATURE_HEADER]: headers.get(SIGNATURE_HEADER) ?? '',
});

/** The platform sends it again, and what was taken changes nothing then. */
const notTaken = (how: string): AppError =>
  new AppError('unavailable', `the node that has the instance ${how}`);
