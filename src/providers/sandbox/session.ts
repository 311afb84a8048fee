/**
 * One sandbox session: the connection, and what arrives and leaves while it is open.
 * Owns: the order of all that, one thing after another, and which messages are ignored. Must never: wait for the
 * disk between two things that arrive or leave; the event log keeps their order.
 */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { type IgnoredChats, isIgnored } from '../ignored.ts';
import type { Random } from '../pairing.ts';
import type { Account, SessionHost } from '../provider.ts';
import { SessionTasks } from '../session-tasks.ts';
import { SandboxConnection } from './connection.ts';
import type { SandboxSession } from './driver.ts';
import { newNumber } from './invented.ts';
import { personJid } from './jids.ts';
import { runLoad } from './load.ts';
import { callEvent, groupEvent, type Notice, newsletterEvent, receiptEvent } from './notices.ts';
import { messageEvent } from './received-messages.ts';
import { sendMedia, sendText } from './sending.ts';
import type { SentLog } from './sent-log.ts';

export interface SessionDeps extends IgnoredChats {
  readonly clock: Clock;
  readonly log: Log;
  readonly sentLog: SentLog;
  readonly random: Random;
  /** QR codes shown before an attempt ends. */
  readonly qrMaxCount: number;
  readonly mediaLimitBytes: number;
}

const PUSH_NAME = 'Sandbox';

export function openSession(
  deps: SessionDeps,
  host: SessionHost,
  account: Account | null,
): SandboxSession {
  const { clock, random, sentLog, mediaLimitBytes } = deps;
  const life = new SessionTasks(clock, deps.log, host.instanceName);
  const connection = new SandboxConnection(deps, host, life, account);
  const arrival = () => ({ nowMs: clock.now(), random, mediaLimitBytes });
  const sending = { clock, random, sentLog, host, life, connection };
  /** What is told to an open connection, on disk when this resolves. */
  const notify = (toEvent: (notice: Notice) => CatalogEvent) =>
    life.begin(async () => {
      const notice = { nowMs: clock.now(), random, account: connection.requireOpen() };
      const event = toEvent(notice);
      host.pace.take(1);
      await connection.publish([event]);
    });
  /** What the phone or the network does to the connection; the events that follow count as one. */
  const act = (work: () => Promise<void>) =>
    life.run(async () => {
      host.pace.take(1);
      await work();
    });

  return {
    connect: ({ phone }) => life.run(() => connection.connect(phone)),
    offer: () => connection.offer(),
    restart: () => life.run(() => connection.restart()),
    logout: () => life.run(() => connection.logout()),
    stop: () => life.stop(),
    keepsTextsInOrder: true,
    sendText: (message) => life.begin(() => sendText(sending, message)),
    sendMedia: (message) => life.begin(() => sendMedia(sending, message)),
    scan: ({ number = newNumber(random), pushName = PUSH_NAME }) =>
      act(() => connection.scan({ jid: personJid('number', number), pushName })),
    pair: (code) => act(() => connection.pair(code, PUSH_NAME)),
    drop: () => act(() => connection.drop()),
    remove: () => act(() => connection.remove()),
    message: (message) =>
      life.begin(async () => {
        connection.requireOpen();
        const event = messageEvent(message, arrival());
        const { Chat, ID } = event.data.Info;
        if (isIgnored(deps, Chat)) return { messageId: ID };
        host.pace.take(1);
        await connection.publish([event]);
        return { messageId: ID };
      }),
    receipt: (receipt) => notify((notice) => receiptEvent(receipt, notice)),
    call: (call) => notify((notice) => callEvent(call, notice)),
    group: (group) => notify((notice) => groupEvent(group, notice)),
    newsletter: (newsletter) => notify((notice) => newsletterEvent(newsletter, notice)),
    load: (request) => runLoad({ clock, life, connection, arrival, pace: host.pace }, request),
    sent: () => sentLog.list(host.instanceId),
  };
}
