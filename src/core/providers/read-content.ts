/**
 * Reads the content of a message: as plain JSON, as events have it, as a poll or a vote, and which button or row was
 * tapped. Pure.
 */
import type { ButtonReply, ListReply, MediaFields } from '../events/types/message-data.ts';
import type { Poll, PollVote } from '../messages/polls.ts';
import {
  ANY_FILE,
  count,
  exact,
  type Fields,
  isBytes,
  isRecord,
  jsonIn,
  record,
  text,
  wholeNumber,
} from './foreign-values.ts';

/** Previews inside a message are large, and useless beside the media itself. */
const OMITTED: ReadonlySet<string> = new Set(['jpegThumbnail', 'JPEGThumbnail']);

/** Quotes may hold quotes; what is nested deeper than any phone shows is cut off. */
const DEEPEST = 48;

/** Returns a record as JSON has it; null fields, empty lists and empty data are omitted. */
export function plainRecord(value: Fields, depth = 0): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const field = OMITTED.has(name) ? undefined : plain(value[name], depth + 1);
    if (field !== undefined) fields.push([name, field]);
  }
  return Object.fromEntries(fields);
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return exact(value);
  if (isBytes(value)) return base64(value);
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return list(value, depth);
  return isRecord(value) ? (wholeNumber(value) ?? plainRecord(value, depth)) : undefined;
}

function list(values: readonly unknown[], depth: number): unknown[] | undefined {
  const items = values.map((item) => plain(item, depth + 1)).filter((item) => item !== undefined);
  return items.length > 0 ? items : undefined;
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/**
 * Returns the fields of a file as plain JSON; fields that receivers rely on are filled where the sender left them out.
 */
export function mediaFields(file: Fields): MediaFields {
  return {
    ...file,
    url: text(file.url),
    mimetype: text(file.mimetype) || ANY_FILE,
    fileSha256: text(file.fileSha256),
    fileLength: count(file.fileLength) ?? 0,
    mediaKey: text(file.mediaKey),
    fileEncSha256: text(file.fileEncSha256),
    directPath: text(file.directPath),
    mediaKeyTimestamp: count(file.mediaKeyTimestamp) ?? 0,
  };
}

/** More than any phone allows. */
const OPTIONS_MAX = 100;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the poll's part of the message, or null when it is not a poll. */
function saidIn(content: Fields): Fields | null {
  const field = Object.keys(content).find((name) => name.startsWith('pollCreationMessage'));
  if (field === undefined) return null;
  const said = record(content[field]);
  // Some forms are in an envelope.
  return said.message ? saidIn(record(said.message)) : said;
}

/** Returns how many options one person may choose; 0 for as many as they like. */
export function selectableIn(content: Fields): number {
  const { selectableOptionsCount: count } = saidIn(content) ?? {};
  return typeof count === 'number' ? count : 0;
}

/** Returns null when the content is not a poll. */
export function pollIn(content: Fields): Poll | null {
  const said = saidIn(content);
  if (said === null) return null;
  const options = Array.isArray(said.options) ? said.options : [];
  const names = options.slice(0, OPTIONS_MAX).map((option) => record(option).optionName);
  return { name: isText(said.name) ? said.name : '', options: names.filter(isText) };
}

/** Returns the vote of a message that names the chosen options, or null when it is not a vote. */
export function voteIn(content: Fields): PollVote | null {
  const { pollCreationMessageKey: key, vote } = record(content.pollUpdateMessage);
  const { id } = record(key);
  const { selectedOptions } = record(vote);
  if (typeof id !== 'string' || !Array.isArray(selectedOptions)) return null;
  return { pollId: id, options: selectedOptions.filter(isText) };
}

type TapReply = { readonly button_reply: ButtonReply } | { readonly list_reply: ListReply };

type Reader = (said: Fields) => TapReply | null;

const READERS: readonly (readonly [field: string, read: Reader])[] = [
  [
    'buttonsResponseMessage',
    (said) => button(text(said.selectedButtonId), text(said.selectedDisplayText)),
  ],
  [
    'templateButtonReplyMessage',
    (said) => button(text(said.selectedId), text(said.selectedDisplayText)),
  ],
  [
    'listResponseMessage',
    ({ title, description, singleSelectReply }) =>
      row(text(record(singleSelectReply).selectedRowId), text(title), text(description)),
  ],
  ['interactiveResponseMessage', nativeReply],
];

/**
 * Reads which button or row of a list a person tapped, in one shape whatever form the answer came in. Returns null when
 * the content is no answer to a tap.
 */
export function tapReply(content: Fields): TapReply | null {
  for (const [field, read] of READERS) {
    const said = content[field];
    if (isRecord(said)) return read(said);
  }
  return null;
}

const button = (id: string, title: string): TapReply | null =>
  id === '' ? null : { button_reply: { id, title } };

const row = (id: string, title: string, description: string): TapReply | null =>
  id === '' ? null : { list_reply: { id, title, description } };

/** The names of answers that chose a row. */
const LISTS: ReadonlySet<string> = new Set(['menu_options', 'single_select']);
/** The names of answers that a form gave, whose fields are its own. */
const FORMS: ReadonlySet<string> = new Set(['flow', 'galaxy_message', 'address_message']);

function nativeReply({ body, nativeFlowResponseMessage }: Fields): TapReply | null {
  const { name, paramsJson } = record(nativeFlowResponseMessage);
  if (FORMS.has(text(name))) return null;
  const params = parsed(text(paramsJson));
  const id = text(params.id);
  const title = text(record(body).text) || text(params.title) || text(params.display_text);
  return LISTS.has(text(name)) ? row(id, title, text(params.description)) : button(id, title);
}

/** Longer texts are not parsed; an answer to a tap is much shorter. */
const PARAMS_MAX = 8_192;

function parsed(json: string): Fields {
  return json.length > PARAMS_MAX ? {} : record(jsonIn(json));
}
