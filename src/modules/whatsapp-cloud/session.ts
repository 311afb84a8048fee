/**
 * Makes the provider for WhatsApp's official API, whose instances are numbers at Meta, and builds the session of each from
 * its parts.
 */

import type { OwnDatabase } from '../../core/events/publish/ownership.ts';
import type { SessionAtMeta } from '../../core/providers/at-meta.ts';
import { createIsIgnored } from '../../core/providers/chats.ts';
import type { NumberFacts } from '../../core/providers/credentials.ts';
import { createFilePlaces } from '../../core/providers/message-files.ts';
import type { Account, Provider, SessionHost } from '../../core/providers/provider.ts';
import {
  failingOnceAbandoned,
  SessionTasks,
  whileSessionRuns,
} from '../../core/providers/session-tasks.ts';
import { yieldToEventLoop } from '../../core/shared/clock.ts';
import { NotConnected } from '../../core/shared/errors.ts';
import { readMarks, UNAVAILABLE, UNAVAILABLE_IN_CHATS } from './chats.ts';
import { CloudConnection } from './connection.ts';
import type { CloudContext, CloudSessionDeps } from './context.ts';
import { CloudFiles } from './files.ts';
import { createGraph, type GraphOptions } from './graph.ts';
import { refusalOf, reportRefusal } from './graph-refusal.ts';
import { InboundWebhooks } from './inbound-webhooks.ts';
import { digitsOf } from './number-state.ts';
import { People } from './people.ts';
import { Recipients } from './recipients.ts';
import { CloudSending, SEND_MS } from './sending.ts';
import { isOfTemplates, templateChangeIn } from './template-fields.ts';
import { TemplateLists } from './template-lists.ts';
import { CloudTemplates } from './templates.ts';
import { phoneJid } from './translate/people.ts';
import { accountChangeIn, type Change, numberIn } from './webhook-changes.ts';
import { CHANGES_AT_ONCE, type ChangeReceiver } from './webhooks.ts';

/** It takes changes of webhooks in every phase. */
export interface CloudSession extends SessionAtMeta, ChangeReceiver {}

interface CloudProvider extends Pick<Provider, 'open'> {
  open(host: SessionHost, account: Account | null): CloudSession;
}

interface CloudOptions extends Omit<CloudSessionDeps, 'fileSlots' | 'templateLists'> {
  /** For all that a session writes besides events; by default the same database. */
  readonly own?: OwnDatabase;
}

export function createCloudProvider({ own, ...options }: CloudOptions): CloudProvider {
  const filePlaces = createFilePlaces(options.mediaLimitBytes);
  const deps = { ...options, templateLists: new TemplateLists(options.clock) };
  return {
    open(host, account) {
      const db = own?.(host.instanceId) ?? deps.db;
      const fileSlots = filePlaces.of(host.instanceId);
      return openSession({ ...deps, db, fileSlots }, host, account);
    },
  };
}

type CloudParts = ReturnType<typeof createContext>;

/** A check delays the other calls of the session, and ends before the callers of connect give up, after 10 s. */
const LOOK_MS = 8_000;

export function openSession(
  deps: CloudSessionDeps,
  outerHost: SessionHost,
  account: Account | null,
): CloudSession {
  const context = createContext(deps, outerHost, account);
  const { connection, tasks, files } = context;
  const inbound = new InboundWebhooks(context);
  const sending = new CloudSending(context);
  const templates = new CloudTemplates(context);
  const chats = { ...UNAVAILABLE_IN_CHATS, ...readMarks(context) };
  const session: CloudSession = {
    templates,
    askNumber: (request) => askNumber(context, request),
    connect: () => {
      inbound.begin();
      return tasks.run(() => connection.connect());
    },
    offer: () => null,
    restart: () => tasks.run(() => connection.restart()),
    logout: () => tasks.run(() => connection.logout()),
    async stop() {
      await tasks.stop();
      await Promise.all([inbound.stop(), sending.ended()]);
    },
    abandon: () => tasks.abandon(),
    sendMs: SEND_MS,
    // This is not in the session's turn, in which the number is checked: each chat has an order of its own.
    send: (message, room) => sending.say(message, room),
    sendMedia: (media, room) => sending.media(media, room),
    handOver: (file) => sending.handOver(file),
    async fileOf(message) {
      connection.requireOpen();
      return files.of(message);
    },
    chats() {
      connection.requireOpen();
      return chats;
    },
    ...UNAVAILABLE,
    received: (changes) => receive(context, { inbound, templates }, changes),
  };
  return failingOnceAbandoned(session, tasks.abandoned);
}

async function receive(
  context: CloudParts,
  { inbound, templates }: { readonly inbound: InboundWebhooks; readonly templates: CloudTemplates },
  changes: readonly Change[],
): Promise<void> {
  const own = changes.filter((change) => !isOfAnotherNumber(context, change));
  await inbound.receive(own.filter(({ field }) => !isOfTemplates(field)));
  for (const [at, change] of own.entries()) {
    if (at % CHANGES_AT_ONCE === CHANGES_AT_ONCE - 1) await yieldToEventLoop();
    const template = templateChangeIn(change.field, change.value);
    if (template === null) await accountChanged(context, change);
    else await templates.changed(template);
  }
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

/** Asks a path below the number; rejects with what Meta has refused, or with `upstream` if no answer came. */
async function askNumber(
  { graph, number, failed }: CloudContext,
  { method, path, query, body }: Parameters<SessionAtMeta['askNumber']>[0],
): ReturnType<SessionAtMeta['askNumber']> {
  const whole = `/${number().phoneNumberId}/${path}`;
  try {
    if (method === 'GET') return await graph.get(whole, query);
    return await (method === 'POST' ? graph.post(whole, body) : graph.remove(whole, {}, body));
  } catch (error) {
    const call = method === 'GET' ? 'read' : 'change';
    throw reportRefusal(error, failed, (failure) => refusalOf(failure, call));
  }
}

function createContext(deps: CloudSessionDeps, outerHost: SessionHost, account: Account | null) {
  const { numbers } = deps;
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
  const self = () => {
    const { facts } = number();
    return { jid: phoneJid(digitsOf(facts)), name: facts.verifiedName };
  };
  const known = { number, noted, self, isIgnored: createIsIgnored(deps, host) };
  const shared = { ...deps, host, outerHost, tasks, ended, ...known };
  const looking = createGraph({ ...graphOptions, allTriesMs: LOOK_MS });
  const connection = new CloudConnection({ ...shared, graph: looking }, account);
  const failed: CloudContext['failed'] = (failure) => connection.failed(failure);
  const context: CloudContext = { ...shared, graph: createGraph(graphOptions), failed };
  const people = new People(deps.db, host);
  const recipients = new Recipients(host, people);
  return { ...context, files: new CloudFiles(context), people, recipients, connection };
}
