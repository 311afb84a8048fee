/** Parses forms (multipart/form-data, RFC 7578) while they come. Every form is read by this. */
import { sha256 } from '../shared/crypto.ts';
import { failure, invalid } from '../shared/errors.ts';
import { fileNameIn, parametersOf } from '../shared/header-text.ts';

/** The headers of a part, which come before its content. */
export interface PartHead {
  readonly name: string;
  /** Whether its content is a file: it has a file name, or a type that is not that of a text. */
  readonly isFile: boolean;
  /** The last part of the name of its file, or null. */
  readonly fileName: string | null;
  /** The media type in small letters, without parameters such as the charset; '' if the part has no media type. */
  readonly mimetype: string;
  /** How a text is encoded. */
  readonly charset: string;
  /** Why the part cannot be read, or null. */
  readonly problem: string | null;
}

/** A file of a form, which is the value of a field. */
export class FormFile {
  readonly bytes: Uint8Array;
  /** The type as the part says it, or ''. */
  readonly mimetype: string;
  /** The name as the part says it, or null. */
  readonly fileName: string | null;

  constructor(bytes: Uint8Array, mimetype: string, fileName: string | null = null) {
    this.bytes = bytes;
    this.mimetype = mimetype;
    this.fileName = fileName;
  }

  /** Tells two bodies apart when a request is repeated. */
  toJSON(): string {
    return sha256(this.bytes);
  }
}

/** The head of a part, a piece of its content, or null at its end. */
export type FormPiece = PartHead | Uint8Array | null;

export const isForm = (contentType: string): boolean => FORM_TYPE.test(contentType);

const FORM_TYPE = /^multipart\/form-data\s*;/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;
const HEAD_BYTES_MAX = 8 * 1024;
/** The most bytes of blanks that may follow a boundary on its line. */
const PADDING_BYTES_MAX = 128;
const LF = 0x0a;
const CR = 0x0d;

type State = 'start' | 'preamble' | 'boundary' | 'head' | 'content' | 'over';

/** Reads one form. Line ends may be those of any system. */
export class FormParser {
  /** A line end and the boundary. A carriage return before it is part of the line end. */
  readonly #delimiter: Buffer;
  #state: State = 'start';
  #pending: Buffer = Buffer.alloc(0);

  /** Throws `invalid` when the type names no boundary. */
  constructor(contentType: string) {
    const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
    const boundary = quoted ?? plain;
    if (boundary === undefined) throw invalid('The form has no boundary');
    this.#delimiter = Buffer.from(`\n--${boundary}`, 'latin1');
  }

  /**
   * Returns what this chunk adds, in order; all of it must be taken before the next chunk. Content is not copied. Throws
   * `invalid` for what is not a form.
   */
  *parse(chunk: Uint8Array): Generator<FormPiece, void> {
    const arrived = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let rest = this.#pending.length === 0 ? arrived : Buffer.concat([this.#pending, arrived]);
    this.#pending = Buffer.alloc(0);
    for (;;) {
      const left = yield* this.#step(rest);
      if (left === null) return;
      rest = left;
    }
  }

  /** Throws `invalid` for a form that has not come to its end. */
  end(): void {
    if (this.#state !== 'over') throw malformed();
  }

  /** Returns what is left for the next step, or null when more must come first. */
  *#step(rest: Buffer): Generator<FormPiece, Buffer | null> {
    switch (this.#state) {
      case 'start':
        return this.#start(rest);
      case 'preamble':
      case 'content':
        return yield* this.#content(rest);
      case 'boundary':
        return this.#boundary(rest);
      case 'head':
        return yield* this.#head(rest);
      case 'over':
        return null;
    }
  }

