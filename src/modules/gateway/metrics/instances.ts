/**
 * Metrics of instances. A limited number of them have series of their own; the others share one label, which none gives
 * back: a counter that shrinks would look like a restart.
 */
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import type Registry from 'prom-client/lib/registry.js';
import { endpointIdOf } from '../../../core/events/contract/endpoint.ts';
import type { Backlog } from '../../../core/events/log/delivery-counts.ts';
import type { StoredHealth } from '../../../core/events/log/health.ts';
import type { InstanceDirectory, InstanceRecord } from '../../../core/instances/directory.ts';
import type { Phase } from '../../../core/providers/provider.ts';
import { countingObserver } from '../figures/counts.ts';
import { showGauge } from './read.ts';

/** No instance has a name with a slash. */
const OTHERS = '/others';

/** The phases in which an instance that is meant to be connected is not. */
const DOWN: ReadonlySet<Phase> = new Set([
  'logged_out',
  'banned',
  'failed',
  'starting',
  'syncing',
  'reconnecting',
]);

const COUNTED = ['received', 'sent', 'delivered', 'failed', 'discarded'] as const;
type CountName = (typeof COUNTED)[number];
type Counts = Record<CountName, number>;

export class InstanceMetrics {
  readonly #instances: Pick<InstanceDirectory, 'all' | 'byId'>;
  readonly #instancesMax: number;
  /** Counts of the instances with series of their own, by id. */
  readonly #own = new Map<string, Counts>();
  readonly #others = noCounts();
  readonly #waiting: Gauge;
  readonly #health: Gauge;

  /** `instancesMax`: the most instances with series of their own. */
  constructor(
    registers: Registry[],
    instances: Pick<InstanceDirectory, 'all' | 'byId'>,
    instancesMax: number,
  ) {
    this.#instances = instances;
    this.#instancesMax = instancesMax;
    const counter = this.#counterIn(registers);
    showStates(registers, instances);
    const up = new Gauge({
      name: 'gatehouse_instance_up',
      help: 'Whether an instance that is meant to be connected is; none while it waits to be paired or was stopped. Of the others together: whether all are.',
      labelNames: ['instance_name'],
      registers,
      collect: () => {
        up.reset();
        for (const [label, isUp] of this.#states()) up.set({ instance_name: label }, isUp ? 1 : 0);
      },
    });
    counter('gatehouse_instance_messages_total', 'Messages of an instance.', 'direction', {
      in: 'received',
      out: 'sent',
    });
    counter(
      'gatehouse_instance_delivery_attempts_total',
      'Delivery attempts of an instance.',
      'outcome',
      { delivered: 'delivered', failed: 'failed' },
    );
    counter(
      'gatehouse_instance_deliveries_discarded_total',
      'Deliveries of an instance that were discarded.',
      null,
      { '': 'discarded' },
    );
    this.#waiting = new Gauge({
      name: 'gatehouse_instance_deliveries_waiting',
      help: 'Deliveries of an instance that wait to be sent to an endpoint.',
      labelNames: ['instance_name', 'endpoint'],
      registers,
    });
    this.#health = new Gauge({
      name: 'gatehouse_instance_endpoints_unhealthy',
      help: 'Endpoints of an instance whose last attempt failed, or that were switched off for their failures.',
      labelNames: ['instance_name', 'endpoint', 'state'],
      registers,
    });
  }

  readonly observer = countingObserver((streamId, _, what, howMany) => {
    if (what !== 'filtered') this.count(streamId, what, howMany);
  });

  /** Ignores streams that are no instance's. */
  count(streamId: string, what: CountName, howMany = 1): void {
    const counts = this.#countsOf(streamId);
    if (counts) counts[what] += howMany;
  }

  showBacklog(rows: readonly Backlog[]): void {
    this.#waiting.reset();
    for (const { streamId, endpoint, waiting } of rows) {
      const labels = this.#labelsOf(streamId, endpoint);
      if (waiting > 0 && labels) this.#waiting.inc(labels, waiting);
    }
  }

  showHealth(rows: readonly StoredHealth[]): void {
    this.#health.reset();
    for (const { streamId, endpoint, health } of rows) {
      const labels = this.#labelsOf(streamId, endpoint);
      if (health.state !== 'healthy' && labels)
        this.#health.inc({ ...labels, state: health.state });
    }
  }

  /** Returns null if no instance has this id. */
  #labelsOf(streamId: string, text: string) {
    if (this.#instances.byId(streamId) === null) return null;
    const label = this.#labelOf(streamId);
    const endpoint = label === OTHERS ? OTHERS : endpointIdOf(text);
    return { instance_name: label, endpoint };
  }

  /** Returns null if no instance has this id. */
  #countsOf(id: string): Counts | null {
    const known = this.#own.get(id);
    if (known) return known;
    if (this.#instances.byId(id) === null) return null;
    if (this.#own.size >= this.#instancesMax) return this.#others;
    const counts = noCounts();
    this.#own.set(id, counts);
    return counts;
  }

  #labelOf(id: string): string {
    const name = this.#instances.byId(id)?.name ?? OTHERS;
    return this.#countsOf(id) === this.#others ? OTHERS : name;
  }

  /** Whether each instance is up that is meant to be, by its label. */
  #states(): ReadonlyMap<string, boolean> {
    const states = new Map<string, boolean>();
    for (const { id, phase } of this.#instances.all()) {
      if (phase !== 'open' && !DOWN.has(phase)) continue;
      const label = this.#labelOf(id);
      states.set(label, phase === 'open' && (states.get(label) ?? true));
    }
    return states;
  }

  #counterIn(registers: Registry[]) {
    return (
      name: string,
      help: string,
      label: string | null,
      values: Record<string, CountName>,
    ) => {
      const counter = new Counter({
        name,
        help,
        labelNames: ['instance_name', ...(label === null ? [] : [label])],
        registers,
        collect: () => {
          counter.reset();
          for (const [instanceName, counts] of this.#shown())
            for (const [value, what] of Object.entries(values))
              counter.inc(
                { instance_name: instanceName, ...(label && { [label]: value }) },
                counts[what],
              );
        },
      });
    };
  }

  /** The counts by label; those of deleted instances are dropped. */
  #shown(): [label: string, counts: Counts][] {
    const shown: [string, Counts][] = [];
    for (const [id, counts] of this.#own) {
      const found = this.#instances.byId(id);
      if (found) shown.push([found.name, counts]);
      else this.#own.delete(id);
    }
    if (Object.values(this.#others).some((count) => count > 0)) shown.push([OTHERS, this.#others]);
    return shown;
  }
}

const noCounts = (): Counts => ({ received: 0, sent: 0, delivered: 0, failed: 0, discarded: 0 });

function showStates(registers: Registry[], instances: Pick<InstanceDirectory, 'all'>): void {
  showGauge(registers, {
    name: 'gatehouse_instances',
    help: 'Instances by state.',
    label: 'state',
    read() {
      const counts: Record<InstanceRecord['state'], number> = { close: 0, connecting: 0, open: 0 };
      for (const { state } of instances.all()) counts[state]++;
      return counts;
    },
  });
}
