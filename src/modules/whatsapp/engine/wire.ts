/** Runs one connection to WhatsApp, from opening it to its end. */

import type { CatalogEvent } from '../../../core/events/contract/catalog.ts';
import type { ProxyRoute } from '../../../core/outbound/proxy/local-proxy.ts';
import type { WebVersion } from '../../../core/providers/all.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import { type CloseReason, endingOf } from '../close-reason.ts';
import type { SessionContext } from '../context.ts';
import type { IdentityChanges } from '../identity-changes.ts';
import { KEYS_TRIES } from '../key-store.ts';
import type { MessageReceiver } from '../message-receiver.ts';
import { isForPairing, PAIRING_EVENTS } from '../pairing-stanzas.ts';
import { askedForEach } from '../phone-copies.ts';
import { caughtUp } from '../translate/stanza.ts';

import { proxyConfig } from './baileys.ts';
import {
  closeInTime,
  connectInTime,
  isVoidCode,
  keepOpenAfterLastCode,
} from './connection-limits.ts';
import { ConnectionRecording } from './connection-recording.ts';
import { learnInSlices } from './history-share.ts';
import { passOverUnhandled, takeListeners } from './listeners.ts';
import { type PendingFrames, queueFrames } from './pending-frames.ts';
import { createSignalRepository, ownTransactions, replacingAfterArrived } from './signal.ts';
import type {
  AuthenticationCreds,
  Baileys,
  BinaryNode,
  SignalKeyStore,
  SignalKeyStoreWithTransaction,
  WASocket,
} from './surface.ts';

/** The reports of a connection; nothing follows `ended` or `close`. */
export interface WireListener {
  /** A new QR code; the previous one is void. */
  qr(text: string): void;
  /** All QR codes are used up. */
  codesOver(): void;
  /** A stanza for which `isForPairing` is true. */
  pairing(stanza: BinaryNode): void;
  accepted(): void;
  opened(): void;
  /** WhatsApp has sent everything that waited; `event` says how much that was. */
  caughtUp(event: CatalogEvent): void;
  /** The device's own keys or names have changed. */
  credsChanged(): void;
  ended(ending: CloseReason): void;
}

/** If no frame has left since a message was handed over, it was not sent. */
export interface Wire extends Pick<PendingFrames, 'left' | 'leftCount'> {
  /** Returns how many stanzas came that had waited at WhatsApp, until it said that they were all. */
  waitedCount(): number;
  readonly socket: WASocket;
  /** Ends the connection without telling the listener. */
  close(): void;
}

interface WireOptions
  extends Pick<
    SessionContext,
    'baileys' | 'clock' | 'log' | 'socketUrl' | 'record' | 'timing' | 'device' | 'groups'
  > {
  readonly version: WebVersion;
  readonly creds: AuthenticationCreds;
  /** Returns the keys for the connection, which `end` ends when they cannot be reached. */
  readonly keysFor: (end: (reason: string) => void) => SignalKeyStore;
  readonly receiver: MessageReceiver;
  /** Called when a contact has another identity, or null when nobody wants to know. */
  readonly identityChanged: IdentityChanges['report'] | null;
  /** The proxy to WhatsApp, or null to connect directly. */
  readonly proxy: ProxyRoute | null;
  /** Whether contacts see the account as online from the beginning, once its name is known. */
  readonly isShownOnline: boolean;
  /** Aborts when another process has taken the instance: the connection is cut, and nothing more is written to it. */
  readonly abandoned: AbortSignal;
}

/**
 * Baileys ends a connection at a check before which it received nothing for 5 s longer than
 * this. So a dead connection is noticed at the second check, within 25 s.
 */
const KEEP_ALIVE_MS = 12_000;

export function openWire(options: WireOptions, listener: WireListener): Wire {
  let isOver = false;
  let end: (reason: string) => void = () => {};
  const keys = options.keysFor((reason) => end(reason));
  const recording = options.record ? new ConnectionRecording(options.record) : null;
  const socket: WASocket = options.baileys.makeWASocket({
    ...configOf(recording, { ...options, keys }),
    // Without it every message to a group asks who its members are.
    cachedGroupMetadata: (group) => options.groups.find(group, socket),
  });
  recording?.follow(socket, options.baileys);
  connectInTime(socket, options.timing.connectMs);
  endAtGarbage(socket, options);
  disableRetryCache(socket);
  learnInSlices(socket);
  keepOpenAfterLastCode(socket);
  closeInTime(socket, options.clock);
  const { left, leftCount, drop, ...frames } = queueFrames(socket, options.device);
  const abandon = () => {
    isOver = true;
    drop('another node has the instance');
  };
  options.abandoned.addEventListener('abort', abandon, { once: true });
  const forget = () => options.abandoned.removeEventListener('abort', abandon);
  end = options.receiver.attach(socket, frames.end);
  const unlessOver = (report: () => void) => {
    if (!isOver) report();
  };
  socket.ws.on('CB:ib,,offline', (node: BinaryNode) => {
    const event = caughtUp(node);
    if (event !== null) unlessOver(() => listener.caughtUp(event));
  });
  for (const name of PAIRING_EVENTS) {
    socket.ws.on(name, (node: BinaryNode) => {
      if (isForPairing(node, options.creds)) unlessOver(() => listener.pairing(node));
    });
  }
  socket.ev.on('creds.update', () => unlessOver(() => listener.credsChanged()));
  socket.ev.on('connection.update', ({ qr, isNewLogin, connection, lastDisconnect }) =>
    unlessOver(() => {
      if (qr !== undefined) reportCode(listener, qr);
      if (isNewLogin === true) listener.accepted();
      if (connection === 'open') listener.opened();
      if (connection !== 'close') return;
      isOver = true;
      forget();
      listener.ended(endingOf(lastDisconnect?.error));
    }),
  );
  return {
    socket,
    left,
    leftCount,
    waitedCount: countWaited(socket),
    close() {
      isOver = true;
      forget();
      void socket.end(undefined);
    },
  };
}

