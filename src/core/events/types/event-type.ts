/** The declaration of an event type; everything that lists events or their names follows from it. */
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';

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

/** Returns the address of the account to which a device belongs. */
export const withoutDevice = (jid: string): string => jid.replace(/:\d+@/, '@');

/** Converts an RFC 3339 time to seconds since 1970. */
export const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

export const object = <P extends TProperties>(description: string, fields: P) =>
  Type.Object(fields, { description });
export const text = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const count = (description: string) => Type.Integer({ description });
export const time = (description: string) =>
  Type.String({ shownFormat: 'date-time', description: `${description}, ISO 8601 in UTC` });
export const orNull = <S extends TSchema>(description: string, schema: S) =>
  Type.Union([schema, Type.Null()], { description });
export const words = <W extends string>(description: string, ...all: W[]) =>
  Type.Union(
    all.map((one) => Type.Literal(one)),
    { description },
  );
export const jids = (description: string) => Type.Array(Type.String(), { description });

/** Fields that several event types share, each with one meaning. */
export const chat = text(
  'JID of the chat: `5511999990000@s.whatsapp.net` of a person, ending in `@g.us` of a group',
);
export const isFromMe = flag('Whether the account itself did it, on whatever device');
export const isGroup = flag('Whether the chat is a group');
export const ownJid = text('JID of the paired account, such as `5511988880000:1@s.whatsapp.net`');
export const pushName = text('Name that the account has given itself');
export const isOpen = Type.Literal('open', {
  description: 'Always `open`: the instance is connected',
});

/** The account's own JID in samples. */
export const OWN_JID = '5511988880000:1@s.whatsapp.net';
export const PERSON = '5511999990000@s.whatsapp.net';
export const GROUP = '120363000000000001@g.us';
