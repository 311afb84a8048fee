/** Addresses that hold wherever a proxy puts the service: `https://example.com/` or `https://example.com/evolution/`. */
import { pathOf } from '../http/zone.ts';

/** Returns the address of the service's root as seen from the address of a request: `./` or `../../`. */
export const rootOf = ({ url }: Pick<Request, 'url'>): string =>
  '../'.repeat(pathOf(url).split('/').length - 2) || './';

/** The attributes of pages that hold an address of the service. */
const FROM_ROOT = / (href|src|data-index)="\//g;

/** Returns markup in which every address that begins with a slash begins with `root`. */
export const belowRoot = (markup: string, root: string): string =>
  markup.replaceAll(FROM_ROOT, (_, name: string) => ` ${name}="${root}`);
