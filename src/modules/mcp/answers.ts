/** The answers of tools: JSON as text and as structured content, never more than an agent can read. */

import type { InnerFailure } from '../../core/http/inner-call.ts';
import { isFields } from '../../core/http/read-fields.ts';
import { detailsOf } from '../../core/shared/reasons/problems.ts';
import type { Inputs } from './inputs.ts';

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface ToolAnswer {
  readonly content: Content[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** About 15 000 tokens: some clients silently cut at 25 000. */
const CHARACTERS_MAX = 48_000;
/** Longer texts are files in base64 more often than not. */
const TEXT_MAX = 8_000;
const TEXT_SHOWN = 200;
const IMAGE_CHARACTERS_MAX = 256 * 1024;

const text = (words: string): Content => ({ type: 'text', text: words });

/** Why it failed, by the code and in the words that the operation answers with. */
export function failureAnswer({ failure, headers }: InnerFailure): ToolAnswer {
  const { status, code, message, problems, hint } = failure;
  const retryAfter = headers['retry-after'];
  const later = retryAfter === undefined ? '' : ` (try again in ${retryAfter} s)`;
  return {
    content: [text(`${code}: ${message}${later}`), ...(hint === undefined ? [] : [text(hint)])],
    structuredContent: {
      status,
      code,
      message,
      ...(problems && { details: detailsOf(problems), problems }),
      ...(hint !== undefined && { hint }),
      ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
    },
    isError: true,
  };
}

/**
 * `value` is what the operation has answered; `inputs` say how to ask for the rest of it, and fields of `withholds` are
 * left out.
 */
export function successAnswer(
  value: unknown,
  inputs: Inputs,
  withholds: readonly string[] = [],
): ToolAnswer {
  const images: Content[] = [];
  const fields = isFields(value) ? { ...value } : { result: value ?? null };
  const whole = shortened(fields, images, withholds);
  const notes = whole.cutTexts > 0 ? [CUT_TEXTS] : [];
  const fitting = withFittingList(whole.value);
  if (fitting === null) {
    const begin = JSON.stringify(whole.value).slice(0, CHARACTERS_MAX);
    return { content: [text(begin), ...images, text(CUT_MIDWAY)] };
  }
  if (fitting.cut) notes.push(restNote(fitting.cut, inputs));
  return {
    content: [text(JSON.stringify(fitting.value)), ...images, ...notes.map(text)],
    structuredContent: fitting.value,
  };
}

const CUT_TEXTS = `Texts of more than ${TEXT_MAX} characters are shown by their beginning; the HTTP API answers them whole.`;
const CUT_MIDWAY =
  'This is the beginning: the answer is too long to show. Ask for less of it, or ask the HTTP API.';

interface CutList {
  readonly field: string;
  readonly shown: number;
  readonly of: number;
}

/**
 * The operations' names for the size of a page and for its beginning. `offset` may be either, and a page that begins
 * with `before` ends with `after`.
 */
const SIZES = ['limit', 'pageSize', 'offset'];
const BEGINNINGS = ['before', 'after', 'page', 'offset'];

function restNote({ field, shown, of }: CutList, inputs: Inputs): string {
  const size = SIZES.find((name) => inputs.has(name));
  const next = BEGINNINGS.find((name) => inputs.has(name) && name !== size);
  const first = `Only the first ${shown} of ${of} in "${field}" are shown.`;
  if (size === undefined) return `${first} Ask for something narrower, or ask the HTTP API.`;
  const rest = next === undefined ? '' : `, and then for the rest with ${next}`;
  return `${first} Ask again with ${size} ${shown} or less${rest}: what this answer says of its end is true of all ${of}.`;
}

/** The value with long texts cut; pictures leave it as images of their own. */
function shortened(
  value: Record<string, unknown>,
  images: Content[],
  withholds: readonly string[],
) {
  let cutTexts = 0;
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return shortText(one);
    if (Array.isArray(one)) return one.map(walk);
    return isFields(one) ? fieldsOf(one) : one;
  };
  const fieldsOf = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, held]) =>
        withholds.includes(name) ? [] : [[name, walk(held)]],
      ),
    );
  const shortText = (long: string): string => {
    if (long.length <= TEXT_MAX && !long.startsWith(PNG)) return long;
    if (long.startsWith(PNG) && images.length === 0 && long.length <= IMAGE_CHARACTERS_MAX) {
      images.push({ type: 'image', data: long.slice(PNG.length), mimeType: 'image/png' });
      return '(shown as an image)';
    }
    cutTexts++;
    return `${long.slice(0, TEXT_SHOWN).toWellFormed()}… (${long.length} characters)`;
  };
  return { value: fieldsOf(value), cutTexts };
}

const PNG = 'data:image/png;base64,';

/** Returns the value with as many items of its longest list as fit, or null if it is too long even without them. */
function withFittingList(value: Record<string, unknown>) {
  const length = JSON.stringify(value).length;
  if (length <= CHARACTERS_MAX) return { value, cut: null };
  const [longest] = listsOf(value).sort((a, b) => b.length - a.length);
  if (longest === undefined) return null;
  const { names, items } = longest;
  let room = CHARACTERS_MAX - (length - longest.length);
  let shown = 0;
  for (const item of items) {
    room -= JSON.stringify(item).length + 1;
    if (room < 0) break;
    shown++;
  }
  if (shown === 0) return null;
  const cut: CutList = { field: names.join('.'), shown, of: items.length };
  return { value: withItems(value, names, items.slice(0, shown)), cut };
}

interface List {
  /** The fields that lead to it. */
  readonly names: readonly string[];
  readonly items: readonly unknown[];
  /** The length as JSON, in characters. */
  readonly length: number;
}

/** Lists among the fields, and among the fields of those. */
function listsOf(fields: Readonly<Record<string, unknown>>, above: readonly string[] = []): List[] {
  return Object.entries(fields).flatMap(([name, held]) => {
    const names = [...above, name];
    if (Array.isArray(held)) return [{ names, items: held, length: JSON.stringify(held).length }];
    return above.length === 0 && isFields(held) ? listsOf(held, names) : [];
  });
}

function withItems(
  fields: Readonly<Record<string, unknown>>,
  [name = '', ...below]: readonly string[],
  items: readonly unknown[],
): Record<string, unknown> {
  const held = fields[name];
  return { ...fields, [name]: isFields(held) ? withItems(held, below, items) : items };
}
