/**
 * The reasons of failures: each has a name that never changes, the type of the failure, and its sentence in English with
 * the names of its parameters in braces.
 */
import { accountsReasons } from './accounts.ts';
import { gatewayReasons } from './gateway.ts';
import { messagesReasons } from './messages.ts';
import { programsReasons } from './programs.ts';
import { requestsReasons } from './requests.ts';
import { fillSentence, type Parameters, type PlacesIn } from './sentences.ts';

/** The reasons that a person can cause in the manager, which says them in every language. */
const PERSON_REASONS = {
  ...gatewayReasons,
  ...messagesReasons,
  ...accountsReasons,
  ...requestsReasons,
};

export type PersonReason = keyof typeof PERSON_REASONS;
/** Those about messages, templates, groups and chats. */
export type MessageReason = keyof typeof messagesReasons;

export const REASONS = { ...PERSON_REASONS, ...programsReasons };

export type ReasonCode = keyof typeof REASONS;

/** The reasons that are answered as CONFLICT. */
export type ConflictCode = {
  [R in ReasonCode]: (typeof REASONS)[R][0] extends 'conflict' ? R : never;
}[ReasonCode];

/** Those of them whose sentences have no parameters. */
export type PlainConflictCode = {
  [R in ConflictCode]: [ParameterOf<R>] extends [never] ? R : never;
}[ConflictCode];

/** The names of the parameters of a reason; never for a reason without any. */
export type ParameterOf<R extends ReasonCode> = PlacesIn<(typeof REASONS)[R][1]>;

export type ParametersOf<R extends ReasonCode> = Readonly<Record<ParameterOf<R>, string | number>>;

/** Returns the English sentence of a reason with its parameters. */
export const reasonSentence = (reason: ReasonCode, parameters?: Parameters): string =>
  fillSentence(REASONS[reason][1], parameters);
