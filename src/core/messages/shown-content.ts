import type { MessageContent } from '../events/types/message-data.ts';

/**
 * Turns a text without a quote, mentions and a preview into a `conversation`, the form in which it would be received.
 */
export function plainText(message: MessageContent): MessageContent {
  const { extendedTextMessage: textMessage, ...rest } = message;
  if (
    textMessage === undefined ||
    textMessage.contextInfo !== undefined ||
    textMessage.matchedText !== undefined
  )
    return message;
  return { conversation: textMessage.text, ...rest };
}

/** An edit or deletion has this field beside the new content. */
const CHANGE = 'protocolMessage';

/** Returns the name of the field that has the content, or ''. */
export const kindOf = (message: MessageContent): string =>
  CHANGE in message
    ? CHANGE
    : (Object.keys(message).find((field) => field !== 'messageContextInfo') ?? '');
