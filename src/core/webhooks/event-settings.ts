/** Where the events of an instance go, as values, and what a change makes of them. */

import type { FirstRow, Statement } from '../db/client.ts';
import type { RetryRule } from '../events/contract/channel.ts';
import { DEFAULT_ENDPOINT, endpointOfInstance } from '../events/contract/endpoint.ts';
import type { Engine } from '../events/engine.ts';
import { failure, invalidFields } from '../shared/errors.ts';
import { problem } from '../shared/reasons/problems.ts';
import { initialValues, type ValuesOf } from './fields/field.ts';
import { INSTANCE_FIELDS } from './fields/instance.ts';
import type { Owner } from './fields/readers.ts';
import type { SHARED_FIELDS } from './fields/table.ts';
import { firstSecrets, type WebhookSecrets } from './secrets.ts';

/** Immutable: a change makes a new object, so that values derived from the old one are recognised as stale. */
export interface EventSettings {
  /** The endpoint `default`. Brokers and the feed get the events of its list, whether or not it is enabled. */
  readonly webhook: InstanceEndpoint;
  /** The other endpoints by id, the oldest first. */
  readonly others: ReadonlyMap<string, InstanceEndpoint>;
  /** Whether events also go to a broker, by its name; absent means false. */
  readonly brokers: Readonly<Record<string, boolean>>;
  readonly websocketEnabled: boolean;
}

/** Absent fields and brokers stay as they are. */
export interface SettingsChange {
  readonly webhook?: Partial<InstanceEndpoint>;
  readonly brokers?: EventSettings['brokers'];
  readonly websocketEnabled?: boolean;
}

/** Returns all endpoints that are webhooks, `default` first. */
export const endpointsIn = ({ webhook, others }: EventSettings): InstanceEndpoint[] => [
  webhook,
  ...others.values(),
];

/** Returns all endpoints that were ever switched on, as deliveries name them; none of an instance without settings. */
export const endpointTexts = (settings: EventSettings | null): string[] =>
  settings === null
    ? []
    : [
        ...endpointsIn(settings).map(({ id }) => endpointOfInstance(id)),
        ...Object.keys(settings.brokers),
      ];

/** Returns whether an endpoint wants media inside the bodies, whatever WEBHOOK_FILES says. */
export const wantsBase64 = (settings: EventSettings | null): boolean =>
  settings !== null && endpointsIn(settings).some(({ base64 }) => base64 === true);

/** Returns the endpoint with this id, or throws `not_found`. */
export function endpointOf(settings: EventSettings, id: string): InstanceEndpoint {
  const endpoint = endpointWith(settings, id);
  if (endpoint === undefined) throw failure('endpoint_not_found');
  return endpoint;
}

const endpointWith = ({ webhook, others }: EventSettings, id: string) =>
  id === DEFAULT_ENDPOINT ? webhook : others.get(id);

/** Returns the endpoint that deliveries call by this name, or null. */
export const endpointNamed = (
  settings: EventSettings | null,
  text: string,
): InstanceEndpoint | null =>
  settings === null
    ? null
    : (endpointsIn(settings).find(({ id }) => endpointOfInstance(id) === text) ?? null);

/** Throws `not_found` when the instance has been deleted since it was looked up. */
export function settingsOf(
  settings: { get(instanceId: string): EventSettings | null },
  instanceId: string,
): EventSettings {
  const found = settings.get(instanceId);
  if (found === null) throw failure('instance_not_found');
  return found;
}

/** The brokers that this deployment has configured, by name. */
export interface Brokers {
  readonly routes: ReadonlyMap<string, object>;
  /** The names of those that are configured, and whose module this deployment leaves out. */
  readonly leftOut: ReadonlySet<string>;
}

export const withEndpoint = (present: EventSettings, changed: InstanceEndpoint): EventSettings =>
  changed.id === DEFAULT_ENDPOINT
    ? { ...present, webhook: changed }
    : { ...present, others: new Map([...present.others, [changed.id, changed]]) };

export const withChannels = (
  present: EventSettings,
  { brokers = {}, websocketEnabled = present.websocketEnabled }: Omit<SettingsChange, 'webhook'>,
): EventSettings => ({
  ...present,
  brokers: { ...present.brokers, ...brokers },
  websocketEnabled,
});

/**
 * Throws `conflict` for one more endpoint of an owner that has `most` beside `default`. Each owner has its own, so that
 * a customer leaves the operator room.
 */
export function requireRoom({ others }: EventSettings, owner: Owner, most: number): void {
  const present = [...others.values()].filter((one) => one.owner === owner).length;
  if (present >= most) throw failure('too_many_endpoints', { max: most });
}

/** Throws `invalid` for a customer's endpoint in the format whose bodies are nothing without the key of the instance. */
export function requireKeyless({ owner, format }: InstanceEndpoint): void {
  if (owner === 'customer' && format === 'evolution-go')
    throw invalidFields([{ field: 'format', ...problem('format_with_key_for_customer') }]);
}

/**
 * Throws `invalid` for the URL of another endpoint of the same owner, where everything would come twice. The other
 * owner's are not compared, since a customer must not learn of them.
 */
export function requireOwnUrl(settings: EventSettings, { id, owner, url }: InstanceEndpoint): void {
  const ofOwner = endpointsIn(settings).filter((one) => one.owner === owner);
  const other = ofOwner.find((one) => one.id !== id && one.url === url);
  if (url === '' || other === undefined) return;
  const name = other.id === DEFAULT_ENDPOINT ? DEFAULT_ENDPOINT : JSON.stringify(other.name);
  throw failure('endpoint_url_taken', { name });
}

