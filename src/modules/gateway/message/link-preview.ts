/** Makes the preview of the first link in a text. */
import type { Outbound } from '../../../core/outbound/outbound.ts';
import type { ProxyRoute } from '../../../core/outbound/proxy/local-proxy.ts';
import type { LinkPreview } from '../../../core/providers/outgoing.ts';
import { drawPicture } from '../../../core/sending/pictures.ts';
import { runWithin } from '../../../core/shared/async/deadline.ts';
import { FairSemaphore } from '../../../core/shared/async/semaphore.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { bareType } from '../../../core/shared/media-types.ts';
import { pictureSize } from '../../../core/shared/webp.ts';

/** The caller for whom a picture is drawn. */
type PreviewContext = Omit<Parameters<typeof drawPicture>[0], 'field' | 'bytes'>;

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

export function createLinkPreviews(
  outbound: Pick<Outbound, 'fetchFile'>,
  proxies: { routeOf(instanceId: string): Promise<ProxyRoute | null> },
  clock: Clock,
): PreviewOf {
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
  { fetchFile }: Pick<Outbound, 'fetchFile'>,
  proxy: ProxyRoute | null,
  context: PreviewContext,
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

interface PageHead {
  /** Empty for a page without a title. */
  readonly title: string;
  readonly description: string;
  /** The URL of the page's preview picture. */
  readonly picture: string | null;
}

const TITLE_CHARACTERS_MAX = 300;
const DESCRIPTION_CHARACTERS_MAX = 500;

/** Names or properties of meta tags, best first. */
const TITLES = ['og:title', 'twitter:title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const PICTURES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'];

/** Reads the title, description and picture of a page. `page` may be cut anywhere; `url` is where it came from. */
export function headOf(page: Uint8Array, contentType: string, url: string): PageHead {
  const metaTags = new Map<string, string>();
  let title = '';
  new HTMLRewriter()
    .on('meta', {
      element(meta) {
        const name = (meta.getAttribute('property') ?? meta.getAttribute('name'))?.toLowerCase();
        const content = meta.getAttribute('content');
        // The first of several tags counts, as in browsers.
        if (name && content && !metaTags.has(name)) metaTags.set(name, content);
      },
    })
    .on('head > title', {
      text({ text }) {
        if (title.length <= TITLE_CHARACTERS_MAX) title += text;
      },
    })
    .transform(textOf(page, contentType));
  const first = (names: readonly string[]) =>
    names.map((name) => metaTags.get(name)).find((value) => value !== undefined) ?? '';
  const picture = toPlainText(first(PICTURES));
  return {
    title: shorten(first(TITLES) || title, TITLE_CHARACTERS_MAX),
    description: shorten(first(DESCRIPTIONS), DESCRIPTION_CHARACTERS_MAX),
    picture: picture === '' ? null : (URL.parse(picture, url)?.href ?? null),
  };
}

const CHARSET = /charset=["']?([\w:-]{1,40})/i;
/** A page must name its charset within these bytes. */
const CHARSET_WITHIN = 1024;

function textOf(page: Uint8Array, contentType: string): string {
  const start = Buffer.from(page.subarray(0, CHARSET_WITHIN)).toString('latin1');
  const [, charset = 'utf-8'] = CHARSET.exec(contentType) ?? CHARSET.exec(start) ?? [];
  try {
    // The cast is safe: the constructor throws for an unknown name.
    return new TextDecoder(charset as Bun.Encoding).decode(page);
  } catch {
    return new TextDecoder().decode(page);
  }
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi;

/** Decodes entities and joins lines. */
const toPlainText = (text: string): string =>
  text
    .replace(ENTITY, (whole, hex, decimal, name) =>
      name ? (NAMED[name.toLowerCase()] ?? whole) : characterOf(hex, decimal),
    )
    .replace(/\s+/g, ' ')
    .trim();

function characterOf(hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
}

/** Never leaves half of a surrogate pair. */
const shorten = (text: string, charactersMax: number): string =>
  toPlainText(text).slice(0, charactersMax).toWellFormed();

/** A larger one would look the same on a phone and make the message longer. */
const SIDE_MAX = 300;
const QUALITY = 70;
/** Phones do not draw smaller pictures, such as icons. */
const SIDE_MIN = 72;

/**
 * Returns a JPEG of at most 300 by 300 pixels in base64, or null for a file that is not a picture, is an icon or takes
 * too long to open, and as soon as the signal aborts.
 */
async function thumbnailOf(bytes: Uint8Array, context: PreviewContext): Promise<string | null> {
  try {
    const small = await drawPicture({ field: 'preview', bytes, ...context }, (picture) =>
      picture
        .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: QUALITY })
        .bytes(),
    );
    const { width, height } = pictureSize(small) ?? { width: 0, height: 0 };
    return Math.max(width, height) < SIDE_MIN ? null : small.toBase64();
  } catch {
    return null;
  }
}
