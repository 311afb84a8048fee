/** Names the events and ends of deliveries that figures, metrics and the overview count. */
import type { Observer } from '../../../core/events/deliver/observer.ts';

/** Events that are messages: received ones, and those sent through the API. */
export const MESSAGE_EVENTS: ReadonlyMap<string, 'received' | 'sent'> = new Map([
  ['Message', 'received'],
  ['SendMessage', 'sent'],
]);

export type DeliveryCount = 'delivered' | 'failed' | 'discarded' | 'filtered';
type Count = (streamId: string, endpoint: string, what: DeliveryCount, howMany: number) => void;

/** Returns an observer that counts attempts by how they ended, discarded deliveries and filtered events. */
export const countingObserver = (count: Count): Observer => ({
  onAttempt({ delivery: { streamId, endpoint }, outcome, decision }) {
    count(streamId, endpoint, outcome.kind, 1);
    if (decision.state === 'discarded') count(streamId, endpoint, 'discarded', 1);
  },
  onDrop: ({ streamId, endpoint }) => count(streamId, endpoint, 'discarded', 1),
  onClear: (streamId, endpoint, howMany) => count(streamId, endpoint, 'discarded', howMany),
  onFilter: (streamId, endpoint) => count(streamId, endpoint, 'filtered', 1),
});
