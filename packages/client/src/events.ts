/** The events that webhooks and the live feed bring, told apart by `event`. */
import type { webhooks } from './generated.ts';

type BodyOf<Webhook> = Webhook extends {
  post: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The body of a webhook. A service that is newer than this client may send types that are not listed. */
export type GatehouseEvent = { [Type in keyof webhooks]: BodyOf<webhooks[Type]> }[keyof webhooks];

export type EventType = GatehouseEvent['event'];

/** An event of an instance; the other events are changes of an account's records. */
export type InstanceEvent = Extract<GatehouseEvent, { instanceId: string }>;
