/** Ready-made bodies for chat programs: an event in a few lines of text. Pure. */
import { isObject } from '../value-problems.ts';
import { valueAt } from './template.ts';

export const PRESETS = ['slack', 'discord', 'teams', 'text'] as const;
export type Preset = (typeof PRESETS)[number];

/** Discord refuses more than 2 000 characters. */
const CHARACTERS_MAX = 1_900;
const FIELD_CHARACTERS_MAX = 200;
const FIELDS_MAX = 6;

/** Returns the body of an event, as it is stored, for a chat program. */
export function presetBody(preset: Preset, event: unknown): string {
  const text = cut(summaryOf(event), CHARACTERS_MAX);
  switch (preset) {
    case 'slack':
      return JSON.stringify({ text: escapedForSlack(text) });
    case 'discord':
      return JSON.stringify({
        content: cut(withoutLinks(text), CHARACTERS_MAX),
        allowed_mentions: { parse: [] },
      });
    case 'teams':
      return JSON.stringify(teamsMessage(text));
    case 'text':
      return text;
  }
}

/** Somebody who writes to an account must not be able to call everybody in a channel: `<!channel>`. */
const escapedForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Somebody who writes to an account must not be able to show one address and link to another: `[bank.com](https://…)`.
 */
const withoutLinks = (text: string): string => text.replaceAll(/[\\[\]]/g, '\\$&');

/** Text in a RichTextBlock is shown as it is: no links can be hidden in it. */
const teamsMessage = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: text.split('\n').map((line) => ({
          type: 'RichTextBlock',
          inlines: [{ type: 'TextRun', text: line }],
        })),
      },
    },
  ],
});

/** The type and whose it is, then what happened. */
function summaryOf(event: unknown): string {
  const at = (path: string) => valueAt(event, path.split('.'));
  const whose = at('instanceName');
  const title = `${at('event')}${typeof whose === 'string' ? ` · ${whose}` : ''}`;
  const data = at('data');
  const record = valueAt(data, ['current']) ?? valueAt(data, ['previous']) ?? data;
  const said = textIn(valueAt(data, ['Message']));
  const lines = said === null ? fieldLines(record) : [`${authorOf(at)}: ${said}`];
  return [title, ...lines].join('\n');
}

function authorOf(at: (path: string) => unknown): string {
  const name = at('data.Info.PushName');
  const chat = String(at('data.Info.Chat') ?? '');
  return typeof name === 'string' && name !== '' ? `${name} (${chat})` : chat;
}

const TEXTS = ['conversation', 'text', 'caption', 'title', 'name'];

/** Returns what a message says, or null when it is without words. */
function textIn(message: unknown, levels = 3): string | null {
  if (!isObject(message) || levels === 0) return null;
  const own = TEXTS.map((name) => valueAt(message, [name])).find(isWord);
  if (own !== undefined) return own;
  for (const inner of Object.values(message)) {
    const found = textIn(inner, levels - 1);
    if (found !== null) return found;
  }
  return null;
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns the first simple fields of a record, such as `State: Read`. */
function fieldLines(record: unknown): string[] {
  const source = valueAt(record, ['Info']) ?? record;
  if (!isObject(source)) return [];
  return Object.entries(source)
    .filter(([, value]) => isWord(value) || typeof value === 'number' || value === true)
    .filter(([, value]) => String(value).length <= FIELD_CHARACTERS_MAX)
    .slice(0, FIELDS_MAX)
    .map(([name, value]) => `${name}: ${value}`);
}

/** Cuts between characters. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
