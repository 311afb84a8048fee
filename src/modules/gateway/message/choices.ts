/** Lists, and buttons of the official API, as older clients write them in the bodies of `sendList` and `sendButtons`. Pure. */
import { FieldError, type Fields, isFields } from '../../../core/http/read-fields.ts';
import type {
  HeaderFile,
  InteractiveContent,
  ListContent,
  ListRow,
} from '../../../core/providers/interactive.ts';
import type { HeaderFileRequest } from '../../../core/sending/header-files.ts';
import { readFile } from '../../../core/sending/media-fields.ts';
import { readDialledNumber } from '../../../core/shared/addresses/phone-number.ts';
import { UnreadableAddress } from '../../../core/shared/addresses/unreadable-address.ts';
import { invalidFields } from '../../../core/shared/errors.ts';
import {
  type FieldProblem,
  type Problem,
  problem,
  withSentence,
} from '../../../core/shared/reasons/problems.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';

export interface ButtonsBody extends HeaderFields {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly footer?: unknown;
  readonly buttons?: unknown;
}

/** Reply buttons, or one button that opens a page. Throws `invalid` for others, and for what is missing. */
export function buttonsIn(
  { title, description, footer, buttons, ...header }: ButtonsBody,
  guard: UrlGuard,
): Choices<InteractiveContent> {
  const reading = new ChoiceReader();
  const file = reading.header(header, guard);
  const words = officialText(wordsOf(reading, title, description, footer), file);
  const all = reading.objects(buttons, 'buttons');
  const types = new Set(all.map(({ type = 'reply' }) => type));
  const [first = {}] = all;
  if (types.has('url') && all.length === 1) {
    const label = reading.required(first.displayText, 'buttons.0.displayText');
    const url = reading.required(first.url, 'buttons.0.url');
    return withFileAbove(reading.done({ kind: 'link', ...words, label, url } as const), file);
  }
  if ([...types].some((type) => type !== 'reply'))
    reading.refuse('buttons', problem('not_reply_buttons'));
  const replies = all.map((button, at) => {
    const text = reading.required(button.displayText, `buttons.${at}.displayText`);
    return { id: reading.optional(button.id, `buttons.${at}.id`) ?? text, text };
  });
  return withFileAbove(
    reading.done({ kind: 'buttons', ...words, buttons: replies } as const),
    file,
  );
}

interface ListBody {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly footerText?: unknown;
  readonly buttonText?: unknown;
  readonly sections?: unknown;
}

/** Throws `invalid` for what is missing. */
export function listIn({
  title,
  description,
  footerText,
  buttonText,
  sections,
}: ListBody): ListContent {
  const reading = new ChoiceReader();
  const words = wordsOf(reading, title, description, footerText);
  const label = reading.required(buttonText, 'buttonText');
  const read = reading.objects(sections, 'sections').map((section, at) => {
    const path = `sections.${at}`;
    const name = reading.optional(section.title, `${path}.title`);
    const rows = reading
      .objects(section.rows, `${path}.rows`)
      .map((row, place) => rowIn(reading, row, `${path}.rows.${place}`));
    return { ...(name !== undefined && { title: name }), rows };
  });
  return reading.done({ kind: 'list', ...words, label, sections: read });
}

function rowIn(reading: ChoiceReader, row: Fields, path: string): ListRow {
  const title = reading.required(row.title, `${path}.title`);
  const description = reading.optional(row.description, `${path}.description`);
  const id = reading.optional(row.rowId ?? row.id, `${path}.rowId`) ?? title;
  return { id, title, ...(description !== undefined && { description }) };
}

/** The fields of a body for the file above its texts. */
export interface HeaderFields {
  readonly thumbnailUrl?: unknown;
  readonly videoUrl?: unknown;
  readonly documentUrl?: unknown;
  readonly fileName?: string | null;
}

/** Reads the fields of one body, and gathers what is wrong. */
export class ChoiceReader {
  readonly #problems: FieldProblem[] = [];

