/**
 * Passes what a platform sends on to the nodes of the instances that it is about: each gets all of it and takes its
 * part.
 */

import { clientOf } from '../../core/http/client-address.ts';
import { isForwarded, type OtherNodes, type StreamOf } from '../../core/http/forwarding.ts';
import { requestIdOf } from '../../core/http/request-watch.ts';
import { pathOf } from '../../core/http/zone.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import { Semaphore } from '../../core/shared/async/semaphore.ts';
import { AppError } from '../../core/shared/errors.ts';
import type { Sharing } from '../whatsapp-cloud/api.ts';
import { SIGNATURE_HEADER, WEBHOOK_PATH } from './zone.ts';

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
