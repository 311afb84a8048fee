/** Reads the poll in a message, as the protocol of WhatsApp spells it. Pure. */

import type { Poll, PollVote } from '../messages/polls.ts';
import { type Fields, record } from './foreign-values.ts';

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
