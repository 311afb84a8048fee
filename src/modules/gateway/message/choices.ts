/** Lists, and buttons of the official API, as older clients write them in the bodies of `sendList` and `sendButtons`. Pure. */
import type { Fields } from '../../../core/http/read-fields.ts';
import type {
  InteractiveContent,
  ListContent,
  ListRow,
} from '../../../core/providers/interactive.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import {
  ChoiceReader,
  type Choices,
  type HeaderFields,
  officialText,
  withFileAbove,
  wordsOf,
} from './choice-reading.ts';

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
