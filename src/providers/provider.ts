/** The port a messaging platform must implement. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { EventRateLimit } from '../events/publish/rate-limit.ts';

export const PROVIDERS = ['sandbox', 'whatsapp', 'whatsapp-cloud'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

const CLOSE = ['created', 'logged_out', 'qr_timeout', 'failed', 'banned', 'stopped'] as const;
const CONNECTING = ['starting', 'waiting_qr', 'pairing', 'syncing', 'reconnecting'] as const;
export const PHASES = [...CLOSE, ...CONNECTING, 'open'] as const;
export type ClosePhase = (typeof CLOSE)[number];
export type ConnectingPhase = (typeof CONNECTING)[number];
export type Phase = (typeof PHASES)[number];
export type State = 'close' | 'connecting' | 'open';

export const stateOf = (phase: Phase): State => {
  if (phase === 'open') return 'open';
  return CLOSE.some((closed) => closed === phase) ? 'close' : 'connecting';
};

/** What a person needs to pair right now: a QR code or a code to type, never both. */
export type PairingOffer =
  | { readonly kind: 'qr'; readonly code: string; readonly image: string; readonly count: number }
  | { readonly kind: 'code'; readonly pairingCode: string };

/** The account an instance is paired with. */
export interface Account {
  readonly jid: string;
  readonly pushName: string;
}

/** What a session may ask of the service. Every promise resolves once the fact is on disk. */
export interface SessionHost {
  readonly instanceId: string;
  readonly instanceName: string;
  /** To be asked before events are made or read; publishing itself never refuses one. */
  readonly pace: EventRateLimit;
  /** Publishes an event of the catalog. */
  emit(event: CatalogEvent): Promise<void>;
  /** Publishes many at once, in order; resolves when all are on disk. */
  emitAll(events: readonly CatalogEvent[]): Promise<void>;
  /** Records a change of phase with its reason; what is already so is not recorded again. */
  enter(phase: Phase, reason: string | null): Promise<void>;
  /** Remembers the paired account (null: unpaired), so that a restart reconnects without pairing. */
  paired(account: Account | null): Promise<void>;
  /** Whether any endpoint or reader gets the files of messages at this moment: otherwise they need not be fetched. */
  wantsFiles(): boolean;
  /** Wipes the codes of earlier QRCode events from the event log. */
  wipeCodes(): Promise<void>;
}

export interface SentMessage {
  readonly id: string;
  readonly remoteJid: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

export const MEDIA_KINDS = ['image', 'video', 'audio', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** What is sent as media; `bytes` are the file itself. */
export interface OutgoingMedia {
  /** Digits or a JID. */
  readonly number: string;
  readonly kind: MediaKind;
  readonly bytes: Uint8Array;
  readonly mimetype: string;
  readonly caption?: string;
  readonly fileName?: string;
}

/**
 * One instance's connection. Calls are serialised by their caller, except `offer`, `sendMedia`, `stop`, and
 * `sendText` where `keepsTextsInOrder` is set; `sendMedia` and such a `sendText` are begun in the order they came.
 */
export interface Session {
  /** Starts connecting; pairs by code when `phone` (digits) is given, else by QR. Resolves once under way. */
  connect(options: { readonly phone?: string }): Promise<void>;
  /** The offer of this moment, or null while there is none. */
  offer(): PairingOffer | null;
  /** Closes the connection and opens it again; the pairing remains. */
  restart(): Promise<void>;
  /** Unpairs at the platform and forgets credentials; emits LoggedOut when it was paired. */
  logout(): Promise<void>;
  /** Ends the connection without unpairing and without events: process stop or instance deletion. */
  stop(): Promise<void>;
  /** Set: texts leave in the order of the calls, although the next is begun before the last has ended. */
  readonly keepsTextsInOrder?: true;
  sendText(message: { readonly number: string; readonly text: string }): Promise<SentMessage>;
  sendMedia(message: OutgoingMedia): Promise<SentMessage>;
}

export interface Provider {
  readonly name: ProviderName;
  /** Ms from one log-in to the next when a start reconnects many; 0 where a burst does no harm. */
  readonly loginPauseMs: number;
  /** `account` is what `paired` last remembered. No connection is made before `connect`. */
  open(host: SessionHost, account: Account | null): Session;
}
