/** Builds one instance of WhatsApp's official API from its parts. */
import type { Database } from '../../db/client.ts';
import type { MediaSinks } from '../../events/publish/media-links.ts';
import type { CallApi } from '../../outbound/call-api.ts';
import type { Slots } from '../../shared/async/semaphore.ts';
import { type Clock, yieldToEventLoop } from '../../shared/clock.ts';
import { NotConnected } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { failingOnceAbandoned } from '../abandoning.ts';
import { type IgnoredChats, isIgnored } from '../chats.ts';
import type { Fields } from '../foreign-values.ts';
import type { Account, Session, SessionHost } from '../provider.ts';
import { SessionTasks, whileSessionRuns } from '../session-tasks.ts';
import type { Templates } from '../templates.ts';
import { accountChangeIn, numberIn } from './account-changes.ts';
import { CloudConnection } from './connection.ts';
import { CloudFiles } from './files.ts';
import { createGraph, type Graph, type GraphOptions } from './graph.ts';
import { Inbound } from './inbound.ts';
import { createMessaging, type Messaging } from './messaging.ts';
import { digitsOf, type NumberFacts } from './number-facts.ts';
import { type NumberRequest, numberPaths } from './number-paths.ts';
import type { CloudNumber, CloudNumbers } from './numbers.ts';
import { People } from './people.ts';
import { isOfTemplates, templateChangeIn } from './template-changes.ts';
import type { TemplateLists } from './template-lists.ts';
import { CloudTemplates } from './templates.ts';
import { phoneJid } from './translate/people.ts';
import { UNAVAILABLE } from './unavailable.ts';
import type { Change } from './webhook-changes.ts';
import { CHANGES_AT_ONCE, type ChangeReceiver } from './webhooks.ts';

/** It takes changes of webhooks in every phase. */
export interface CloudSession extends Session, ChangeReceiver, Pick<Messaging, 'handOver'> {
  /** The templates of the number's account; they can be read and changed whether or not the instance is open. */
  readonly templates: Templates;
  /** Asks a path below the number, whether or not the instance is open. */
  askNumber(request: NumberRequest): Promise<Fields>;
}

export interface CloudSessionDeps extends IgnoredChats {
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Database;
  readonly random: () => number;
  readonly numbers: CloudNumbers;
  readonly templateLists: TemplateLists;
  /** How Meta is reached. */
  readonly call: CallApi;
  readonly baseUrl: string;
  readonly version: string;
  /** The largest media in events; events with larger media carry only a `mediaError`. */
  readonly mediaLimitBytes: number;
  /** Where files of messages are stored as they come, or null when events carry them. */
  readonly mediaSinks: MediaSinks | null;
  /** HISTORY_EVENTS. */
  readonly historyEvents: boolean;
  /** Limits the files in memory of all sessions. */
  readonly fileSlots: Slots;
}

/** The objects that the parts of a session share. */
interface CloudContext extends CloudSessionDeps {
  /** Ignores a session that has ended. */
  readonly host: SessionHost;
  /** The host itself: statuses are written even if the session ends before. */
  readonly outerHost: SessionHost;
  readonly tasks: SessionTasks;
  readonly graph: Graph;
  readonly files: CloudFiles;
  readonly people: People;
  readonly connection: CloudConnection;
  /** Returns the current number. Throws `conflict` when the instance is gone. */
  readonly number: () => CloudNumber;
  /** Stores what Meta says of the number. */
  readonly noted: (facts: NumberFacts) => Promise<void>;
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
  const failed: CloudConnection['failed'] = (failure) => connection.failed(failure);
  const templates = new CloudTemplates({ ...context, lists: deps.templateLists, failed });
  const session: CloudSession = {
    templates,
    askNumber: numberPaths({ ...context, failed }),
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
async function accountChanged(context: CloudContext, { field, value }: Change): Promise<void> {
  const { connection, tasks, number, noted } = context;
  const change = accountChangeIn(field, value);
  if (change === null) return;
  const { ban, messagingLimit } = change;
  if (messagingLimit !== null) await noted({ ...number().facts, messagingLimit });
  if (ban === null) connection.lookSoon();
  else await tasks.run(() => connection.disabled(ban));
}

function createInbound(context: CloudContext): Inbound {
  const { db, host, tasks, files, number } = context;
  return new Inbound({
    ...context,
    db,
    ended: tasks.signal,
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
): CloudContext {
  const { clock, random, numbers } = deps;
  const tasks = new SessionTasks(clock, deps.log, outerHost.instanceName);
  const host = whileSessionRuns(outerHost, tasks);
  const { instanceId } = host;
  const number = () => {
    const present = numbers.byInstance(instanceId);
    if (present === null) throw new NotConnected();
    return present;
  };
  const graphOptions: GraphOptions = {
    ...deps,
    token: () => number().accessToken,
    proxy: () => host.proxy(),
    signal: tasks.signal,
  };
  const noted = async (facts: NumberFacts) => {
    const present = number().facts;
    const next = { ...facts, messagingLimit: facts.messagingLimit ?? present.messagingLimit };
    if (!Bun.deepEquals(next, present)) await numbers.change(instanceId, { facts: next });
  };
  const graph = createGraph(graphOptions);
  const looking = createGraph({ ...graphOptions, allTriesMs: LOOK_MS });
  const connection = new CloudConnection(
    { clock, random, host, tasks, graph: looking, number, noted },
    account,
  );
  const files = new CloudFiles({
    instanceId,
    mediaSinks: deps.mediaSinks,
    graph,
    number,
    clock,
    limitBytes: deps.mediaLimitBytes,
    failed: (failure) => connection.failed(failure),
  });
  const people = new People(deps.db, host);
  return { ...deps, host, outerHost, tasks, graph, files, people, connection, number, noted };
}
