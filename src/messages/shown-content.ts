/** Content of messages as answers show it. Pure. */
import type { MessageContent } from '../events/types/message-data.ts';

/**
 * A text that answers nothing, names nobody and has no preview is a `conversation`, as it is when it is received.
 */
export function plainText(message: MessageContent): MessageContent {
  const { extendedTextMessage: said, ...rest } = message;
  if (said === undefined || said.contextInfo !== undefined || said.matchedText !== undefined)
    return message;
  return { conversation: said.text, ...rest };
}

/** What a change of another message stands beside what it changes it to. */
const CHANGE = 'protocolMessage';

/** The field that holds what was said; '': nothing was. */
export const kindOf = (message: MessageContent): string =>
  CHANGE in message
    ? CHANGE
    : (Object.keys(message).find((field) => field !== 'messageContextInfo') ?? '');
