/** Builds a session of the sandbox from its parts. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type { LabelStore } from '../../core/messages/labels.ts';
import type { StatusChange } from '../../core/messages/status.ts';
import { RingingCalls } from '../../core/providers/calls.ts';
import type { IgnoredChats } from '../../core/providers/chats.ts';
import { Labelling } from '../../core/providers/labelling.ts';
import type { Account, SessionHost } from '../../core/providers/provider.ts';
import { SessionTasks } from '../../core/providers/session-tasks.ts';
import { createStatusQueue, type WriteQueue } from '../../core/providers/write-queue.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Log } from '../../core/shared/log.ts';
import { Acks, receiptEvent } from './acks.ts';
import { ActionList } from './chat-actions.ts';
import { SandboxConnection } from './connection.ts';
import type { SentEntry } from './driver.ts';
import { SandboxGroups } from './groups.ts';
import type { Random } from './invented.ts';
import { SandboxNewsletters } from './newsletters.ts';
import type { RecentFiles } from './recent-files.ts';
import type { WriteReview } from './templates.ts';

export interface SessionDeps extends IgnoredChats {
  readonly files: RecentFiles;
  readonly clock: Clock;
  /** Logs what failed while no caller was waiting for it. */
  readonly log: Log;
  /** Returns what was sent through an instance, oldest first. */
  readonly sent: (instanceId: string) => Promise<readonly SentEntry[]>;
  readonly labels: (instanceId: string) => LabelStore;
  readonly reviewed: WriteReview;
  readonly random: Random;
  /** How many QR codes are shown before an attempt to pair ends; at least 1. */
  readonly qrMaxCount: number;
  /** The largest media in events; events with larger media carry only a `mediaError`. */
  readonly mediaLimitBytes: number;
}

export interface SessionParts {
  readonly deps: SessionDeps;
  readonly host: SessionHost;
  readonly tasks: SessionTasks;
  readonly connection: SandboxConnection;
  readonly statuses: WriteQueue<StatusChange>;
  readonly acks: Acks;
  readonly actions: ActionList;
  readonly groups: SandboxGroups;
  readonly newsletters: SandboxNewsletters;
  readonly ringing: RingingCalls;
  readonly labelling: Labelling;
}

export function createSessionParts(
  deps: SessionDeps,
  host: SessionHost,
  account: Account | null,
): SessionParts {
  const tasks = new SessionTasks(deps.clock, deps.log, host.instanceName);
  const actions = new ActionList(deps.clock.now);
  const opened = () => {
    if (host.settings().alwaysOnline) actions.add({ action: 'available' });
  };
  const labels = deps.labels(host.instanceId);
  const connection = new SandboxConnection({ ...deps, opened, labels }, host, tasks, account);
  const statuses = createStatusQueue({ ...deps, host, ended: tasks.signal });
  const labelling = new Labelling(labels, (event, change) =>
    connection.publish([event], [], change && [change]),
  );
  const publish = (event: CatalogEvent) => tasks.begin(() => connection.publish([event]));
  const invented = { publish, now: deps.clock.now, random: deps.random };
  const groups = new SandboxGroups({ ...invented, actions });
  const newsletters = new SandboxNewsletters(invented);
  const ringing = new RingingCalls();
  const known = { actions, groups, newsletters, ringing, labelling };
  const shared = { deps, host, tasks, connection, statuses, ...known };
  return { ...shared, acks: acksOf(shared) };
}

/** Answers wait in the session's turn. A connection that is lost before then brings no answers. */
const acksOf = ({ deps, host, tasks, connection, statuses }: Omit<SessionParts, 'acks'>): Acks => {
  const { clock } = deps;
  const progress = (change: StatusChange) => statuses.add(change);
  return new Acks({
    clock,
    progress: (change) => void progress(change),
    runLater: (ms, work) =>
      void tasks.beginAfter(ms, async () => {
        if (connection.openAccount() !== null) await work();
      }),
    async delivered(chat, id) {
      const { jid } = connection.requireOpen();
      const receipt = { state: 'Delivered', chat, messageIds: [id] } as const;
      await connection.publish([receiptEvent(receipt, jid, clock.now())]);
      await progress({ id, status: 'Delivered', code: null, reason: null, at: clock.now() });
    },
    wasSent: async (id) => (await host.findMessage(id))?.isFromMe ?? false,
    limit: () => host.newChats.limit(),
  });
};
