export interface PageHead {
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
