import { texts } from '../texts.ts';
import type { SendStatus } from './conversation.ts';

const SIGNS: Readonly<Record<SendStatus['status'], string>> = {
  Queued: '◷',
  Pending: '◷',
  Unknown: '?',
  ServerAck: '✓',
  Delivered: '✓✓',
  Read: '✓✓',
  Played: '▶',
  Error: '!',
};

/** The status of a sent message as ticks. */
export function Ticks({ sendStatus: { status } }: { sendStatus: SendStatus }) {
  const words = texts().chat.statuses[status];
  return (
    <span class="send-status" data-status={status} role="img" aria-label={words} title={words}>
      {SIGNS[status]}
    </span>
  );
}
