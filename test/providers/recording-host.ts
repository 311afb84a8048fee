/** A session's host that records what it is given, in order, and fails on demand. */
import type { CatalogEvent } from '../../src/events/contract/catalog.ts';
import type { EventType } from '../../src/events/contract/event-names.ts';
import type { EventRateLimit } from '../../src/events/publish/rate-limit.ts';
import type { Account, Phase, SessionHost } from '../../src/providers/provider.ts';
import { unlimitedRate } from '../helpers/rate-limit.ts';

export type Recorded = EventType | Phase | 'paired' | 'unpaired' | 'codes wiped';

export interface RecordingHost extends SessionHost {
  /** No limit, until a test sets another. */
  pace: EventRateLimit;
  /** Events, phases and pairings by name, in the order they were on disk. */
  readonly recorded: readonly Recorded[];
  readonly events: readonly CatalogEvent[];
  readonly phases: readonly { readonly phase: Phase; readonly reason: string | null }[];
  /** The account as last remembered. */
  account(): Account | null;
  /** The next time any of these is written, it fails; once each. */
  failOn(...names: Recorded[]): void;
  /** From here on nothing written reaches the disk until the returned function is called. */
  hold(): () => void;
  /** True when something was written before the promise of what came before had settled. */
  wasOverlapped(): boolean;
}

export function recordingHost(
  instanceId = '01900000-0000-7000-8000-00000000b001',
  wantsFiles = true,
): RecordingHost {
  const recorded: Recorded[] = [];
  const events: CatalogEvent[] = [];
  const phases: { phase: Phase; reason: string | null }[] = [];
  const failing = new Set<Recorded>();
  let account: Account | null = null;
  let disk: Promise<void> = Promise.resolve();
  let writing = 0;
  let isOverlapped = false;

  /** One write: all of it or nothing. */
  const write = async (names: readonly Recorded[], store: () => void) => {
    if (++writing > 1) isOverlapped = true;
    try {
      await disk;
      const broken = names.find((name) => failing.delete(name));
      if (broken !== undefined) throw new Error(`the disk refused ${broken}`);
      recorded.push(...names);
      store();
    } finally {
      writing--;
    }
  };
  const emitAll = (several: readonly CatalogEvent[]) =>
    write(
      several.map(({ type }) => type),
      () => events.push(...several),
    );

  return {
    instanceId,
    instanceName: 'shop',
    pace: unlimitedRate({ id: instanceId, name: 'shop' }),
    emit: (event) => emitAll([event]),
    emitAll,
    enter: async (phase, reason) => {
      const last = phases.at(-1);
      if (last?.phase === phase && last.reason === reason) return;
      await write([phase], () => phases.push({ phase, reason }));
    },
    paired: (next) =>
      write([next ? 'paired' : 'unpaired'], () => {
        account = next;
      }),
    wantsFiles: () => wantsFiles,
    wipeCodes: () => write(['codes wiped'], () => {}),
    recorded,
    events,
    phases,
    account: () => account,
    failOn: (...names) => {
      for (const name of names) failing.add(name);
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      disk = promise;
      return resolve;
    },
    wasOverlapped: () => isOverlapped,
  };
}