  /** Notes what is wrong with a field; the path is empty for several fields that the problem names. */
  refuse(path: string, found: Problem): void {
    this.#problems.push({ field: path, ...found });
  }

  /** Returns a trimmed text, or undefined if the field has no value. */
  optional(value: unknown, path: string): string | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') this.refuse(path, problem('not_text'));
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  }

  required(value: unknown, path: string): string {
    const found = this.optional(value, path);
    if (found === undefined && (value ?? '') === '') this.refuse(path, problem('required'));
    return found ?? '';
  }

  /** A number that a phone dials. */
  dialled(value: unknown, path: string): string {
    const text = this.required(value, path);
    const found = text === '' ? text : readDialledNumber(text);
    if (!(found instanceof UnreadableAddress)) return found;
    this.refuse(path, withSentence(found.problem));
    return '';
  }

  /** Returns a list of at least one object, or an empty list if the field has no value. */
  objects(value: unknown, path: string): readonly Fields[] {
    const isList = Array.isArray(value) && value.length > 0 && value.every(isFields);
    if (!isList) this.refuse(path, problem('not_objects'));
    return isList ? value : [];
  }

  /** Returns a file, or undefined if the field has no value. */
  file(value: unknown, path: string, kind: HeaderFileRequest['kind'], guard: UrlGuard) {
    if ((value ?? '') === '') return undefined;
    const read = readFile(value, guard);
    if (!(read instanceof FieldError)) return { ...read, kind };
    this.#problems.push(...read.problemsOf(path));
    return undefined;
  }

  /** Returns the file above the texts, or undefined if the body has none of these fields. */
  header({ thumbnailUrl, videoUrl, documentUrl, fileName }: HeaderFields, guard: UrlGuard) {
    const [file, another] = [
      this.file(thumbnailUrl, 'thumbnailUrl', 'image', guard),
      this.file(videoUrl, 'videoUrl', 'video', guard),
      this.file(documentUrl, 'documentUrl', 'document', guard),
    ].flatMap((one) => one ?? []);
    if (another !== undefined) this.refuse('', problem('files_given_together'));
    return file && fileName ? { ...file, fileName } : file;
  }

  /** Throws `invalid` naming all that is wrong. */
  done<T>(content: T): T {
    if (this.#problems.length > 0) throw invalidFields(this.#problems);
    return content;
  }
}

/** The description, below the title; the title alone where there is no description. */
export function wordsOf(
  reading: ChoiceReader,
  title: unknown,
  description: unknown,
  footer: unknown,
) {
  const header = reading.optional(title, 'title');
  const text = reading.optional(description, 'description');
  const below = reading.optional(footer, 'footer');
  if (header === undefined && text === undefined) reading.refuse('title', problem('required'));
  return {
    ...(header !== undefined && text !== undefined && { header }),
    text: text ?? header ?? '',
    ...(below !== undefined && { footer: below }),
  };
}

/** Choices whose files have still to be fetched. */
export interface Choices<C> {
  readonly files: readonly HeaderFileRequest[];
  /** Takes the fetched files in their order. */
  readonly content: (files: readonly HeaderFile[]) => C;
}

/** Adds the file above the choices, if there is one. */
export const withFileAbove = <C extends object>(
  content: C,
  file: HeaderFileRequest | undefined,
): Choices<C> => ({
  files: file ? [file] : [],
  content: ([fetched]) => (fetched ? { ...content, file: fetched } : content),
});

/**
 * The words of a message of the official API, which shows a heading or a file above the text: below a file the heading
 * becomes the first line, in bold.
 */
export function officialText(
  { header, text, ...words }: ReturnType<typeof wordsOf>,
  file: HeaderFileRequest | undefined,
): ReturnType<typeof wordsOf> {
  if (header === undefined) return { text, ...words };
  return file === undefined
    ? { header, text, ...words }
    : { text: `*${header}*\n${text}`, ...words };
}
