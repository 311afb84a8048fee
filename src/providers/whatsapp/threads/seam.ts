/** What passes between the main thread and a thread of WhatsApp sessions. */
import { DatabaseError, type Row, type Statement, type Value } from '../../../db/client.ts';
import type { LinkedMedia, MessageMedia } from '../../../events/publish/media-links.ts';
import type { Moment } from '../../../shared/clock.ts';
import { AppError, NotConnected, UnknownNumbers } from '../../../shared/errors.ts';
import type { LogLevel } from '../../../shared/log.ts';
import type { ErrorTypes } from '../../../shared/thread-errors.ts';
import type { GroupActions } from '../../groups.ts';
import type { CeremonyLinks, CeremonyState } from '../../passkey/ceremony.ts';
import type { Account, PairingOffer, SessionHost } from '../../provider.ts';
import type { WhatsAppOptions } from '../session.ts';

/** Those that callers tell apart. */
export const ERROR_TYPES: ErrorTypes = { AppError, DatabaseError, NotConnected, UnknownNumbers };

/** All that a thread of sessions is told when it begins. */
export interface ThreadSettings
  extends Pick<
    WhatsAppOptions,
    | 'qrMaxCount'
    | 'socketUrl'
    | 'rootPublicKey'
    | 'webVersion'
    | 'timing'
    | 'mediaLimitBytes'
    | 'ignoreGroups'
    | 'ignoreStatus'
  > {
  readonly encryptionKeys: readonly [current: string, former?: string];
  readonly logLevel: LogLevel;
  readonly userAgent: string;
  /** Whose signature makes a media server WhatsApp's (PEM), in place of the built-in ones. */
  readonly mediaAuthority?: string;
  /** Whether files of messages are stored as they come; else events carry them. */
  readonly storesFiles: boolean;
}

/** What the host says of its instance at a moment. */
export type HostMirror = {
  readonly [K in 'settings' | 'wantsFiles']: ReturnType<SessionHost[K]>;
};

/** What a session is told when it is opened, beside what it asks of its host. */
export interface SessionFacts {
  readonly instanceId: string;
  readonly instanceName: string;
  readonly account: Account | null;
  readonly mirror: HostMirror;
  /** Null: events may come as fast as they like. */
  readonly eventsPerSecond: number | null;
}

/** What the thread does for the main thread. `session` is the number under which the main thread opened it. */
export interface SessionThreadCalls {
  begin(settings: ThreadSettings, moment: Moment): Promise<void>;
  /** To be called again and again; its answer shows that the thread works. */
  beat(moment: Moment): Promise<void>;
  open(session: number, facts: SessionFacts): Promise<void>;
  settingsChanged(session: number, mirror: HostMirror): Promise<void>;
  /** It has stopped or was abandoned. */
  close(session: number): Promise<void>;
}

/** What changes in a session while nobody asks for it. */
export interface SessionNews {
  readonly offer: PairingOffer | null;
  /** Of the ceremony that was begun last; null: there was none. */
  readonly ceremony: CeremonyState | null;
}

/** The host as the thread calls it: most calls are the host's own. */
export interface RemoteHost
  extends Omit<SessionHost, 'settings' | 'wantsFiles' | 'pace' | 'newChats' | 'openCeremony'> {
  news(news: SessionNews): Promise<void>;
  /** Calls a method with what is new. */
  withNews(news: SessionNews, method: string, args: readonly unknown[]): Promise<unknown>;
  openCeremony(ceremony: number, state: CeremonyState): Promise<CeremonyLinks>;
}

/** What the main thread does for all sessions of a thread. */
export interface MainThreadCalls {
  query(instanceId: string, sql: string, params: readonly Value[]): Promise<Row[]>;
  batch(instanceId: string, statements: readonly Statement[]): Promise<Row[][]>;
  log(level: LogLevel, message: string, fields: Record<string, unknown>): Promise<void>;
  /** The thread is in a state in which nobody can rely on it. */
  failed(reason: string): Promise<void>;
  loginBegins(): Promise<void>;
  /** False: `ended` aborted before. */
  placeLogin(login: number, ended: AbortSignal): Promise<boolean>;
  loggedIn(login: number): Promise<void>;
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
/** What a session gives its callers as objects. */
export const PARTS = ['chats', 'groups', 'newsletters', 'phoneCalls', 'ownProfile'] as const;
export const partName = (session: number, part: (typeof PARTS)[number]): string =>
  `${part} of session ${session}`;

/** What is read piece by piece is given at once, as it is where the session runs. */
export const withStreams = (remote: GroupActions): GroupActions =>
  Object.assign(Object.create(remote), {
    async *all() {
      yield* await remote.all();
    },
  });
