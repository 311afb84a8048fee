/**
 * The passkey ceremony that some accounts demand before they link a device: a browser that can use the account's
 * passkey signs a challenge, then a person compares a code with the one on the phone and confirms it.
 */
import { failure, invalid } from '../shared/errors.ts';

/** `PublicKeyCredentialRequestOptionsJSON`, as the platform gave it. */
interface PasskeyOptions {
  /** In base64url. */
  readonly challenge: string;
  /** The domain of the passkey; absent when the platform does not say. */
  readonly rpId?: string;
  readonly [name: string]: unknown;
}

/** `AuthenticationResponseJSON`: the `toJSON()` of a browser's `PublicKeyCredential`. Bytes are base64url. */
export interface PasskeyCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null;
  };
  readonly authenticatorAttachment?: string | null;
  readonly clientExtensionResults?: Readonly<Record<string, unknown>>;
}

const OPTIONS_CHARACTERS_MAX = 65_536;

/** Returns null for a text that holds no challenge. */
export function readPasskeyOptions(text: string): PasskeyOptions | null {
  if (text.length > OPTIONS_CHARACTERS_MAX) return null;
  const options = objectIn(text);
  const { challenge, rpId } = options ?? {};
  if (typeof challenge !== 'string' || bytesOf(challenge) === null) return null;
  if (rpId !== undefined && typeof rpId !== 'string') return null;
  return options as PasskeyOptions;
}

/**
 * Throws `invalid`, naming the field, for a credential that cannot be the answer to `options`. Only the platform can
 * check its signature.
 */
export function checkCredential(credential: PasskeyCredential, options: PasskeyOptions): void {
  const { rawId, response } = credential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const bytes = { rawId, clientDataJSON, authenticatorData, signature };
  for (const [name, text] of Object.entries(bytes)) {
    if (bytesOf(text) === null) throw invalid(`${name} must be base64url`);
  }
  if (userHandle && bytesOf(userHandle) === null) throw invalid('userHandle must be base64url');
  const { type, challenge, origin } = clientDataOf(clientDataJSON);
  if (type !== 'webauthn.get') throw invalid('clientDataJSON is not of a webauthn.get');
  if (unpadded(String(challenge)) !== unpadded(options.challenge))
    throw failure('passkey_of_another_ceremony');
  if (options.rpId !== undefined && !belongsTo(String(origin), options.rpId))
    throw failure('passkey_of_another_page', { origin: String(origin), page: options.rpId });
}

/** `text` is base64url. */
function clientDataOf(text: string): Readonly<Record<string, unknown>> {
  const found = objectIn(Buffer.from(text, 'base64url').toString());
  if (found === null) throw invalid('clientDataJSON must hold a JSON object');
  return found;
}