export const initialSettings = (
  now: number,
  { webhook, brokers = {}, websocketEnabled = false }: SettingsChange,
): EventSettings => ({
  webhook: { ...newEndpoint(DEFAULT_ENDPOINT, now), ...webhook },
  others: new Map(),
  brokers,
  websocketEnabled,
});

/** Returns endpoints whose target has changed; changes of only bodies or routing do not count. */
export function movedEndpoints(before: EventSettings, after: EventSettings): string[] {
  const ids = new Set([...endpointsIn(before), ...endpointsIn(after)].map(({ id }) => id));
  const keyOf = (settings: EventSettings, id: string) => {
    const endpoint = endpointWith(settings, id);
    return endpoint && targetKey(endpoint);
  };
  const isMoved = (id: string) => {
    const former = keyOf(before, id);
    // Nothing can wait for an endpoint that has just been added.
    return former !== undefined && former !== keyOf(after, id);
  };
  const moved = [...ids].filter(isMoved).map(endpointOfInstance);
  const names = Object.keys({ ...before.brokers, ...after.brokers });
  const isOn = ({ brokers }: EventSettings, name: string) => brokers[name] ?? false;
  return [...moved, ...names.filter((name) => isOn(before, name) !== isOn(after, name))];
}

export type EngineHooks = Pick<Engine, 'retarget' | 'enable'>;

/** Returns a statement that is run in the commit of a change, right after what writes the endpoint. */
export type NoteOf = (after: InstanceEndpoint) => Statement | undefined;

export type EndpointChange = (present: InstanceEndpoint) => Partial<InstanceEndpoint>;

export interface EventSettingsStore {
  /** Reads every row; throws when they were sealed with another key. */
  load(): Promise<void>;
  /** Reads an instance's settings again, which may have been changed other than through this store. */
  refresh(instanceId: string): Promise<void>;
  get(instanceId: string): EventSettings | null;
  /**
   * Returns the row of an instance that is being created: nothing enabled, a new secret, every event, except for
   * `change`.
   */
  firstRow(instanceId: string, change: SettingsChange): FirstRow;
  /** Writes the first row of an instance without rows. */
  create(instanceId: string): Promise<void>;
  /**
   * Resolves when the change is on disk and nothing goes to a former target any more. Throws `invalid` for values
   * that an endpoint cannot have, such as the URL of another endpoint of its owner, and `not_found` for an unknown
   * instance. A function is called when it is the change's turn, so that it sees earlier changes.
   */
  update(
    instanceId: string,
    change: SettingsChange | ((present: EventSettings) => SettingsChange),
  ): Promise<void>;
  /** Adds an endpoint. Throws as `update` does, and `conflict` when there are as many as are allowed. */
  addEndpoint(
    instanceId: string,
    change: Partial<InstanceEndpoint>,
    noteOf?: NoteOf,
  ): Promise<InstanceEndpoint>;
  /** Changes an endpoint, `default` too. Resolves with it as `update` does, or throws `not_found`. */
  changeEndpoint(
    instanceId: string,
    id: string,
    change: EndpointChange,
    noteOf?: NoteOf,
  ): Promise<InstanceEndpoint>;
  /**
   * Resolves when nothing goes to the endpoint any more and its waiting deliveries are discarded. Throws `not_found`,
   * and the error of `check`, which is called in the removal's turn.
   */
  removeEndpoint(
    instanceId: string,
    id: string,
    check?: (present: InstanceEndpoint) => void,
  ): Promise<void>;
  /** Call it after the instance was deleted; its rows have gone with it. */
  remove(instanceId: string): void;
  /** From now on tells the engine, which is built on these settings, when an endpoint has another target. */
  announceTo(engine: EngineHooks): void;
}

/** The settings that endpoints of both owners have. Objects are immutable: values made from one stay valid. */
export interface WebhookSettings extends SharedValues, WebhookSecrets {}
type SharedValues = ValuesOf<typeof SHARED_FIELDS> & { readonly retry: RetryRule | null };

/** One of the webhooks of an instance. */
export interface InstanceEndpoint extends InstanceValues, WebhookSecrets {
  /** `default` or a UUID. */
  readonly id: string;
  /** False until the default webhook is set for the first time. */
  readonly isSet: boolean;
  /** For evolution-go: the key of the instance. */
  readonly instanceToken: string | null;
  /** In ms since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
type InstanceValues = ValuesOf<typeof INSTANCE_FIELDS>;

/** Returns an endpoint with a secret of its own and nothing set. `now` is in ms since 1970. */
export const newEndpoint = (id: string, now: number): InstanceEndpoint => ({
  ...initialValues(INSTANCE_FIELDS),
  id,
  name: id,
  isSet: id !== DEFAULT_ENDPOINT,
  enabled: id !== DEFAULT_ENDPOINT,
  autoDisable: id !== DEFAULT_ENDPOINT,
  instanceToken: null,
  createdAt: now,
  updatedAt: now,
  ...firstSecrets(),
});

/**
 * Returns whether a change makes an endpoint get its events that was disabled for its failures: who asks for events
 * wants them, and another receiver has not failed yet.
 */
export const sendsAgain = (
  before: Pick<WebhookSettings, 'url'>,
  { enabled, url = before.url }: Partial<Pick<WebhookSettings, 'enabled' | 'url'>>,
): boolean => enabled === true || url !== before.url;

/** Returns a text that changes with the target; other changes concern only bodies or routing. */
const targetKey = (endpoint: InstanceEndpoint): string => {
  const { isSet, enabled, url, headers, secret } = endpoint;
  return JSON.stringify([isSet, enabled, url, headers, secret]);
};
