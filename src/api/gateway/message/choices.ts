/** What people choose from, as older clients write it in the bodies of `sendList` and `sendButtons`. Pure. */
import { type Fields, isFields } from '../../../http/read-fields.ts';
import type { InteractiveContent, ListRow } from '../../../providers/interactive.ts';
import { invalid } from '../../../shared/errors.ts';

/** Reads the fields of one body, and gathers what is wrong. */
class Reading {
  readonly problems: string[] = [];

  /** A text, trimmed; undefined where there is none. */
  optional(value: unknown, path: string): string | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') this.problems.push(`${path} must be a text`);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  }

  required(value: unknown, path: string): string {
    const found = this.optional(value, path);
    if (found === undefined && (value ?? '') === '') this.problems.push(`${path} is required`);
    return found ?? '';
  }

  /** A list of at least one object; empty where it is none. */
  objects(value: unknown, path: string): readonly Fields[] {
    const isList = Array.isArray(value) && value.length > 0 && value.every(isFields);
    if (!isList) this.problems.push(`${path} must be a list of objects`);
    return isList ? value : [];
  }

  /** Throws `invalid` naming all that is wrong. */
  done<T>(content: T): T {
    if (this.problems.length > 0) throw invalid(this.problems.join('; '));
    return content;
  }
}

/** The description, below the title; the title alone where there is no description. */
function wordsOf(reading: Reading, title: unknown, description: unknown, footer: unknown) {
  const header = reading.optional(title, 'title');
  const text = reading.optional(description, 'description');
  const below = reading.optional(footer, 'footer');
  if (header === undefined && text === undefined) reading.problems.push('title is required');
  return {
    ...(header !== undefined && text !== undefined && { header }),
    text: text ?? header ?? '',
    ...(below !== undefined && { footer: below }),
  };
}

export interface ButtonsBody {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly footer?: unknown;
  readonly buttons?: unknown;
}

/** Reply buttons, or one button that opens a page. Throws `invalid` for others, and for what is missing. */
export function buttonsIn({
  title,
  description,
  footer,
  buttons,
}: ButtonsBody): InteractiveContent {
  const reading = new Reading();
  const words = wordsOf(reading, title, description, footer);
  const all = reading.objects(buttons, 'buttons');
  const types = new Set(all.map(({ type = 'reply' }) => type));
  const [first = {}] = all;
  if (types.has('url') && all.length === 1) {
    const label = reading.required(first.displayText, 'buttons.0.displayText');
    const url = reading.required(first.url, 'buttons.0.url');
    return reading.done({ kind: 'link', ...words, label, url });
  }
  if ([...types].some((type) => type !== 'reply'))
    reading.problems.push('buttons must be reply buttons, or one of type url alone');
  const replies = all.map((button, at) => {
    const text = reading.required(button.displayText, `buttons.${at}.displayText`);
    return { id: reading.optional(button.id, `buttons.${at}.id`) ?? text, text };
  });
  return reading.done({ kind: 'buttons', ...words, buttons: replies });
}

export interface ListBody {
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
}: ListBody): InteractiveContent {
  const reading = new Reading();
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

function rowIn(reading: Reading, row: Fields, path: string): ListRow {
  const title = reading.required(row.title, `${path}.title`);
  const description = reading.optional(row.description, `${path}.description`);
  const id = reading.optional(row.rowId ?? row.id, `${path}.rowId`) ?? title;
  return { id, title, ...(description !== undefined && { description }) };
}
