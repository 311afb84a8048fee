/** The sandbox: a provider that a person or a program drives in place of a phone. It opens no connection to anywhere. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import { createLabelStore, type LabelStore } from '../../messages/labels.ts';
import { ignoredRecord } from '../../messages/rows.ts';
import type { StatusChange } from '../../messages/status.ts';
import type { Clock } from '../../shared/clock.ts';
import { invalid } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { RingingCalls } from '../calls.ts';
import { type IgnoredChats, isGroup, isIgnored, STATUS_JID } from '../chats.ts';
import { Labelling } from '../labelling.ts';
import type { ContentContext } from '../message-content.ts';
import type { OutgoingContext, SentMessage } from '../outgoing.ts';
import type { Account, Provider, SessionHost } from '../provider.ts';
import { SessionTasks } from '../session-tasks.ts';
import { createStatusQueue } from '../status-queue.ts';
import type { WriteQueue } from '../write-queue.ts';
import { Acks } from './acks.ts';
import { arrivingEvent } from './arriving.ts';
import { ActionList, sandboxCalls, sandboxChats } from './chat-actions.ts';
import { SandboxConnection } from './connection.ts';
import type { ArrivingMessage, SandboxSession, SentEntry } from './driver.ts';
import { SandboxGroups } from './groups.ts';
import { newMessageId, newNumber, type Random } from './invented.ts';
import { chatJid, personJid, userOf } from './jids.ts';
import { labelArrived } from './labels.ts';
import { runLoad } from './load.ts';
import { SandboxNewsletters } from './newsletters.ts';
import { callEvent, groupEvent, type Notice, newsletterEvent, receiptEvent } from './notices.ts';
import { sandboxOwnProfile } from './own-profile.ts';
import { SandboxPast } from './past.ts';
import { SandboxPresence } from './presence.ts';
import type { Arrival } from './received-messages.ts';
import { RecentFiles } from './recent-files.ts';
import { listSent } from './sent-log.ts';
import {
  type Composed,
  composed,
  composedMedia,
  decode,
  prepared,
  recordOf,
} from './sent-messages.ts';

interface SessionDeps extends IgnoredChats {
  readonly files: RecentFiles;
  readonly clock: Clock;
  /** Called with what failed while no caller was waiting for it. */
  readonly log: Log;
  /** What was sent through an instance, oldest first. */
  readonly sent: (instanceId: string) => Promise<readonly SentEntry[]>;
  readonly labels: (instanceId: string) => LabelStore;
  readonly random: Random;
  /** QR codes shown before an attempt to pair ends; from 1. */
  readonly qrMaxCount: number;
  /** Larger media arrive as their `mediaError`. */
  readonly mediaLimitBytes: number;
}

type Defaulted = 'random' | 'mediaLimitBytes';
interface SandboxOptions
  extends Omit<SessionDeps, 'sent' | 'labels' | 'files' | Defaulted>,
    Partial<Pick<SessionDeps, Defaulted>> {
  readonly db: Pick<Database, 'orm'>;
}

interface SandboxProvider extends Provider {
  readonly name: 'sandbox';
  open(host: SessionHost, account: Account | null): SandboxSession;
}

export function createSandboxProvider(options: SandboxOptions): SandboxProvider {
  const { db, random = randomBytes, mediaLimitBytes = Number.POSITIVE_INFINITY } = options;
  const sent = (instanceId: string) => listSent(db.orm, instanceId);
  const labels = (instanceId: string) => createLabelStore(db.orm, instanceId);
  const deps = { ...options, random, mediaLimitBytes, sent, labels, files: new RecentFiles() };
  return {
    name: 'sandbox',
    loginPauseMs: 0,
    open: (host, account) => openSession(deps, host, account),
  };
}

interface OpenSession {
  readonly deps: SessionDeps;
  readonly host: SessionHost;
  readonly life: SessionTasks;
  readonly connection: SandboxConnection;
  readonly statuses: WriteQueue<StatusChange>;
  readonly acks: Acks;
  readonly groups: SandboxGroups;
  readonly newsletters: SandboxNewsletters;
  readonly ringing: RingingCalls;
  readonly presences: SandboxPresence;
  readonly past: SandboxPast;
  readonly labelling: Labelling;
}

const PUSH_NAME = 'Sandbox';

