/** Builds a session of the sandbox from its parts. */

import { and, eq } from 'drizzle-orm';
import type { Orm } from '../../core/db/client.ts';
import { templates } from '../../core/db/schema/gateway.ts';
import type { CatalogEvent, Payloads } from '../../core/events/contract/catalog.ts';
import type { LabelStore } from '../../core/messages/labels.ts';
import { RingingCalls } from '../../core/providers/account-actions.ts';
import { Labelling } from '../../core/providers/labelling.ts';
import type { Account, ProviderDeps, SessionHost } from '../../core/providers/provider.ts';
import { SessionTasks } from '../../core/providers/session-tasks.ts';
import { createStatusQueue } from '../../core/providers/write-queue.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { Acks } from './acks.ts';
import { ActionList } from './chat-actions.ts';
import { SandboxConnection } from './connection.ts';
import type { SentEntry } from './driver.ts';
import { SandboxGroups } from './groups.ts';
import type { Random } from './invented-values.ts';
import { SandboxNewsletters } from './newsletters.ts';
import type { RecentFiles } from './sent-messages.ts';

export interface SessionDeps
  extends Pick<
    ProviderDeps,
    'clock' | 'log' | 'qrMaxCount' | 'mediaLimitBytes' | 'ignoreGroups' | 'ignoreStatus'
  > {
  readonly files: RecentFiles;
  /** Returns what was sent through an instance, oldest first. */
  readonly sent: (instanceId: string) => Promise<readonly SentEntry[]>;
  readonly labels: (instanceId: string) => LabelStore;
  readonly reviewed: ReturnType<typeof reviewWriter>;
  readonly random: Random;
}

export type SessionParts = ReturnType<typeof createSessionParts>;

export function createSessionParts(deps: SessionDeps, host: SessionHost, account: Account | null) {
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
  return { ...shared, acks: new Acks({ ...shared, clock: deps.clock }) };
}

/** Returns what writes a review; one of a template that the instance does not have changes nothing. */
export const reviewWriter =
  (orm: Orm, clock: Pick<Clock, 'now'>) =>
  async (
    instanceId: string,
    { Name, Language, Status, Quality, Reason }: Payloads['TemplateUpdate'],
  ): Promise<void> => {
    await orm
      .update(templates)
      .set({
        ...(Status !== null && { status: Status }),
        ...(Status === 'REJECTED' && { rejectedReason: Reason }),
        ...(Quality !== null && { quality: Quality }),
        updatedAt: clock.now(),
      })
      .where(
        and(
          eq(templates.instanceId, instanceId),
          eq(templates.name, Name),
          eq(templates.language, Language),
        ),
      );
  };
