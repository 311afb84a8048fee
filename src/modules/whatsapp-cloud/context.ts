/** Declares the objects that the parts of a session on the official API share; each names those that it uses. */

import type { Database } from '../../core/db/client.ts';
import type { CallApi } from '../../core/outbound/call-api.ts';
import type { KnownNumber, NumberFacts } from '../../core/providers/credentials.ts';
import type { ProviderDeps, SessionHost } from '../../core/providers/provider.ts';
import type { SessionTasks } from '../../core/providers/session-tasks.ts';
import type { Slots } from '../../core/shared/async/semaphore.ts';
import type { Graph } from './graph.ts';
import type { GraphFailure } from './graph-failure.ts';
import type { CloudNumbers } from './numbers.ts';
import type { TemplateLists } from './template-lists.ts';
import type { Self } from './translate/message.ts';

/** The parts that reach Meta, and the numbers that instances have there. */
export interface CloudServices {
  readonly numbers: CloudNumbers;
  /** How Meta is reached. */
  readonly call: CallApi;
  readonly baseUrl: string;
  readonly version: string;
  /** Returns a number in [0, 1) that spreads pauses and checks of many instances. */
  readonly random: () => number;
}

export interface CloudSessionDeps
  extends CloudServices,
    Pick<
      ProviderDeps,
      'clock' | 'log' | 'mediaLimitBytes' | 'mediaSinks' | 'ignoreGroups' | 'ignoreStatus'
    > {
  readonly db: Database;
  readonly templateLists: TemplateLists;
  /** HISTORY_EVENTS. */
  readonly historyEvents: boolean;
  /** Limits the files in memory of all sessions. */
  readonly fileSlots: Slots;
}

export interface CloudContext extends CloudSessionDeps {
  /** Ignores a session that has ended. */
  readonly host: SessionHost;
  /** The host itself: statuses are written even if the session ends before. */
  readonly outerHost: SessionHost;
  readonly tasks: SessionTasks;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
  readonly graph: Graph;
  /** Returns the current number. Throws `conflict` when the instance is gone. */
  readonly number: () => KnownNumber;
  /** Stores what Meta says of the number. */
  readonly noted: (facts: NumberFacts) => Promise<void>;
  /** Returns the account's address and name, of the current number. */
  readonly self: () => Self;
  readonly isIgnored: (chat: string) => boolean;
  /** Called with each call that Meta refused, since its code may concern the number or the account as a whole. */
  readonly failed: (failure: GraphFailure) => void;
}

/** The objects with which a part posts to Meta in the name of the number. */
export interface PostingContext extends Pick<CloudContext, 'clock'> {
  readonly graph: Pick<Graph, 'post'>;
  readonly number: () => Pick<KnownNumber, 'phoneNumberId'>;
}
