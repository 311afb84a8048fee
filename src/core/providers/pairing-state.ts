/** Says in one place whether an instance is paired, and how far a phone's consent is on disk. */

export type PairingState =
  /** No phone has accepted. */
  | 'unpaired'
  /** Codes are shown. */
  | 'offering'
  /** A phone has accepted; it gets no answer yet. */
  | 'accepted'
  /** The device's keys are on disk, so that it could log in after a crash. */
  | 'saved'
  /** So is PairSuccess. */
  | 'published'
  /** So is the account. */
  | 'remembered'
  /** All codes are removed, and the first log-in follows. */
  | 'settled'
  /** The account has logged in. */
  | 'paired';

export type PairingStep =
  | 'begin'
  | 'accept'
  | 'save'
  | 'publish'
  | 'remember'
  | 'settle'
  | 'open'
  | 'end';

/** The only steps there are. A consent can be resumed without codes, by a process that finds its keys on disk. */
export const TRANSITIONS: Readonly<
  Record<PairingState, Readonly<Partial<Record<PairingStep, PairingState>>>>
> = {
  unpaired: { begin: 'offering', accept: 'accepted' },
  offering: { begin: 'offering', accept: 'accepted', end: 'unpaired' },
  accepted: { save: 'saved', end: 'unpaired' },
  saved: { publish: 'published', end: 'unpaired' },
  published: { remember: 'remembered', end: 'unpaired' },
  remembered: { settle: 'settled', end: 'unpaired' },
  settled: { open: 'paired', end: 'unpaired' },
  paired: { end: 'unpaired' },
};

/** The reasons of the phase `pairing` from a phone's consent until the account is stored. */
export const CONSENT = { qr: 'QR code scanned', code: 'pairing code typed' } as const;

/** Whether a phone had accepted when the phase was stored: the credentials may be on disk although the account is not. */
export const wasAccepted = ({ phase, reason }: { phase: string; reason: string | null }): boolean =>
  phase === 'pairing' && (reason === CONSENT.qr || reason === CONSENT.code);

const SETTLING: ReadonlySet<PairingState> = new Set([
  'accepted',
  'saved',
  'published',
  'remembered',
]);

/** The state of one instance, which connection, pairing and device share. */
export class PairingProgress {
  #state: PairingState;

  /** `isPaired` says whether the account is known from before. */
  constructor(isPaired: boolean) {
    this.#state = isPaired ? 'paired' : 'unpaired';
  }

  get state(): PairingState {
    return this.#state;
  }

  /** Takes a step and returns true, or changes nothing and returns false when there is no such step from here. */
  take(step: PairingStep): boolean {
    const next = TRANSITIONS[this.#state][step];
    if (next !== undefined) this.#state = next;
    return next !== undefined;
  }

  get isOffering(): boolean {
    return this.#state === 'offering';
  }

  /** Whether a phone has accepted; its consent may not be on disk yet. */
  get isPaired(): boolean {
    return this.#state !== 'unpaired' && this.#state !== 'offering';
  }

  /** Whether a phone has accepted, and something that follows from it is not on disk yet. */
  get isSettling(): boolean {
    return SETTLING.has(this.#state);
  }

  /** Whether the device's keys are on disk. */
  get isSaved(): boolean {
    return this.isPaired && this.#state !== 'accepted';
  }

  /** Whether a phone has accepted and the account has not logged in since. */
  get isNew(): boolean {
    return this.isSettling || this.#state === 'settled';
  }
}

/** The source of the codes that an attempt to pair shows. */
export interface CodeSource {
  /** Asks for codes, which come through `offerQr` or, for a `phone` (digits), through `offerCode`. */
  request(phone: string | undefined): Promise<void>;
  /** When set, the next QR code is requested once the last has expired; otherwise the platform sends it. */
  readonly isRequestedForEach?: true;
  /** Stops the flow of codes; called before every attempt and at its end. */
  stop?(): void;
  /** Saves what the phone accepted, before PairSuccess is published. */
  save?(): Promise<void>;
  /** Removes what an attempt has stored. */
  forget?(): Promise<void>;
  /** Returns the reason to show when `error` has ended an attempt. */
  failure(error: unknown): string;
}
