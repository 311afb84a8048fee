/** Builds one instance of WhatsApp's official API from its parts. */

import { failingOnceAbandoned } from '../../core/providers/abandoning.ts';
import type { SessionAtMeta } from '../../core/providers/at-meta.ts';
import { isIgnored } from '../../core/providers/chats.ts';
import type { NumberFacts } from '../../core/providers/credentials.ts';
import type { Account, SessionHost } from '../../core/providers/provider.ts';
import { SessionTasks, whileSessionRuns } from '../../core/providers/session-tasks.ts';
import { yieldToEventLoop } from '../../core/shared/clock.ts';
import { NotConnected } from '../../core/shared/errors.ts';
import { accountChangeIn, numberIn } from './account-changes.ts';
import { CloudConnection } from './connection.ts';
import type { CloudContext, CloudSessionDeps } from './context.ts';
import { CloudFiles } from './files.ts';
import { createGraph, type GraphOptions } from './graph.ts';
import { InboundWebhooks } from './inbound.ts';
import { createMessaging } from './messaging.ts';
import { digitsOf } from './number-facts.ts';
import { numberPaths } from './number-paths.ts';
import { People } from './people.ts';
import { isOfTemplates, templateChangeIn } from './template-changes.ts';
import { CloudTemplates } from './templates.ts';
import { phoneJid } from './translate/people.ts';
import { UNAVAILABLE } from './unavailable.ts';
import type { Change } from './webhook-changes.ts';
import { CHANGES_AT_ONCE, type ChangeReceiver } from './webhooks.ts';

/** It takes changes of webhooks in every phase. */
export interface CloudSession extends SessionAtMeta, ChangeReceiver {}

interface CloudParts extends CloudContext {
  readonly files: CloudFiles;
  readonly people: People;
  readonly connection: CloudConnection;
}

/** A check delays the other calls of the session, and ends before the callers of connect give up, after 10 s. */
const LOOK_MS = 8_000;

export function openSession(
  deps: CloudSessionDeps,
  outerHost: SessionHost,
  account: Account | null,
): CloudSession {
  const context = createContext(deps, outerHost, account);
  const { connection, tasks } = context;
  const inbound = createInbound(context);
  const { ended, ...messaging } = createMessaging(context);
  const templates = new CloudTemplates({ ...context, lists: deps.templateLists });
  const session: CloudSession = {
    templates,
    askNumber: numberPaths(context),
    connect: () => {
      inbound.begin();
      return tasks.run(() => connection.connect());
    },
    offer: () => null,
    restart: () => tasks.run(() => connection.restart()),
    logout: () => tasks.run(() => connection.logout()),
    async stop() {
      await tasks.stop();
      await Promise.all([inbound.stop(), ended()]);
    },
    abandon: () => tasks.abandon(),
    ...messaging,
    ...UNAVAILABLE,
    async received(changes) {
      const own = changes.filter((change) => !isOfAnotherNumber(context, change));
      await inbound.receive(own.filter(({ field }) => !isOfTemplates(field)));
      for (const [at, change] of own.entries()) {
        if (at % CHANGES_AT_ONCE === CHANGES_AT_ONCE - 1) await yieldToEventLoop();
        const template = templateChangeIn(change.field, change.value);
        if (template === null) await accountChanged(context, change);
        else await templates.changed(template);
      }
    },
  };
  return failingOnceAbandoned(session, tasks.abandoned);
}

/** Tells whether a change is about another number: changes of an account come to each of its numbers. */
function isOfAnotherNumber({ number }: CloudContext, change: Change): boolean {
  const named = change.phoneNumberId === null ? numberIn(change) : null;
  return named !== null && named !== digitsOf(number().facts);
}

/** Changes the state of the instance by what a webhook says of the account or the number. */
async function accountChanged(context: CloudParts, { field, value }: Change): Promise<void> {
  const { connection, tasks, number, noted } = context;
  const change = accountChangeIn(field, value);
  if (change === null) return;
  const { ban, messagingLimit } = change;
  if (messagingLimit !== null) await noted({ ...number().facts, messagingLimit });
  if (ban === null) connection.lookSoon();
  else await tasks.run(() => connection.disabled(ban));
}

function createInbound(context: CloudParts): InboundWebhooks {
  const { host, files, number } = context;
  return new InboundWebhooks({
    ...context,
    self() {
      const { facts } = number();
      return { jid: phoneJid(digitsOf(facts)), name: facts.verifiedName };
    },
    isIgnored: (chat) => isIgnored(context, host.settings(), chat),
    fetchMedia: (file, messageId) => files.fetch(file, messageId),
    sizeOf: (file) => files.sizeOf(file),
  });
}

function createContext(
  deps: CloudSessionDeps,
  outerHost: SessionHost,
  account: Account | null,
): CloudParts {
  const { numbers, mediaLimitBytes: limitBytes } = deps;
  const tasks = new SessionTasks(deps.clock, deps.log, outerHost.instanceName);
  const host = whileSessionRuns(outerHost, tasks);
  const { instanceId } = host;
  const number = () => {
    const present = numbers.byInstance(instanceId);
    if (present === null) throw new NotConnected();
    return present;
  };
  const ended = tasks.signal;
  const graphOptions: GraphOptions = {
    ...deps,
    token: () => number().accessToken,
    proxy: () => host.proxy(),
    signal: ended,
  };
  const noted = async (facts: NumberFacts) => {
    const present = number().facts;
    const next = { ...facts, messagingLimit: facts.messagingLimit ?? present.messagingLimit };
    if (!Bun.deepEquals(next, present)) await numbers.change(instanceId, { facts: next });
  };
  const shared = { ...deps, host, outerHost, tasks, ended, number, noted };
  const looking = createGraph({ ...graphOptions, allTriesMs: LOOK_MS });
  const connection = new CloudConnection({ ...shared, graph: looking }, account);
  const failed: CloudContext['failed'] = (failure) => connection.failed(failure);
  const context: CloudContext = { ...shared, graph: createGraph(graphOptions), failed };
  const files = new CloudFiles({ ...context, instanceId, limitBytes });
  return { ...context, files, people: new People(deps.db, host), connection };
}