function countWaited({ ws }: WASocket): () => number {
  let count = 0;
  // Frames of the handshake are bytes.
  const take = ({ attrs }: Partial<BinaryNode>) => {
    if (attrs?.offline !== undefined) count++;
  };
  ws.on('frame', take);
  ws.once('CB:ib,,offline', () => ws.off('frame', take));
  return () => count;
}

const reportCode = (listener: WireListener, qr: string): void =>
  isVoidCode(qr) ? listener.codesOver() : listener.qr(qr);

/**
 * Ends a connection whose frames cannot be read: Baileys ignores errors while it reads frames, and could decipher
 * nothing that follows. It is opened again like any lost connection. A single stanza that nobody can handle is passed over.
 */
function endAtGarbage(socket: WASocket, options: Pick<WireOptions, 'clock' | 'log'>): void {
  passOverUnhandled(socket, options);
  const readers = takeListeners<unknown>(socket, 'message');
  socket.ws.on('message', async (bytes: unknown) => {
    try {
      for (const read of readers) await read(bytes);
    } catch (error) {
      void socket.end(new Error(`what WhatsApp sent cannot be read: ${messageOf(error)}`));
    }
  });
}

/**
 * Baileys would remember each message that comes or goes for five minutes, with a timer for each. `RetryRequests` answers
 * devices that ask for a message again, and `PhoneCopies` asks the phone for what came without content.
 */
function disableRetryCache({ messageRetryManager }: WASocket): void {
  if (messageRetryManager === null) return;
  messageRetryManager.addRecentMessage = () => {};
  messageRetryManager.schedulePhoneRequest = () => {};
}

/** Baileys calls it before it sends a message. All messages are composed by `relay`, which knows what belongs to them. */
const refuseToSend = (): never => {
  throw new Error('messages are not sent by Baileys');
};

function configOf(
  recording: ConnectionRecording | null,
  options: WireOptions & { readonly keys: SignalKeyStore },
): Parameters<Baileys['makeWASocket']>[0] {
  const { baileys, clock, log, socketUrl, version, creds, keys, timing } = options;
  const { receiver, proxy } = options;
  const { qrMs, keysRetryMs: delayBetweenTriesMs = 1_000 } = timing;
  const logger = recording?.log(baileysLog(log)) ?? baileysLog(log);
  return {
    version,
    logger,
    auth: { creds, keys },
    transactionOpts: { maxCommitRetries: KEYS_TRIES, delayBetweenTriesMs },
    makeSignalRepository: (auth, logger, find) => {
      const { makeSignalRepository } = baileys.DEFAULT_CONNECTION_CONFIG;
      const baileysRepository = makeSignalRepository(auth, logger, find);
      // Baileys has added transactions to the keys that it was given.
      const own = auth.keys as SignalKeyStoreWithTransaction;
      const repository = createSignalRepository({
        creds,
        keys: own,
        plainKeys: keys,
        baileysRepository,
        clock,
        identityChanged: options.identityChanged,
      });
      const inOrder = replacingAfterArrived(repository, () => receiver.arrivedRead());
      return receiver.storingDecrypted(ownTransactions(inOrder), own);
    },
    // Sent messages are already known here.
    emitOwnEvents: false,
    placeholderResendCache: askedForEach(),
    patchMessageBeforeSending: refuseToSend,
    // A device that asks again gets a new session beside the earlier ones: see `RetryRequests`.
    enableAutoSessionRecreation: false,
    // While this is true the account's phone shows no notifications.
    markOnlineOnConnect: options.isShownOnline,
    syncFullHistory: false,
    shouldSyncHistoryMessage: ({ syncType }) => NEEDED_HISTORY.has(syncType ?? -1),
    ...(socketUrl !== null && { waWebSocketUrl: socketUrl }),
    ...(proxy !== null &&
      proxyConfig(proxy, socketUrl ?? baileys.DEFAULT_CONNECTION_CONFIG.waWebSocketUrl)),
    ...(qrMs !== undefined && { qrTimeout: qrMs }),
    // Baileys would start a timer, and note where it was called, for each frame. `connectInTime` has the limit.
    connectTimeoutMs: 0,
    keepAliveIntervalMs: timing.keepAliveMs ?? KEEP_ALIVE_MS,
  };
}

/**
 * The values INITIAL_BOOTSTRAP, PUSH_NAME and NON_BLOCKING_DATA of proto.HistorySync.HistorySyncType, which say which
 * LID is whose. Old messages are not published.
 */
const NEEDED_HISTORY: ReadonlySet<number> = new Set([0, 4, 5]);

type BaileysLog = NonNullable<Parameters<Baileys['makeWASocket']>[0]['logger']>;

/** Most of Baileys' warnings and errors are ordinary network trouble, so all of them are logged as debug. */
function baileysLog(log: Log): BaileysLog {
  const silent = () => {};
  const write = (fields: unknown, text?: string) => {
    const reason = errorIn(fields);
    log.debug(`whatsapp: ${text ?? 'said something'}`, reason === null ? {} : { reason });
  };
  const own: BaileysLog = {
    // Baileys compares the level with this before it prints whole stanzas.
    level: 'silent',
    child: () => own,
    trace: silent,
    debug: silent,
    info: silent,
    warn: write,
    error: write,
  };
  return own;
}

function errorIn(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const { err, error } = fields as { err?: unknown; error?: unknown };
  const found = err ?? error;
  return found instanceof Error ? messageOf(found).slice(0, 200) : null;
}
