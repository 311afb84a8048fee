/** Metrics of the archive of events, if there is one. */
import type Registry from 'prom-client/lib/registry.js';
import type { ArchiveCounts } from '../../../core/events/contract/archive.ts';
import { showCounter, showGauge } from './read.ts';

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
