/** The declaration of an event type; everything that lists events or their names follows from it. */
import type { Static, TSchema } from '@sinclair/typebox';

/** The instance to which an event belongs. */
export interface EventInstance {
  readonly instanceId: string;
  readonly instanceName: string;
}

/** `event` is a name such as `messages.upsert`. */
export interface EvolutionEvent {
  readonly event: string;
  readonly data: unknown;
}

interface EventTraits<Data> {
  /** Subscriptions can select all types of one category. */
  readonly category: string;
  /** The names that select it in the subscriptions of two older systems. */
  readonly olderNames: readonly string[];
  /** Says in one line when it is sent. */
  readonly summary: string;
  /** The field `state` beside `data`, for types that have it. */
  readonly state?: { readonly schema: TSchema; readonly sample: string };
  /** Returns a plausible payload without data of a real account. `at` is in ISO 8601. */
  sample(at: string): Data;
  /**
   * Returns the JID of the chat in whose order the event is delivered; absent for types that are in order with all
   * events of the instance.
   */
  chatOf?(data: Data): string;
  /**
   * Returns the event as Evolution API v2 sends it. A type that does not exist there keeps its payload under a name in
   * the same style. `gets` tells whether the receiver gets events of another type too.
   */
  evolution(data: Data, instance: EventInstance, gets: (type: string) => boolean): EvolutionEvent;
  /**
   * Returns the type of other events that say all of this too once both have the form of Evolution API, or null. Absent
   * for types that never repeat others.
   */
  duplicatesType?(data: Data): string | null;
}

export interface EventDeclaration<Name extends string, Payload extends TSchema>
  extends EventTraits<Static<Payload>> {
  readonly name: Name;
  readonly payload: Payload;
}

/**
 * Declares an event type in two calls, so that the second is checked against the payload of the first. Unless `payload`
 * has a name already, it gets that of the type in the API document.
 */
export const eventType =
  <const Name extends string, Payload extends TSchema>(name: Name, payload: Payload) =>
  (declared: EventTraits<Static<Payload>>): EventDeclaration<Name, Payload> => ({
    ...declared,
    name,
    payload: { $id: `${name}Data`, ...payload },
  });
