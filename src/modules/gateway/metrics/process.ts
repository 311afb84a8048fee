/**
 * Metrics of the process: processor time, memory, files, its version, its unhandled faults, and how long its event loop
 * is held up.
 */
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
// The library's metric of processor time is left out, because it would load OpenTelemetry.
import showMemory from 'prom-client/lib/metrics/osMemoryHeap.js';
import showFilesMax from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import showFiles from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import showStart from 'prom-client/lib/metrics/processStartTime.js';
import type Registry from 'prom-client/lib/registry.js';
import { version } from '../../../../package.json';
import { repeat } from '../../../core/shared/async/repeat.ts';
import { type Clock, systemStopwatch } from '../../../core/shared/clock.ts';
import type { UnhandledFaults } from '../../../core/shared/unhandled-faults.ts';
import { showCounter } from './read.ts';

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
