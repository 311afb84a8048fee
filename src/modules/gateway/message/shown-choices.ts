/** Decides as what choices are sent: as such, with a fallback, as the fallback, or not at all. */
import { FieldError, type Fields, isFields } from '../../../core/http/read-fields.ts';
import { triesChoices } from '../../../core/providers/all.ts';
import type { InteractiveContent } from '../../../core/providers/interactive.ts';
import type { FallbackContent, OutgoingMessage } from '../../../core/providers/outgoing.ts';
import { type ContextFields, contextOf } from '../../../core/sending/context.ts';
import { numberedText } from '../../../core/sending/numbered-text.ts';
import type { SendTimeFields } from '../../../core/sending/send-time.ts';
import { failure, invalidFields } from '../../../core/shared/errors.ts';
import type { Choices } from './choices.ts';

import type { ComposeContext, MessageWithFiles } from './operation.ts';
import type { PhoneChoices } from './phone-choices.ts';
import { readPollName, readPollOptions } from './poll.ts';

const HOW_TO_TRY =
  'To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true.';

export const NOT_SHOWN = `Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one. ${HOW_TO_TRY}`;

export const NO_CAROUSELS = `Phones do not show carousels of personal WhatsApp accounts: send each card as an image with a caption, or say "fallback": "text" to send all as one text. ${HOW_TO_TRY}`;

/** Fields that all bodies with choices have. */
interface ChoicesBody extends Omit<ContextFields, keyof SendTimeFields> {
  readonly number: string;
  readonly interactive?: 'try';
  readonly fallback?: 'poll' | 'text';
}

/** Choices on a platform whose people see them. */
export async function asChoices(
  { number, interactive: _, fallback: __, ...context }: ChoicesBody,
  choices: Choices<InteractiveContent>,
  { find }: Pick<ComposeContext, 'find'>,
): Promise<OutgoingMessage | MessageWithFiles> {
  const message = { number, ...(await contextOf(context, find)) };
  return withFiles(choices, (content) => ({ ...message, content }));
}

/** A message with the choices, once their files have come. */
const withFiles = <C>(
  { files, content }: Choices<C>,
  message: (content: C) => OutgoingMessage,
): OutgoingMessage | MessageWithFiles =>
  files.length === 0
    ? message(content([]))
    : { files, message: (fetched) => message(content(fetched)) };

interface PhoneForms {
  /** The refusal when the choices are neither tried nor replaced. */
  readonly refusal: string;
  /** Throws `invalid` for what is missing or beyond the limits. */
  readonly read: () => PhoneChoices;
  readonly poll: PollParts;
}

interface PollParts {
  /** The lines of the question; those that are empty are left out. */
  readonly heading: readonly unknown[];
  readonly choices: readonly unknown[];
  /** The name of the choices in refusals. */
  readonly field: string;
}

/**
 * Sends choices through a paired phone. Throws `unprocessable` when the caller does not ask to try them and gives no
 * fallback, and `invalid` when the choices or the fallback cannot be sent.
 */
export async function composeForPhone(
  { number, interactive, fallback, ...context }: ChoicesBody,
  { instance, interactiveOnPhones, find }: ComposeContext,
  { refusal, read, poll }: PhoneForms,
): Promise<OutgoingMessage | MessageWithFiles> {
  const isWanted = interactive === 'try' || interactiveOnPhones;
  const isTried = isWanted && triesChoices(instance.provider) && !isForFollowers(number);
  if (!isTried && fallback === undefined) throw failure('choices_not_shown', { problem: refusal });
  const choices = isTried || fallback === 'text' ? read() : null;
  const inPlace = fallback === 'poll' || choices === null ? pollOf(poll) : textOf(choices);
  const message = { number, ...(await contextOf(context, find)) };
  if (!isTried || choices === null) return { ...message, content: inPlace };
  return withFiles(choices, (content) => ({ ...message, content, fallback: inPlace }));
}

/** Channels and statuses have no buttons. */
const isForFollowers = (number: string): boolean => /@(newsletter|broadcast)$/.test(number);

const textOf = ({ content }: PhoneChoices): FallbackContent => ({
  kind: 'text',
  text: numberedText(content([])),
});

/** Throws `invalid` where the words do not make a poll. */
function pollOf({ heading, choices, field }: PollParts): FallbackContent {
  const lines = heading.filter((one) => (one ?? '') !== '');
  const isText = lines.every((one) => typeof one === 'string');
  const name = readPollName(isText ? lines.join('\n') : null);
  const options = readPollOptions(choices);
  const problems = [
    ...(name instanceof FieldError ? name.problemsOf('title with description and footer') : []),
    ...(options instanceof FieldError ? options.problemsOf(field) : []),
  ];
  if (name instanceof FieldError || options instanceof FieldError) throw invalidFields(problems);
  return { kind: 'poll', name, options, selectableCount: 1 };
}

/** Returns the objects in a list. */
export const objectsIn = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(isFields) : [];
