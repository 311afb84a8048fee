/** Declares what the main thread and a thread of WhatsApp sessions exchange. */
import { DatabaseError, type Row, type Statement, type Value } from '../../../core/db/client.ts';
import type { LinkedMedia, MessageMedia } from '../../../core/events/publish/media-links.ts';
import type { GroupActions } from '../../../core/providers/groups.ts';
import type { CeremonyLinks, CeremonyState } from '../../../core/providers/passkey.ts';
import type { Account, PairingOffer, SessionHost } from '../../../core/providers/provider.ts';
import type { Moment } from '../../../core/shared/clock.ts';
import { AppError, NotConnected, UnknownNumbers } from '../../../core/shared/errors.ts';
import type { LogLevel } from '../../../core/shared/log.ts';
import type { FaultDescription, FaultPlace } from '../../../core/shared/unhandled-faults.ts';
import type { WhatsAppOptions } from '../context.ts';
import type { RecordStanza } from '../recording/recorder.ts';
import type { VersionSource } from '../web-versions.ts';
import type { ErrorTypes } from './thread-calls.ts';

/** Types of errors that callers distinguish. */
export const ERROR_TYPES: ErrorTypes = { AppError, DatabaseError, NotConnected, UnknownNumbers };

/** The settings of a thread of sessions. */
export interface ThreadSettings
  extends Pick<
    WhatsAppOptions,
    | 'qrMaxCount'
    | 'socketUrl'
    | 'rootPublicKey'
    | 'timing'
    | 'mediaLimitBytes'
    | 'ignoreGroups'
    | 'ignoreStatus'
    | 'tellsIdentityChanges'
  > {
  readonly encryptionKeys: readonly [current: string, former?: string];
  readonly logLevel: LogLevel;
  /** The authority (PEM) that identifies WhatsApp's media servers, in place of the built-in ones. */
  readonly mediaAuthority?: string;
  /** Whether stanzas are recorded. */
  readonly records: boolean;
  /** Whether files of messages are stored as they come; otherwise events carry them. */
  readonly storesFiles: boolean;
}

/** The host's current facts about its instance. */
export type HostMirror = {
  readonly [K in 'settings' | 'wantsFiles']: ReturnType<SessionHost[K]>;
};

/** The facts that a session gets when it is opened, besides those that it asks its host for. */
export interface SessionFacts {
  readonly instanceId: string;
  readonly instanceName: string;
  readonly account: Account | null;
  readonly mirror: HostMirror;
  /** Null when the rate of events is not limited. */
  readonly eventsPerSecond: number | null;
}

/** The calls that the thread answers. `session` is the number under which the main thread opened it. */
export interface SessionThreadCalls {
  begin(settings: ThreadSettings, moment: Moment): Promise<void>;
  /** Called regularly; its answer shows that the thread works. */
  beat(moment: Moment): Promise<void>;
  open(session: number, facts: SessionFacts): Promise<void>;
  settingsChanged(session: number, mirror: HostMirror): Promise<void>;
  /** Called when the session has stopped or was abandoned. */
  close(session: number): Promise<void>;
}

/** A change in a session that no call has caused. */
export interface SessionUpdate {
  readonly offer: PairingOffer | null;
  /** The state of the latest ceremony, or null before the first one. */
  readonly ceremony: CeremonyState | null;
}

/** The host as the thread calls it: most calls are the host's own. */
export interface RemoteHost
  extends Omit<SessionHost, 'settings' | 'wantsFiles' | 'pace' | 'newChats' | 'openCeremony'> {
  update(update: SessionUpdate): Promise<void>;
  /** Calls a method and passes news of the session with it. */
  withUpdate(update: SessionUpdate, method: string, args: readonly unknown[]): Promise<unknown>;
  openCeremony(ceremony: number, state: CeremonyState): Promise<CeremonyLinks>;
}

/** The calls that the main thread answers for all sessions of a thread. */
export interface MainThreadCalls {
  query(instanceId: string, sql: string, params: readonly Value[]): Promise<Row[]>;
  batch(instanceId: string, statements: readonly Statement[]): Promise<Row[][]>;
  log(level: LogLevel, message: string, fields: Record<string, unknown>): Promise<void>;
  /** Reports a fault that no code of the thread has handled. */
  faulted(place: FaultPlace, fault: FaultDescription): Promise<void>;
  loginBegins(): Promise<void>;
  /** Resolves with false when `ended` aborts first. */
  placeLogin(login: number, ended: AbortSignal): Promise<boolean>;
  loggedIn(login: number): Promise<void>;
  currentVersion: VersionSource['current'];
  renewVersion: VersionSource['renew'];
  recordStanza: RecordStanza;
  takeFilePlace(instanceId: string, ended: AbortSignal): Promise<boolean>;
  releaseFilePlace(instanceId: string): Promise<void>;
  /** Resolves when the file is finished or abandoned. */
  beginFile(file: number, about: Omit<MessageMedia, 'bytes'>, signal: AbortSignal): Promise<void>;
  writeFile(file: number, bytes: Uint8Array): Promise<boolean>;
  finishFile(file: number): Promise<LinkedMedia>;
  abandonFile(file: number): Promise<void>;
}

export const MAIN = 'main thread';
export const THREAD = 'thread';
export const hostName = (session: number): string => `host ${session}`;
export const paceName = (session: number): string => `pace of session ${session}`;
export const newChatsName = (session: number): string => `new chats of session ${session}`;
export const sessionName = (session: number): string => `session ${session}`;
export const ceremonyName = (session: number, ceremony: number): string =>
  `ceremony ${ceremony} of session ${session}`;
/** Objects that a session gives its callers. */
export const PARTS = ['chats', 'groups', 'newsletters', 'phoneCalls', 'ownProfile'] as const;
export const partName = (session: number, part: (typeof PARTS)[number]): string =>
  `${part} of session ${session}`;

/** Makes `all` iterable again: the thread answers it with the whole list. */
export const withStreams = (remote: GroupActions): GroupActions =>
  Object.assign(Object.create(remote), {
    async *all() {
      yield* await remote.all();
    },
  });
