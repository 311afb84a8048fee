/** How a type of event is declared: one literal, from which everything that knows events by name follows. */
import type { Static, TSchema } from '@sinclair/typebox';

/** The instance that an event is of. */
export interface EventInstance {
  readonly instanceId: string;
  readonly instanceName: string;
}

/** `event` is a name such as `messages.upsert`. */
export interface EvolutionEvent {
  readonly event: string;
  readonly data: unknown;
}

interface Declared<Data> {
  /** What subscriptions select it by, together with others of the same category. */
  readonly category: string;
  /** The names of two older systems that select it in a subscription. */
  readonly olderNames: readonly string[];
  /** When it is sent, in a line. */
  readonly summary: string;
  /** The field `state` beside `data`, of events that have one. */
  readonly state?: { readonly schema: TSchema; readonly sample: string };
  /** One plausible payload; nothing in it is of a real account. `at`: ISO 8601. */
  sample(at: string): Data;
  /** The JID of the chat that it is ordered in; absent: it is ordered against everything of its instance. */
  chatOf?(data: Data): string;
  /** As Evolution API v2 has it; an event that it does not know keeps its payload under a name in the same style. */
  evolution(data: Data, instance: EventInstance): EvolutionEvent;
}

export interface EventDeclaration<Name extends string, Payload extends TSchema>
  extends Declared<Static<Payload>> {
  readonly name: Name;
  /** The schema of `data`. */
  readonly payload: Payload;
}

/**
 * Called with the rest of the declaration, it is the type of event. `payload` is named for it in the API document,
 * unless it has a name already. (In two calls, so that the rest is checked against the payload.)
 */
export const eventType =
  <const Name extends string, Payload extends TSchema>(name: Name, payload: Payload) =>
  (declared: Declared<Static<Payload>>): EventDeclaration<Name, Payload> => ({
    ...declared,
    name,
    payload: { $id: `${name}Data`, ...payload },
  });
