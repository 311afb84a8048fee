import { Elysia } from 'elysia';
import { clientOf } from '../../core/http/client-address.ts';
import { failure } from '../../core/shared/errors.ts';
import { isLoopback, parseAddress, specialSpace } from '../../core/shared/ip-address.ts';
import type { FirstVisit } from '../../offers.ts';
import { unknownLink } from './first-visit.ts';

/**
 * Exchanges the token of the first link, sent as a bearer to POST /manager/first-visit, for the first keys. Only
 * browsers on this machine, and browsers that use https, get an answer, because nobody in between can read the keys
 * then. `publicUrl` is the address at which browsers reach the service.
 */
export const firstVisitRoute = (visit: FirstVisit | null, publicUrl: string | null) =>
  new Elysia({ name: 'first visit' }).post(
    '/manager/first-visit',
    ({ request }) => {
      if (!isPrivate(request, publicUrl))
        throw failure(
          'first_link_insecure',
          {},
          { hint: 'Open it at http://localhost; behind a proxy with https, set TRUST_PROXY.' },
        );
      const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
      if (visit === null) throw unknownLink();
      return visit.redeem(token);
    },
    { detail: { hide: true } },
  );

/**
 * Tells whether nobody but this machine reads the answer. A connection from this machine may be that of a proxy, behind
 * which somebody far away uses http, so the address must name this machine too, or be the public one, which is https.
 * A browser that asks for `localhost` at a published port of a container arrives from the container's private network.
 */
function isPrivate(request: Request, publicUrl: string | null): boolean {
  const { address, isTls } = clientOf({ request });
  if (isTls) return true;
  const { hostname, host } = new URL(request.url);
  if (hostname === 'localhost' || isLoopback(hostname)) return isNear(address);
  const isPublic = publicUrl?.startsWith('https://') && new URL(publicUrl).host === host;
  return isLoopback(address) && isPublic === true;
}

/** Tells whether an address is one of this machine or of a private network, such as that of its containers. */
function isNear(text: string): boolean {
  const address = parseAddress(text);
  const space = address === null ? null : specialSpace(address);
  return space === 'loopback' || space === 'private';
}
