import { texts } from '../texts.ts';
import type { Fate } from './conversation.ts';

const SIGNS: Readonly<Record<Fate['status'], string>> = {
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
export function Ticks({ fate: { status } }: { fate: Fate }) {
  const words = texts().chat.statuses[status];
  return (
    <span class="fate" data-status={status} role="img" aria-label={words} title={words}>
      {SIGNS[status]}
    </span>
  );
}
