/** Writes choices as a text in which those that can be answered are numbered. Pure. */
import type { NativeButton, NativeCard, PhoneContent } from '../providers/interactive.ts';

export function numberedText(content: PhoneContent): string {
  const numbered = counter();
  const lines = linesOf(content, numbered);
  return lines.filter((line) => line !== null).join('\n');
}

/** A line, '' for an empty one; null is left out. */
type Line = string | null;
type NumberText = (text: string) => string;

function counter(): NumberText {
  let last = 0;
  return (text) => `${++last}. ${text}`;
}

function linesOf(content: PhoneContent, numbered: NumberText): Line[] {
  switch (content.kind) {
    case 'native_buttons':
      return cardLines(content, numbered);
    case 'list': {
      const sections = content.sections.flatMap(({ title, rows }) => [
        '',
        bold(title),
        ...rows.map((row) =>
          numbered(row.description ? `${row.title}: ${row.description}` : row.title),
        ),
      ]);
      return [bold(content.header), content.text, ...sections, ...below(content.footer)];
    }
    case 'carousel': {
      const cards = content.cards.flatMap((card) => ['', ...cardLines(card, numbered)]);
      return [content.text, ...cards, ...below(content.footer)];
    }
    case 'pix': {
      const { header, text, footer, name, keyType, key, currency, amount } = content;
      const kind = keyType === 'random' ? '' : ` (${keyType})`;
      const sum = amount === undefined ? null : `${currency} ${(amount / 100).toFixed(2)}`;
      return [bold(header), text, '', `Pix${kind}: ${key}`, name, sum, ...below(footer)];
    }
  }
}

const cardLines = ({ header, text, footer, buttons }: NativeCard, numbered: NumberText): Line[] => [
  bold(header),
  text,
  ...(buttons.length > 0 ? [''] : []),
  ...buttons.map((button) => buttonLine(button, numbered)),
  ...below(footer),
];

function buttonLine(button: NativeButton, numbered: NumberText): string {
  switch (button.type) {
    case 'reply':
      return numbered(button.text);
    case 'url':
      return `${button.text}: ${button.url}`;
    case 'call':
      return `${button.text}: ${button.phoneNumber}`;
    case 'copy':
      // In a template this button may have no text, since the platform words it.
      return button.text === '' ? button.code : `${button.text}: ${button.code}`;
  }
}

const bold = (text: string | undefined): Line => (text === undefined ? null : `*${text}*`);
const below = (footer: string | undefined): Line[] =>
  footer === undefined ? [] : ['', `_${footer}_`];
