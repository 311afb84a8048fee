/** Reads which button or row of a list a person tapped, in one shape whatever form the answer came in. Pure. */
import type { ButtonReply, ListReply } from '../events/types/message-data.ts';
import { type Fields, isRecord, jsonIn, record, text } from './foreign-values.ts';

export type TapReply = { readonly button_reply: ButtonReply } | { readonly list_reply: ListReply };

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

/** Returns null when the content is no answer to a tap. */
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
