/** Metrics of the process, its node, its database and its archive. */
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import showMemory from 'prom-client/lib/metrics/osMemoryHeap.js';
import showFilesMax from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import showFiles from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import showStart from 'prom-client/lib/metrics/processStartTime.js';
import type Registry from 'prom-client/lib/registry.js';
import { version } from '../../../../package.json';
import type { Database } from '../../../core/db/client.ts';
import type { ArchiveCounts } from '../../../core/events/contract/archive.ts';
import type { NodeStatus } from '../../../core/http/forwarding.ts';
import { repeat } from '../../../core/shared/async/repeat.ts';
import { type Clock, systemStopwatch } from '../../../core/shared/clock.ts';
import type { UnhandledFaults } from '../../../core/shared/unhandled-faults.ts';
import { showCounter, showGauge } from './read.ts';

/** Processor time is counted here, because the library's metric of it would load OpenTelemetry. */
export function showProcess(registry: Registry): void {
  const registers = [registry];
  for (const show of [showMemory, showFilesMax, showFiles, showStart]) show(registry);
  const seconds = (name: string, help: string, read: (usage: NodeJS.CpuUsage) => number) =>
    showCounter(registers, { name, help, read: () => read(process.cpuUsage()) / 1_000_000 });
  const time = 'Processor time of the process, in seconds';
  seconds('process_cpu_user_seconds_total', `${time}: in its own code.`, ({ user }) => user);
  seconds('process_cpu_system_seconds_total', `${time}: in the system.`, ({ system }) => system);
  seconds('process_cpu_seconds_total', `${time}.`, ({ user, system }) => user + system);
  new Gauge({
    name: 'gatehouse_build_info',
    help: 'The version of Gatehouse and of Bun; always 1.',
    labelNames: ['version', 'bun'],
    registers,
  }).set({ version, bun: Bun.version }, 1);
}

/** Every place is shown from the start, so that its first fault is an increase. */
export function showFaults(
  registers: Registry[],
  { counts }: Pick<UnhandledFaults, 'counts'>,
): void {
  showCounter(registers, {
    name: 'gatehouse_unhandled_faults_total',
    help: 'Faults that no code has handled, by where they were left; the service continues after each.',
    label: 'place',
    read: () => counts,
  });
}

const LOOK_EVERY_MS = 250;
const DELAY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures again and again how much later than asked a timer fires. */
export function eventLoopDelay(
  registers: Registry[],
  clock: Pick<Clock, 'after'>,
  elapsedMs = systemStopwatch(),
) {
  const delay = new Histogram({
    name: 'gatehouse_event_loop_delay_seconds',
    help: 'How much later than asked a timer fired; one is set four times a second.',
    buckets: DELAY_BUCKETS_SECONDS,
    registers,
  });
  let setAt: number | null = null;
  const failed = () => {};
  return repeat({ clock, ms: LOOK_EVERY_MS, failed }, async () => {
    if (setAt !== null) delay.observe(Math.max(0, elapsedMs() - setAt - LOOK_EVERY_MS) / 1_000);
    setAt = elapsedMs();
  });
}

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

const BYTES = 'select page_count * page_size from pragma_page_count(), pragma_page_size()';

/** Returns the bytes of the database without its log. Rejects with a DatabaseError. */
export async function databaseBytes(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query(BYTES, []);
  return Number(row?.[0]);
}

/** Returns the function that shows the size; its value is null while the database cannot be read. */
export function databaseGauges(registers: Registry[], outage: () => string | null) {
  const up = new Gauge({
    name: 'gatehouse_database_up',
    help: 'Whether the database can be read, and takes writes as far as is known: 1 or 0.',
    registers,
  });
  const size = new Gauge({
    name: 'gatehouse_database_size_bytes',
    help: 'Size of the database without its log.',
    labelNames: [],
    registers,
  });
  return (bytes: number | null): void => {
    up.set(bytes !== null && outage() === null ? 1 : 0);
    if (bytes === null) size.remove();
    else size.set(bytes);
  };
}

export function showFailedWrites(
  registers: Registry[],
  failedWrites: () => Readonly<Record<string, number>>,
): void {
  showCounter(registers, {
    name: 'gatehouse_database_writes_failed_total',
    help: 'Commits that the database did not take, or was not asked to while it takes none.',
    label: 'reason',
    read: failedWrites,
  });
}

export function showArchive(registers: Registry[], read: () => ArchiveCounts): void {
  showGauge(registers, {
    name: 'gatehouse_archive_up',
    help: 'Whether the last request to the archive of events succeeded: 1, or 0 if it failed.',
    read: () => (read().isUp ? 1 : 0),
  });
  showGauge(registers, {
    name: 'gatehouse_archive_last_write_timestamp_seconds',
    help: 'When this process last wrote events to the archive, in seconds since 1970; 0 before the first.',
    read: () => (read().lastWriteAt ?? 0) / 1000,
  });
  showCounter(registers, {
    name: 'gatehouse_archive_events_total',
    help: 'Events that were written to the archive.',
    read: () => read().events,
  });
  showCounter(registers, {
    name: 'gatehouse_archive_bytes_total',
    help: 'Bytes that were written to the archive, compressed.',
    read: () => read().bytes,
  });
  showCounter(registers, {
    name: 'gatehouse_archive_failures_total',
    help: 'Requests to the archive that failed.',
    read: () => read().failures,
  });
  showCounter(registers, {
    name: 'gatehouse_archive_lost_events_total',
    help: 'Events that were deleted although they could not be archived.',
    label: 'reason',
    read: () => read().countLost,
  });
}
