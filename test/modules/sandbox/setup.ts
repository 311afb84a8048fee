/** A sandbox session on a clock that the test moves, with a host and a sent log that it reads. */

import { randomBytes } from 'node:crypto';
import {
  type CatalogEvent,
  DECLARED,
  type EventType,
  type Payloads,
} from '../../../src/core/events/contract/catalog.ts';
import type { Account } from '../../../src/core/providers/provider.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import type { SandboxSession } from '../../../src/modules/sandbox/driver.ts';
import { openSession } from '../../../src/modules/sandbox/provider.ts';
import { RecentFiles, sentEntryOf } from '../../../src/modules/sandbox/sent-messages.ts';
import { type RecordingHost, recordingHost } from '../../core/providers/recording-host.ts';
import { memoryLabels } from '../../doubles/label-store.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { notFound } from '../../helpers/failures.ts';

export const ACCOUNT: Account = { jid: '5511999990000@s.whatsapp.net', pushName: 'Shop' };

export interface Bench {
  readonly session: SandboxSession;
  readonly host: RecordingHost;
  readonly clock: ManualClock;
  /** Log lines, parsed. */
  readonly lines: Record<string, unknown>[];
}

type SessionDeps = Parameters<typeof openSession>[0];

export interface BenchOptions extends Partial<SessionDeps> {
  readonly account?: Account;
  readonly clock?: ManualClock;
}

export function bench({ account, ...options }: BenchOptions = {}): Bench {
  const clock = options.clock ?? manualClock();
  const host = recordingHost();
  const lines: Record<string, unknown>[] = [];
  const deps: SessionDeps = {
    log: createLog('debug', clock.now, (line) => lines.push(JSON.parse(line))),
    sent: async () => host.messages.flatMap(({ content }) => sentEntryOf(content) ?? []),
    labels: memoryLabels,
    reviewed: async () => {
      throw notFound('template');
    },
    files: new RecentFiles(),
    random: randomBytes,
    qrMaxCount: 3,
    mediaLimitBytes: 1024 * 1024,
    ignoreGroups: false,
    ignoreStatus: false,
    ...options,
    clock,
  };
  return { session: openSession(deps, host, account ?? null), host, clock, lines };
}

/** An event as its sample has it, but for the fields of `data` that are given. */
export function sampleEvent<T extends EventType>(
  type: T,
  data: Partial<Payloads[T]> = {},
  state?: string,
): CatalogEvent {
  const sample = DECLARED[type].sample('2026-01-05T10:00:00Z') as object;
  // The cast: a payload of the type, in part its sample.
  const event: object = { type, ...(state && { state }), data: { ...sample, ...data } };
  return event as CatalogEvent;
}

/** A bench whose session is open with ACCOUNT; what was recorded until then is removed. */
export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const open = bench({ account: ACCOUNT, ...options });
  await open.session.connect({});
  forget(open.host);
  return open;
}

/** Starts the host's record anew. */
export function forget(host: RecordingHost): void {
  for (const list of [host.recorded, host.events, host.messages, host.statuses] as unknown[][])
    list.length = 0;
}

/** The words of a refusal, or null when the call went through. */
export const refusal = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error) => `${error.reason ?? error.name}: ${error.message}`,
  );
