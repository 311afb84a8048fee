/** The poll in a message, as the protocol of WhatsApp spells it. Pure. */
import type { Poll } from '../messages/polls.ts';

/** More than any phone allows. */
const OPTIONS_MAX = 100;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Null: the content is no poll. */
export function pollIn(content: Fields): Poll | null {
  const field = Object.keys(content).find((name) => name.startsWith('pollCreationMessage'));
  if (field === undefined) return null;
  const said = fieldsOf(content[field]);
  // Some forms are in an envelope.
  if (said.message) return pollIn(fieldsOf(said.message));
  const options = Array.isArray(said.options) ? said.options : [];
  const names = options.slice(0, OPTIONS_MAX).map((option) => fieldsOf(option).optionName);
  const isText = (name: unknown): name is string => typeof name === 'string';
  return { name: isText(said.name) ? said.name : '', options: names.filter(isText) };
}
