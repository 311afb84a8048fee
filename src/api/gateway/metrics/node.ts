/** The metrics of a node among others, read from it at every scrape. */
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import type Registry from 'prom-client/lib/registry.js';
import type { NodeStatus } from '../status/nodes.ts';

export function showNode(registers: Registry[], now: NodeStatus['now']): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  gauge(
    'gatehouse_node_lease_seconds',
    'Until other nodes may take what this one has, unless it says that it lives.',
    () => now().leaseLeftMs / 1_000,
  );
  gauge(
    'gatehouse_node_streams_owned',
    'Instances and accounts whose events this node sends.',
    () => now().streams,
  );
  counter(
    'gatehouse_node_takeovers_total',
    'Streams that this node has taken, from nodes that ended or from nobody.',
    () => now().takenOver,
  );
  counter(
    'gatehouse_fenced_writes_total',
    'Writes that were refused since another node owned their stream.',
    () => now().fenced,
  );
  gauge(
    'gatehouse_changes_lag_seconds',
    'For how long this node has not read what other nodes have changed: below 1, unless the database cannot be read.',
    () => now().changesLagMs / 1_000,
  );
  showHints(registers, now);
  new Counter({
    name: 'gatehouse_forwarded_total',
    help: 'Requests for an instance of another node, by what became of them.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(now().forwarded)) this.inc({ outcome }, count);
    },
  });
}

function showHints(registers: Registry[], now: NodeStatus['now']): void {
  // Without labels it would be shown as 0 from the start.
  if (now().hintsUp === null) return;
  new Gauge({
    name: 'gatehouse_hints_up',
    help: 'Whether nodes can hint each other by NATS that there is something to read.',
    registers,
    collect() {
      this.set(now().hintsUp ? 1 : 0);
    },
  });
}