export function openSession(
  deps: SessionDeps,
  host: SessionHost,
  account: Account | null,
): SandboxSession {
  const life = new SessionTasks(deps.clock, deps.log, host.instanceName);
  const actions = new ActionList(deps.clock.now);
  const presences = new SandboxPresence();
  const opened = () => {
    if (!host.settings().alwaysOnline) return;
    presences.isAvailable = true;
    actions.add({ action: 'available' });
  };
  const labels = deps.labels(host.instanceId);
  const connection = new SandboxConnection({ ...deps, opened, labels }, host, life, account);
  const statuses = createStatusQueue({ ...deps, host, ended: life.signal });
  const labelling = new Labelling(labels, (event) => connection.publish([event]));
  const past = new SandboxPast({ ...deps, host, arrival: () => arrivalAt(deps) });
  const publish = (event: CatalogEvent) => life.begin(() => connection.publish([event]));
  const invented = { publish, now: deps.clock.now, random: deps.random };
  const groups = new SandboxGroups({ ...invented, actions });
  const newsletters = new SandboxNewsletters(invented);
  const ringing = new RingingCalls();
  const known = { groups, newsletters, ringing, presences, labelling, past };
  const base = { deps, host, life, connection, statuses, ...known };
  const session = { ...base, acks: acksOf(base) };
  const whileOpen =
    <T>(part: T) =>
    () => {
      connection.requireOpen();
      return part;
    };
  return {
    connect: ({ phone }) => life.run(() => connection.connect(phone)),
    offer: () => connection.offer(),
    restart: () => life.run(() => connection.restart()),
    logout: () => life.run(() => connection.logout()),
    stop: () => life.stop(),
    send: (message) =>
      life.begin(() =>
        send(session, message.number, (context) => composed(message, context), message),
      ),
    sendMedia: (media) =>
      life.begin(() =>
        send(session, media.number, (context) => composedMedia(media, context, deps.files), media),
      ),
    async fileOf(message) {
      connection.requireOpen();
      return deps.files.of(message);
    },
    groups: () => groups.of(connection.requireOpen()),
    newsletters: () => newsletters.of(connection.requireOpen()),
    sent: () => deps.sent(host.instanceId),
    chats: whileOpen(sandboxChats(actions, presences, labelling, past)),
    ownProfile: whileOpen(sandboxOwnProfile(actions, connection)),
    phoneCalls: whileOpen(sandboxCalls(actions, ringing)),
    actions: () => actions.all(),
    ...controlsOf(session),
  };
}

/** What a phone, the network and other people do, as the driver of the session decides it. */
function controlsOf(session: OpenSession) {
  const { deps, host, life, connection, groups, ringing } = session;
  const { clock, random } = deps;
  /** What an open connection publishes; on disk when this resolves. */
  const notify = (toEvent: (notice: Notice) => CatalogEvent) =>
    life.begin(async () => {
      const notice = { nowMs: clock.now(), random, account: connection.requireOpen() };
      const event = toEvent(notice);
      host.pace.take(1);
      // Before it is published: what the account does by itself follows at once.
      ringing.follow(event);
      await connection.publish([event]);
      groups.of(notice.account).follow(event);
      session.newsletters.of(notice.account).heard(event);
    });
  /** What the phone or the network does to the connection; the events that follow count as one. */
  const act = (work: () => Promise<void>) =>
    life.run(async () => {
      host.pace.take(1);
      await work();
    });

  return {
    scan: ({ number = newNumber(random), pushName = PUSH_NAME, passkey }) =>
      act(() => connection.scan({ jid: personJid('number', number), pushName }, { passkey })),
    pair: (code, passkey) => act(() => connection.pair(code, PUSH_NAME, { passkey })),
    // Not in a turn: the ceremony takes one for each of its steps.
    async usePasskey() {
      host.pace.take(1);
      await connection.usePasskey();
    },
    drop: () => act(() => connection.drop()),
    remove: () => act(() => connection.remove()),
    past: async (message) => session.past.add(message),
    message: (message) => life.begin(() => arrive(session, message)),
    async receipt(receipt) {
      await notify((notice) => receiptEvent(receipt, notice));
      if (receipt.state !== 'ReadSelf') session.acks.received(receipt.state, receipt.messageIds);
    },
    call: (call) => notify((notice) => callEvent(call, notice)),
    group: async (group) =>
      group.step === 'request'
        ? groups.of(connection.requireOpen()).asked(group)
        : notify((notice) => groupEvent(group, notice)),
    newsletter: (newsletter) => notify((notice) => newsletterEvent(newsletter, notice)),
    presence: (shown) => notify(({ nowMs }) => session.presences.eventOf(shown, nowMs)),
    label: (label) =>
      life.begin(async () => {
        connection.requireOpen();
        host.pace.take(1);
        await labelArrived(label, session.labelling);
      }),
    load: (request) => runLoad({ ...session, clock, arrival: () => arrivalAt(deps) }, request),
    ack: (order) => session.acks.order(order),
    limits: ({ newChatsLockedUntil: lockedUntil }) =>
      host.newChats.learned({ lockedUntil, checkedAt: clock.now() }),
  } satisfies Partial<SandboxSession>;
}

