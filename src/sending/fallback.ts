/** Prepares what is sent in place of a message when the platform refuses the form of its choices. */
import type { MessageLog } from '../messages/log.ts';
import { newMessageId } from '../providers/outgoing.ts';
import { type Outgoing, toQueued } from './queued-content.ts';
import { chatOf } from './recipient.ts';

/**
 * Returns what is sent now. A message with a fallback gets its id here, since its refusal may come before the session
 * has answered.
 */
export function expectFallback(
  messages: Pick<MessageLog, 'expectFallback'>,
  instanceId: string,
  outgoing: Outgoing,
): Outgoing {
  const { message } = outgoing;
  if (message?.fallback === undefined) return outgoing;
  const { fallback: content, ...shown } = message;
  const { id = newMessageId(), number } = message;
  const queued = toQueued({ message: { ...shown, content } });
  const { kind } = content;
  messages.expectFallback(instanceId, id, { ...queued, kind, chat: chatOf(number) });
  return { message: { ...shown, id } };
}
