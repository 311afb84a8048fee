/** Metrics of the archive of events, if there is one. */
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import type Registry from 'prom-client/lib/registry.js';
import { type ArchiveCounts, LOSS_REASONS } from '../../../events/contract/archive.ts';

export function showArchive(registers: Registry[], read: () => ArchiveCounts): void {
  new Gauge({
    name: 'gatehouse_archive_up',
    help: 'Whether the last request to the archive of events succeeded: 1, or 0 if it failed.',
    registers,
    collect() {
      this.set(read().isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: 'gatehouse_archive_last_write_timestamp_seconds',
    help: 'When this process last wrote events to the archive, in seconds since 1970; 0 before the first.',
    registers,
    collect() {
      this.set((read().lastWriteAt ?? 0) / 1000);
    },
  });
  counter('events', 'Events that were written to the archive.', ({ events }) => events);
  counter('bytes', 'Bytes that were written to the archive, compressed.', ({ bytes }) => bytes);
  counter('failures', 'Requests to the archive that failed.', ({ failures }) => failures);
  new Counter({
    name: 'gatehouse_archive_lost_events_total',
    help: 'Events that were deleted although they could not be archived.',
    labelNames: ['reason'],
    registers,
    collect() {
      const { countLost } = read();
      this.reset();
      for (const reason of LOSS_REASONS) this.inc({ reason }, countLost[reason]);
    },
  });

  function counter(name: string, help: string, countIn: (counts: ArchiveCounts) => number): void {
    new Counter({
      name: `gatehouse_archive_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(countIn(read()));
      },
    });
  }
}
