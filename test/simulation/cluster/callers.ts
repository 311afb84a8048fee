/** Those who ask any node for something: to change the settings of an instance, or records of an account. */

import { isOutcomeUnknown } from '../../../src/core/shared/errors.ts';
import { INSTANCES } from './database.ts';
import type { Node, Surroundings } from './node.ts';
import { LATE_MAX_MS } from './world.ts';

const SETTINGS_MS = 2_000;
const RECORDS_MS = 1_500;

export class Callers {
  readonly #around: Surroundings;
  readonly #running: () => readonly Node[];
  /** By instance: the last version that was asked for. */
  readonly #versions = new Map<string, number>();
  /** By instance: the version that is being asked for. */
  readonly #changing = new Map<string, number>();

  constructor(around: Surroundings, running: () => readonly Node[]) {
    this.#around = around;
    this.#running = running;
  }

  begin(): void {
    this.#every(SETTINGS_MS, () => this.#changeSettings());
    this.#every(RECORDS_MS, () => this.#changeRecord());
  }

  /** On the average, until it is to be quiet. */
  #every(ms: number, call: () => void): void {
    const { world, length } = this.#around;
    world.at(world.now + world.below(2 * ms), () => {
      if (world.now > length.quietFrom) return;
      call();
      this.#every(ms, call);
    });
  }

  #changeRecord(): void {
    const { world } = this.#around;
    const nodes = this.#running().filter(({ isReady }) => isReady);
    nodes[world.below(nodes.length)]?.changeRecord();
  }

  /** One after another: what is asked for while another change is under way may come before or after it. */
  #changeSettings(): void {
    const { world, checks } = this.#around;
    const id = INSTANCES[world.below(INSTANCES.length)] ?? '';
    const owners = this.#running().filter((node) => node.answersFor(id));
    if (owners.length > 1) checks.break('two nodes answer for one instance at once');
    const [owner] = owners;
    if (owner === undefined || this.#changing.has(id)) return;
    const version = (this.#versions.get(id) ?? 0) + 1;
    this.#versions.set(id, version);
    this.#changing.set(id, version);
    const ended = () => {
      if (this.#changing.get(id) === version) this.#changing.delete(id);
    };
    // Of a node that ends meanwhile nobody gets an answer.
    world.at(world.now + LATE_MAX_MS, ended);
    checks.mayBecome(id, version);
    owner.changeSettings(id, version).then(
      () => {
        checks.became(id, version);
        ended();
      },
      (error) => {
        if (!isOutcomeUnknown(error)) ended();
      },
    );
  }
}
