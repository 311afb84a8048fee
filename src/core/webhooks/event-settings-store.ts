/** The interface of the store that knows where each instance's events go. */
import type { Statement } from '../db/client.ts';
import type { FirstRow } from '../db/first-row.ts';
import type { Engine } from '../events/engine.ts';
import type { InstanceEndpoint } from './endpoint.ts';
import type { EventSettings, SettingsChange } from './event-settings.ts';

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
