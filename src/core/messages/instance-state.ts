/** The state of the queue for one instance, in memory. */
import type { Cancel } from '../shared/clock.ts';
import type { QueuedMessage } from './queued-message.ts';

/** The kind of slot that a message takes while it is sent. */
type SlotKind = 'delayed' | 'plain';

export interface InstanceState {
  cancel: Cancel;
  isRunning: boolean;
  /** Whether something changed during the current pass. */
  isStale: boolean;
  /** How many messages are being sent. */
  readonly sending: Record<SlotKind, number>;
  /** Since when its messages have found it not connected, in ms since 1970; null while it is connected. */
  offlineSince: number | null;
  /** Why and until when (in ms of the steady clock) every message waits for the limit of the minute. */
  paced: { readonly reason: string; readonly until: number } | null;
}

export const newState = (): InstanceState => ({
  cancel() {},
  isRunning: false,
  isStale: false,
  sending: { delayed: 0, plain: 0 },
  offlineSince: null,
  paced: null,
});

export const slotOf = ({ delayMs }: QueuedMessage): SlotKind => (delayMs > 0 ? 'delayed' : 'plain');
