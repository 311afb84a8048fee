/** Reads texts in the headers of answers, which reach us with one character for each byte. */

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes the UTF-8 in a header's text. Returns a text that is not UTF-8 unchanged. */
export function headerText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[\u0100-\u{10ffff}]/u.test(value)) return value;
  return decoded(UTF8, Buffer.from(value, 'latin1')) ?? value;
}

/** No server needs more for a name. */
const CHARACTERS_MAX = 4096;
/** Matches a parameter such as `filename="a.pdf"`: its name, and its value with or without quotes. */
const PARAMETER = /(?:^|[;,])\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/** Returns the parameters of a header by their names in small letters. The first of several with one name counts. */
export function parametersOf(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of headerText(header).matchAll(PARAMETER)) {
    const value = quoted?.replace(/\\(["\\])/g, '$1') ?? plain.trim();
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return parameters;
}

/**
 * Returns the name of the file in `content-disposition`, or null. Prefers `filename*`, whole or in pieces, to
 * `filename`, whose characters may be written as they are, percent-encoded, or as in e-mail. The last part of a path is
 * the name.
 */
export function fileNameIn(disposition: string): string | null {
  const names = parametersOf(disposition.slice(0, CHARACTERS_MAX));
  const extended = names.get('filename*') ?? '';
  const found =
    extendedValue(extended) || piecesOf(names) || plainValue(names.get('filename') || extended);
  const last = found.replaceAll(INVISIBLE, '').trim().split(/[/\\]/).at(-1)?.trim() ?? '';
  return last === '' || last === '.' || last === '..' ? null : last;
}

/** Returns `filename*0*`, `filename*1` and so on together, see RFC 2231. Those that end in `*` are percent-encoded. */
function piecesOf(names: ReadonlyMap<string, string>): string {
  const pieces: Buffer[] = [];
  let charset = 'utf-8';
  for (let at = 0; ; at++) {
    const encoded = names.get(`filename*${at}*`);
    const [, named, rest] = (at === 0 && EXTENDED.exec(encoded ?? '')) || [];
    charset = named ?? charset;
    const plain = names.get(`filename*${at}`);
    if (encoded !== undefined) pieces.push(percentDecoded(rest ?? encoded));
    else if (plain !== undefined) pieces.push(Buffer.from(plain));
    else return decodedAs(charset, Buffer.concat(pieces)) ?? '';
  }
}

/** Control characters, and marks that turn the direction of a text, so that `exe.fdp` is read as `pdf.exe`. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Matches `UTF-8''Or%C3%A7amento.pdf`: a charset, a language and percent-encoded bytes, see RFC 8187. */
const EXTENDED = /^([\w-]{1,40})'[^']*'(.*)$/s;

function extendedValue(value: string): string | null {
  const [, charset = '', encoded = ''] = EXTENDED.exec(value) ?? [];
  return charset === '' ? null : decodedAs(charset, percentDecoded(encoded));
}

function plainValue(value: string): string {
  const inMail = value.replaceAll(MAIL_WORD, (whole, charset, kind, encoded) => {
    const bytes =
      kind.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64')
        : percentDecoded(encoded.replaceAll('_', ' ').replaceAll('=', '%'));
    return decodedAs(charset, bytes) ?? whole;
  });
  return /%[0-9a-f]{2}/i.test(inMail) ? (decoded(UTF8, percentDecoded(inMail)) ?? inMail) : inMail;
}

/** Matches `=?UTF-8?B?…?=`, as e-mail has it. The blank between two of them is not part of the text. */
const MAIL_WORD = /=\?([\w-]{1,40})\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return Buffer.from(
    bytes.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function decodedAs(charset: string, bytes: Buffer): string | null {
  try {
    // The cast is safe: the constructor throws for an unknown name.
    return decoded(new TextDecoder(charset as Bun.Encoding, { fatal: true }), bytes);
  } catch {
    return null;
  }
}

function decoded(decoder: TextDecoder, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
