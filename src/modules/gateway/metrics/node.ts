/** The metrics of a node among others. */
import type Registry from 'prom-client/lib/registry.js';
import type { NodeStatus } from '../../../core/http/node-status.ts';
import { showCounter, showGauge } from './read.ts';

export function showNode(registers: Registry[], now: NodeStatus['now']): void {
  showGauge(registers, {
    name: 'gatehouse_node_lease_seconds',
    help: 'Until other nodes may take what this one has, unless it says that it lives.',
    read: () => now().leaseLeftMs / 1_000,
  });
  showGauge(registers, {
    name: 'gatehouse_node_streams_owned',
    help: 'Instances and accounts whose events this node sends.',
    read: () => now().streams,
  });
  showCounter(registers, {
    name: 'gatehouse_node_takeovers_total',
    help: 'Streams that this node has taken, from nodes that ended or from nobody.',
    read: () => now().takenOver,
  });
  showCounter(registers, {
    name: 'gatehouse_fenced_writes_total',
    help: 'Writes that were refused since another node owned their stream.',
    read: () => now().fenced,
  });
  showGauge(registers, {
    name: 'gatehouse_changes_lag_seconds',
    help: 'For how long this node has not read what other nodes have changed: below 1, unless the database cannot be read.',
    read: () => now().changesLagMs / 1_000,
  });
  // It has no value without hints; a metric without labels would be shown as 0.
  if (now().hintsUp !== null)
    showGauge(registers, {
      name: 'gatehouse_hints_up',
      help: 'Whether nodes can hint each other by NATS that there is something to read.',
      read: () => (now().hintsUp ? 1 : 0),
    });
  showCounter(registers, {
    name: 'gatehouse_forwarded_total',
    help: 'Requests for an instance of another node, by what became of them.',
    label: 'outcome',
    read: () => now().forwarded,
  });
}