  #wait(rest: Buffer): null {
    // A copy, so that it does not keep its chunk in memory.
    this.#pending = Buffer.from(rest);
    return null;
  }

  /** The first boundary has no line before it, unless there is a preamble. */
  #start(rest: Buffer): Buffer | null {
    const first = this.#delimiter.subarray(1);
    if (rest.length < first.length) return this.#wait(rest);
    const isBoundary = rest.subarray(0, first.length).equals(first);
    this.#state = isBoundary ? 'boundary' : 'preamble';
    return isBoundary ? rest.subarray(first.length) : rest;
  }

  *#content(rest: Buffer): Generator<FormPiece, Buffer | null> {
    const isContent = this.#state === 'content';
    const at = rest.indexOf(this.#delimiter);
    // The delimiter may have begun, with a carriage return before it.
    const sure = at === -1 ? Math.max(0, rest.length - this.#delimiter.length) : at;
    const end = at > 0 && rest[at - 1] === CR ? at - 1 : sure;
    if (isContent && end > 0) yield rest.subarray(0, end);
    if (at === -1) return this.#wait(rest.subarray(sure));
    if (isContent) yield null;
    this.#state = 'boundary';
    return rest.subarray(at + this.#delimiter.length);
  }

  #boundary(rest: Buffer): Buffer | null {
    if (rest.length < 2) return this.#wait(rest);
    if (rest.toString('latin1', 0, 2) === '--') {
      this.#state = 'over';
      return null;
    }
    const line = rest.subarray(0, PADDING_BYTES_MAX).indexOf(LF);
    if (!/^[ \t]*\r?$/.test(rest.toString('latin1', 0, line === -1 ? PADDING_BYTES_MAX : line)))
      throw malformed();
    if (line === -1) return this.#wait(rest);
    this.#state = 'head';
    return rest.subarray(line + 1);
  }

  *#head(rest: Buffer): Generator<FormPiece, Buffer | null> {
    const text = rest.toString('latin1', 0, HEAD_BYTES_MAX);
    const end = /(?:^|\n)\r?\n/.exec(text);
    if (end === null && rest.length >= HEAD_BYTES_MAX) throw malformed();
    if (end === null) return this.#wait(rest);
    yield headOf(text.slice(0, end.index));
    this.#state = 'content';
    return rest.subarray(end.index + end[0].length);
  }
}

/** Returns the parts of a form that is here as a whole. Contents are not copied. Throws as the parser does. */
export function* wholeParts(
  bytes: Uint8Array,
  contentType: string,
): Generator<{ readonly head: PartHead; readonly content: Uint8Array }, void> {
  const parser = new FormParser(contentType);
  let head: PartHead | null = null;
  let content = NOTHING;
  for (const piece of parser.parse(bytes)) {
    if (piece instanceof Uint8Array) content = piece;
    else if (piece !== null) [head, content] = [piece, NOTHING];
    else if (head !== null) yield { head, content };
  }
  parser.end();
}

const NOTHING: Uint8Array = new Uint8Array();

const malformed = () => failure('form_malformed');

/** Types of texts: without a file name, a part of such a type is a field. */
const TEXT_TYPE = /^(?:text\/plain|application\/(?:[\w.-]+\+)?json)$/;

function headOf(text: string): PartHead {
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headerOf = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  const disposition = headerOf('content-disposition');
  const type = headerOf('content-type');
  const parameters = parametersOf(disposition);
  const name = parameters.get('name') ?? '';
  const mimetype = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const isNamed = [...parameters.keys()].some((one) => one.startsWith('filename'));
  return {
    name,
    isFile: isNamed || (mimetype !== '' && !TEXT_TYPE.test(mimetype)),
    fileName: fileNameIn(disposition),
    mimetype,
    charset: parametersOf(type).get('charset') ?? 'utf-8',
    problem: problemOf(name, headerOf('content-transfer-encoding')),
  };
}

function problemOf(name: string, encoding: string): string | null {
  if (name === '') return 'A part of the form has no name';
  return /base64|quoted-printable/i.test(encoding)
    ? `The part ${shownName(name)} must be sent without content-transfer-encoding`
    : null;
}

/** No more of a name is repeated in a failure. */
export const shownName = (name: string): string => name.slice(0, 64);

/** Throws `invalid` for a part that cannot be understood. */
export function requireValidPart({ problem }: PartHead): void {
  if (problem !== null) throw invalid(problem);
}

/** Returns the content of a part that is a text. Throws `invalid` when it is not in its charset. */
export function textOf({ name, charset }: PartHead, bytes: Uint8Array): string {
  try {
    // The cast is safe: the constructor throws for an unknown name.
    return new TextDecoder(charset as Bun.Encoding, { fatal: true }).decode(bytes);
  } catch {
    throw invalid(`The part ${shownName(name)} is not valid ${shownName(charset.toUpperCase())}`);
  }
}

// Bodies are read as they were sent: what a compressed one would become is not known before it is held in memory.

/** No coding at all, however often it is said. */
const PLAIN = /^[\s,]*(?:identity[\s,]*)*$/i;

/** Throws `unsupported_media` for a compressed body. The answer says what is accepted, see RFC 9110, 12.5.3. */
export function refuseContentCoding({ headers }: Pick<Request, 'headers'>): void {
  const coding = headers.get('content-encoding');
  if (coding === null || PLAIN.test(coding)) return;
  throw failure(
    'content_encoding_refused',
    {},
    {
      hint: `content-encoding: ${/^[\w.+, -]{1,64}/.exec(coding)?.[0] ?? 'an unknown coding'} was sent`,
      headers: { 'accept-encoding': 'identity' },
    },
  );
}
