/** Tells the message log, before a message is sent, what it must know of it. */
import type { MessageLog } from '../messages/log.ts';
import { newMessageId } from '../providers/outgoing.ts';
import { chatOf } from '../shared/addresses/chat-address.ts';
import { type Outgoing, toQueued } from './queued-content.ts';

/**
 * Registers the replacement for a message whose choices the platform may refuse, and the text that its statuses repeat.
 * Returns the message to send now. It gets its id here, since its refusal may come before the session has answered.
 */
export function expect(
  messages: Pick<MessageLog, 'expectFallback' | 'expectCallback'>,
  instanceId: string,
  outgoing: Outgoing,
): Outgoing {
  const { fallback } = outgoing.message ?? {};
  const { callback } = outgoing.message ?? outgoing.media;
  if (fallback === undefined && callback === undefined) return outgoing;
  const { id = newMessageId() } = outgoing.message ?? outgoing.media;
  if (callback !== undefined) messages.expectCallback(instanceId, id, callback);
  if (outgoing.message === undefined) return { media: { ...outgoing.media, id } };
  const { fallback: content, ...shown } = outgoing.message;
  if (content !== undefined) {
    const queued = toQueued({ message: { ...shown, content } });
    const chat = chatOf(shown.number);
    messages.expectFallback(instanceId, id, { ...queued, kind: content.kind, chat });
  }
  return { message: { ...shown, id } };
}
