import type { Outbound } from '../../outbound/outbound.ts';
import type { ProxyRoute } from '../../outbound/proxy/local-proxy.ts';
import type { LinkPreview } from '../../providers/outgoing.ts';
import { runWithin } from '../../shared/async/deadline.ts';
import { FairSemaphore } from '../../shared/async/fair-semaphore.ts';
import type { Clock } from '../../shared/clock.ts';
import { bareType } from '../../shared/media-types.ts';
import type { ConversionContext } from '../conversion.ts';
import { headOf } from './page-head.ts';
import { thumbnailOf } from './thumbnail.ts';

interface PreviewDeps {
  readonly outbound: Pick<Outbound, 'fetchFile'>;
  readonly proxies: { routeOf(instanceId: string): Promise<ProxyRoute | null> };
  readonly clock: Clock;
}

/**
 * Returns the preview of the first link in a text that is sent through the instance, or null when there is no link or
 * no page with a title arrives in time. Never rejects.
 */
export type PreviewOf = (
  instanceId: string,
  text: string,
  signal: AbortSignal,
) => Promise<LinkPreview | null>;

/** The time limit for the page and its picture together; the text waits for both. */
const PREVIEW_MS = 3_000;
/** A longer page is cut here; a larger picture is left out. */
const BYTES_MAX = 512 * 1024;
const REDIRECTS_MAX = 3;
/** Limits how many run at once; each may have a page and a picture of half a MiB in memory. */
const PREVIEWS_MAX = { total: 16, perHolder: 4 };

const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

export function createLinkPreviews({ outbound, proxies, clock }: PreviewDeps): PreviewOf {
  const places = new FairSemaphore(PREVIEWS_MAX);
  return async (instanceId, text, caller) => {
    const url = linkIn(text);
    if (url === null) return null;
    const own = places.of(instanceId);
    return await runWithin({ clock, ms: PREVIEW_MS, signal: caller }, async ({ signal }) => {
      const place = await own.acquire(signal);
      if (place === null) return null;
      try {
        const proxy = await proxies.routeOf(instanceId);
        return await fetchPreview(url, outbound, proxy, { instanceId, signal, clock });
      } catch {
        // Nothing is fetched when the instance's proxy cannot be determined.
        return null;
      } finally {
        place.release();
      }
    });
  };
}

async function fetchPreview(
  url: string,
  { fetchFile }: PreviewDeps['outbound'],
  proxy: ProxyRoute | null,
  context: ConversionContext,
): Promise<LinkPreview | null> {
  const { signal } = context;
  const limits = { proxy, signal, bytesMax: BYTES_MAX, redirectsMax: REDIRECTS_MAX };
  const page = await fetchFile(url, { ...limits, isCut: true });
  if (!('bytes' in page) || !PAGE_TYPES.has(bareType(page.contentType ?? ''))) return null;
  const { title, description, picture } = headOf(page.bytes, page.contentType ?? '', page.url);
  if (title === '') return null;
  const preview = { url, title, description };
  const file = picture === null ? null : await fetchFile(picture, limits);
  if (file === null || !('bytes' in file)) return preview;
  const thumbnail = await thumbnailOf(file.bytes, context);
  return thumbnail === null ? preview : { ...preview, thumbnail };
}

const LINK = /https?:\/\/[^\s<>"]{1,2000}/i;
/** Punctuation after a link is not part of it. */
const AFTER = /[.,;:!?'"*_~)\]}]+$/;

/** Returns the first link in a text, unchanged, or null. */
export function linkIn(text: string): string | null {
  const [found = ''] = LINK.exec(text) ?? [];
  const link = found.replace(AFTER, '');
  return URL.canParse(link) ? link : null;
}
