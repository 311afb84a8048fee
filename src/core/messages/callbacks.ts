import { LimitedMap } from '../shared/limited-map.ts';
import { forgetInstances } from './left-instances.ts';

/** The limit for all instances together. An entry is needed from the request until the message is stored. */
const REMEMBERED_MAX = 20_000;

/** Keeps the callback data of messages that are being sent. A stored message has its callback data in its row. */
export class Callbacks {
  readonly #expected = new LimitedMap<string, string>(REMEMBERED_MAX);

  /** Must be called before the message is sent. */
  expect(instanceId: string, id: string, callback: string): void {
    this.#expected.set(keyOf(instanceId, id), callback);
  }

  of(instanceId: string, id: string): string | undefined {
    return this.#expected.get(keyOf(instanceId, id));
  }

  /** Must be called when it is stored. */
  settled(instanceId: string, id: string): void {
    this.#expected.delete(keyOf(instanceId, id));
  }

  /** Drops those of instances that another node has now. */
  forget(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#expected, instanceIds);
  }
}

const keyOf = (instanceId: string, id: string): string => `${instanceId}/${id}`;