function belongsTo(origin: string, domain: string): boolean {
  const url = URL.parse(origin);
  if (url?.protocol !== 'https:') return false;
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

/** Returns null for an empty text and for one that is not base64url. */
export const bytesOf = (text: string): Buffer | null =>
  BASE64URL.test(text) ? Buffer.from(text, 'base64url') : null;

const unpadded = (text: string): string => text.replace(/={1,2}$/, '');

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** How long a ceremony may take, in ms. */
export const CEREMONY_MS = 5 * 60_000;

/**
 * `challenge`: the browser has to sign. `awaiting_confirmation`: it has signed, and the platform still has to give the
 * code. `confirmation`: a person has to compare the code. `confirmed`: they have. `error`: it has ended otherwise.
 */
export const CEREMONY_STAGES = [
  'challenge',
  'awaiting_confirmation',
  'confirmation',
  'confirmed',
  'error',
] as const;
type CeremonyStage = (typeof CEREMONY_STAGES)[number];

export interface CeremonyState {
  readonly stage: CeremonyStage;
  /** The options for `navigator.credentials.get`. */
  readonly publicKey: PasskeyOptions;
  /** The code to compare with the one on the phone, or null before it is known. */
  readonly code: string | null;
  /** Why it has failed, or null. */
  readonly error: string | null;
}

/** The steps that browsers and people can take in a ceremony. */
export interface Ceremony {
  state(): CeremonyState;
  /**
   * Takes the browser's answer, once. Throws `invalid` for what cannot answer the challenge, and `conflict` after
   * another answer, after the end, and with the reason when the platform refuses it.
   */
  answer(credential: PasskeyCredential): Promise<void>;
  /** Confirms that both codes are the same. Throws `conflict` while there is no code, and after the first time. */
  confirm(): Promise<void>;
}

/** The links to the ceremony. Anybody who has either link can continue it. */
export interface CeremonyLinks {
  /** A page of the platform, which hands the ceremony to the browser's extension. */
  readonly openUrl: string;
  /** Where that extension, or any other program, reads the ceremony and answers. */
  readonly ceremonyUrl: string;
}

interface Place extends CeremonyLinks {
  /** Ms since 1970. */
  readonly expiresAt: number;
}

/** The facts that somebody who wants to pair needs. */
export interface PasskeyOffer extends Place {
  readonly kind: 'passkey';
  readonly stage: CeremonyStage;
  readonly code: string | null;
}

/** The platform's part. An error here ends the pairing, which the platform has to do. */
interface CeremonyPlatform {
  answer(credential: PasskeyCredential): Promise<void>;
  confirm(): Promise<void>;
}

interface CeremonyOptions {
  readonly publicKey: PasskeyOptions;
  readonly platform: CeremonyPlatform;
  /** Runs work in the session's turn. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** Why a ceremony did not succeed in time, by the stage in which it was left. */
const LEFT: Readonly<Record<CeremonyStage, string>> = {
  challenge: 'nobody used the passkey within 5 minutes',
  awaiting_confirmation: 'the phone did not go on with the passkey within 5 minutes',
  confirmation: 'nobody confirmed the code within 5 minutes',
  confirmed: 'the code was confirmed, but the device was not linked within 5 minutes',
  error: 'the passkey ceremony failed',
};

export class PasskeyCeremony implements Ceremony {
  readonly #options: CeremonyOptions;
  #stage: CeremonyStage = 'challenge';
  #code: string | null = null;
  #error: string | null = null;
  #place: Place | null = null;

  constructor(options: CeremonyOptions) {
    this.#options = options;
  }

  state(): CeremonyState {
    const { publicKey } = this.#options;
    return { stage: this.#stage, publicKey, code: this.#code, error: this.#error };
  }

  /** Lets browsers take part by these links until `expiresAt`, in ms since 1970. */
  open(links: CeremonyLinks, expiresAt: number): PasskeyOffer {
    const place = { ...links, expiresAt };
    this.#place = place;
    return this.#at(place);
  }

  /** Returns null while it is not open to browsers. */
  offer(): PasskeyOffer | null {
    return this.#place && this.#at(this.#place);
  }

  async answer(credential: PasskeyCredential): Promise<void> {
    const { publicKey, platform, run } = this.#options;
    checkCredential(credential, publicKey);
    await run(async () => {
      this.#requireGoingOn();
      if (this.#stage !== 'challenge') throw failure('passkey_used');
      this.#stage = 'awaiting_confirmation';
      await platform.answer(credential);
    });
  }

  async confirm(): Promise<void> {
    const { platform, run } = this.#options;
    await run(async () => {
      this.#requireGoingOn();
      if (this.#stage === 'confirmed') throw failure('passkey_code_confirmed');
      if (this.#stage !== 'confirmation') throw failure('passkey_code_absent');
      this.#stage = 'confirmed';
      await platform.confirm();
    });
  }

  /** Shows the code that a person has to compare. Returns null when it is not open to browsers. */
  compare(code: string): PasskeyOffer | null {
    this.#code = code;
    this.#stage = 'confirmation';
    return this.offer();
  }

  /** Ends it because the device is linked. */
  finish(): void {
    if (this.#stage !== 'error') this.#stage = 'confirmed';
  }

  /** Ends it without success, unless it has ended before. */
  end(reason: string): void {
    if (this.#stage === 'error') return;
    this.#stage = 'error';
    this.#error = reason;
  }

  /** Returns why it fails if its time is over now. */
  left(): string {
    return LEFT[this.#stage];
  }

  #at(place: Place): PasskeyOffer {
    return { kind: 'passkey', stage: this.#stage, code: this.#code, ...place };
  }

  #requireGoingOn(): void {
    if (this.#stage === 'error') throw failure('ceremony_ended', { problem: this.#error ?? '' });
  }
}
