/** How far a delivery has come, in the words of the reader. */
import { Badge } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { DELIVERY_STATES } from '../words.ts';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DeliveryBadge = ({ state }: { state: DeliveryState }) => (
  <Badge state={state}>{texts().traffic.states[state]}</Badge>
);

export const stateChoices = () =>
  DELIVERY_STATES.map((state) => [state, texts().traffic.states[state]] as const);
