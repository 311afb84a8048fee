/**
 * The sandbox: a provider that a person or a program drives in place of a phone.
 * Owns: its options and their defaults. Must never: open a connection to anywhere.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { IgnoredChats } from '../ignored.ts';
import type { Random } from '../pairing.ts';
import type { Account, Provider, SessionHost } from '../provider.ts';
import type { SandboxSession } from './driver.ts';
import { createSentLog } from './sent-log.ts';
import { openSession } from './session.ts';

export interface SandboxOptions extends IgnoredChats {
  readonly clock: Clock;
  /** Hears what failed when nobody was waiting for it. */
  readonly log: Log;
  readonly db: Pick<Database, 'orm' | 'batch'>;
  readonly random?: Random;
  /** QR codes shown before an attempt to pair ends; from 1. */
  readonly qrMaxCount: number;
  /** Larger media arrive as their `mediaError`; absent: every size passes here. */
  readonly mediaLimitBytes?: number;
}

export interface SandboxProvider extends Provider {
  readonly name: 'sandbox';
  open(host: SessionHost, account: Account | null): SandboxSession;
}

export function createSandboxProvider(options: SandboxOptions): SandboxProvider {
  const { db, random = randomBytes, mediaLimitBytes = Number.POSITIVE_INFINITY } = options;
  const deps = { ...options, random, mediaLimitBytes, sentLog: createSentLog(db) };
  return {
    name: 'sandbox',
    loginPauseMs: 0,
    open: (host, account) => openSession(deps, host, account),
  };
}