async function arrive(session: OpenSession, message: ArrivingMessage) {
  const { deps, host, connection } = session;
  const groups = session.groups.of(connection.requireOpen());
  const arrival = () => arrivalAt(deps);
  const self = () => connection.requireOpen().jid;
  const isAdmin = (group: string, person: string) => groups.isAdmin(group, person);
  const arriving = arrivingEvent(message, { host, arrival, self, isAdmin });
  const event = arriving instanceof Promise ? await arriving : arriving;
  const { Info, Message: content } = event.data;
  const stored = recordOf(event.data, message.kind, { content }, deps.clock.now());
  if (isIgnored(deps, host.settings(), Info.Chat))
    await connection.publish([], [ignoredRecord(stored)]);
  else {
    host.pace.take(1);
    deps.files.addOf(event);
    await connection.publish([event], [stored]);
  }
  return { messageId: Info.ID };
}

/** What arrives at this moment. */
const arrivalAt = ({ clock, random, mediaLimitBytes }: SessionDeps): Arrival => ({
  nowMs: clock.now(),
  random,
  mediaLimitBytes,
});

/** Begun in the session's turn, in which it takes its place. Throws `conflict` when not connected, `invalid` for a number that cannot be. */
async function send(
  session: OpenSession,
  number: string,
  compose: (context: ContentContext) => Composed,
  given: OutgoingContext,
): Promise<SentMessage> {
  const { deps, host, connection, acks } = session;
  const account = connection.requireOpen();
  const remoteJid = chatJid('number', number);
  if (remoteJid === STATUS_JID && given.audience === undefined)
    throw invalid(`nobody can be written to at ${number}`);
  const nowMs = deps.clock.now();
  // Not waited for where nothing is locked: the message would lose its place.
  const refusal = isGroup(remoteJid) ? undefined : host.newChats.require([remoteJid], nowMs);
  if (refusal) await refusal;
  const { id = newMessageId(deps.random) } = given;
  const timestamp = Math.floor(nowMs / 1000);
  const message = compose({ ...given, self: account.jid, chat: remoteJid, decode, nowMs });
  const entry = { id, number: userOf(remoteJid), remoteJid, ...message.listed, timestamp };
  const { event, record } = prepared(message, entry, account, nowMs);
  await connection.publish([event], [record]);
  acks.sent(remoteJid, id);
  const { Message, Info } = event.data;
  return { id, remoteJid, timestamp, message: Message, pushName: Info.PushName };
}

/** Waits in the session's turn; a connection that is lost by then brings no answer. */
const acksOf = ({ deps, host, life, connection, statuses }: Omit<OpenSession, 'acks'>): Acks => {
  const { clock, random } = deps;
  const progress = (change: StatusChange) => statuses.add(change);
  return new Acks({
    clock,
    progress: (change) => void progress(change),
    later: (ms, work) =>
      void life.beginAfter(ms, async () => {
        if (connection.openAccount() !== null) await work();
      }),
    async delivered(chat, id) {
      const notice = { nowMs: clock.now(), random, account: connection.requireOpen() };
      const receipt = { state: 'Delivered', chat, messageIds: [id] } as const;
      await connection.publish([receiptEvent(receipt, notice)]);
      await progress({ id, status: 'Delivered', code: null, reason: null, at: clock.now() });
    },
    wasSent: async (id) => (await host.stored(id))?.isFromMe ?? false,
    limit: () => host.newChats.limit(),
  });
};
