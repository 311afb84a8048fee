/** Refuses web pages that come in place of a file: log-ins, previews of file hosts, refusals in words. */
import type { SentMediaKind } from '../providers/outgoing.ts';
import { failure } from '../shared/errors.ts';
import { bareType, typeOfName } from '../shared/media-types.ts';
import { formatOf } from './format/format-of.ts';

/** The known facts about a fetched file. */
interface FetchedPage {
  readonly kind: SentMediaKind;
  readonly bytes: Uint8Array;
  /** The types and names that its caller and its URL give the file; null where none is given. */
  readonly mimetype: string | null;
  readonly names: readonly (string | null)[];
  /** Whether its server gives it a name, which it does for a file that is meant. */
  readonly isNamed: boolean;
  /** Advice on this link, for known file hosts; otherwise null. */
  readonly advice: string | null;
}

const HINT =
  'a page came in place of the file: give a URL that opens the file itself without a log-in, or the headers that its server wants in mediaHeaders';

/** The nouns for media files in sentences, by kind. */
const MEDIA: Readonly<Record<SentMediaKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  ptv: 'video',
  sticker: 'image',
  voice: 'audio',
  document: 'document',
};

/**
 * Throws invalid if the bytes are a web page where the caller wants something else: for a kind other than document, and
 * for a document whose type, name or known file host promises another file.
 */
export function refuseWebPage(page: FetchedPage): void {
  const { kind, bytes, isNamed, advice } = page;
  const declared = kind === 'document' ? declaredType(page) : null;
  if (kind === 'document' && (isNamed || (declared === null && advice === null))) return;
  const title = titleOf(bytes);
  if (title === null) return;
  const found = title === '' ? 'a web page' : `a web page called "${title}"`;
  throw failure(
    'file_of_another_kind',
    { kind: declared ?? MEDIA[kind], found },
    { hint: advice ?? HINT, kind: 'unusable_file' },
  );
}

/** A page may have these types without being another file. */
const PAGE_TYPES = /^(?:text\/|application\/(?:xhtml\+xml|xml|octet-stream)$)/;

function declaredType({ mimetype, names }: FetchedPage): string | null {
  const ofNames = names.map((name) => name && typeOfName(name));
  const type = [mimetype, ...ofNames].find((one) => (one ?? '') !== '');
  return type && !PAGE_TYPES.test(bareType(type)) ? bareType(type) : null;
}

const LOOKED_AT = 1024;

/** Returns the title of a web page, empty if it has none in its beginning; null for another file. */
function titleOf(bytes: Uint8Array): string | null {
  if (formatOf(bytes)?.type !== 'text/html') return null;
  const text = new TextDecoder().decode(bytes.subarray(0, LOOKED_AT));
  const [, title = ''] = /<title[^>]{0,100}>([^<]{1,200})/i.exec(text) ?? [];
  const shown = title.replace(/[\s"\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return shown.slice(0, 80).toWellFormed();
}
