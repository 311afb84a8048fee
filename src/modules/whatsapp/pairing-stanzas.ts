/** Reads what WhatsApp tells a device that is being linked. Pure. */
import { isBytes } from '../../core/providers/foreign-values.ts';
import type { AuthenticationCreds, BinaryNode } from './engine/surface.ts';
import { attribute, child } from './translate/node.ts';

export const SERVER = 's.whatsapp.net';
/** How Baileys writes the server's address: as a word, or as an address without a user. */
const SERVER_NAMES: readonly string[] = [SERVER, `@${SERVER}`];
const REFRESH = 'companion_reg_refresh';
const LINK_CODE = 'link_code_companion_reg';
const LINK_CODE_REF = 'link_code_pairing_ref';
/** Asks for a passkey. */
export const PASSKEY_REQUEST = 'passkey_prologue_request';
/** Says that the phone has joined the ceremony. */
const PASSKEY_CONTINUATION = 'crsc_continuation';
/** The types of the notifications that are about linking this device. */
const PAIRING_TYPES: readonly string[] = [
  REFRESH,
  LINK_CODE,
  PASSKEY_REQUEST,
  PASSKEY_CONTINUATION,
];
/** The events of a connection by which stanzas of which `isForPairing` may be true are reported. */
export const PAIRING_EVENTS: readonly string[] = [
  'CB:iq,type:error',
  `CB:iq,,${LINK_CODE}`,
  ...PAIRING_TYPES.map((type) => `CB:notification,type:${type}`),
];
/** The phone's key, sealed with the typed code: salt, initial vector and 32 bytes. */
const SEALED_KEY_BYTES = 80;
const KEY_BYTES = 32;
const ANOTHER_WAY = 'connect again, or scan a QR code instead';
const UNREADABLE_ANSWER = `the phone's answer to the typed code cannot be read: ${ANOTHER_WAY}`;
const UNKNOWN_STEP = 'WhatsApp continued the typed code with an unknown step';
/** How much of a foreign word is shown to people. */
const SHOWN_CHARS = 40;

export type PairingNotice =
  | { readonly kind: 'passkey' }
  /** The secret in the QR code is void: the phone accepts the device only with a new one. */
  | { readonly kind: 'secret_void' }
  /** WhatsApp has named the reference of the code to type. */
  | { readonly kind: 'code_known'; readonly ref: string }
  /** The code to type is void. `isByHand`: a person must ask for the next one. */
  | { readonly kind: 'code_void'; readonly ref: string; readonly isByHand: boolean }
  /** WhatsApp refuses a request of this device. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A step of a typed code that cannot be taken. */
  | { readonly kind: 'code_failed'; readonly reason: string }
  | { readonly kind: 'other' };

/**
 * Whether a stanza is about linking this device and not for Baileys. Baileys reads a phone's answer to a typed
 * code, and would fail at, or never acknowledge, the others.
 */
export function isForPairing(stanza: BinaryNode, creds: AuthenticationCreds): boolean {
  const { tag, attrs } = stanza;
  const isLinked = creds.account !== undefined;
  if (tag === 'iq') return !isLinked && (attrs.type === 'error' || hasChild(stanza, LINK_CODE));
  if (!PAIRING_TYPES.includes(attrs.type ?? '')) return false;
  const awaitsCode = creds.pairingCode !== undefined && !isLinked;
  return !(awaitsCode && isCodeAnswer(stanza));
}

/** Reads a stanza for which `isForPairing` is true. */
export function pairingNoticeIn(stanza: BinaryNode): PairingNotice {
  const { tag, attrs } = stanza;
  if (!SERVER_NAMES.includes(attrs.from ?? '')) return { kind: 'other' };
  if (tag === 'iq') return answerIn(stanza);
  switch (attrs.type) {
    case REFRESH: {
      const isSound = hasChild(stanza, REFRESH) || hasChild(stanza, 'pair-device-rotate-qr');
      return { kind: isSound ? 'secret_void' : 'other' };
    }
    case LINK_CODE:
      return codeStepIn(child(stanza, LINK_CODE));
    default:
      return { kind: 'passkey' };
  }
}

/** Returns the QR code's text with another secret, which is its last field but one. */
export function withSecret(code: string, secret: string): string {
  const fields = code.split(',');
  return fields.length < 2 ? code : fields.with(-2, secret).join(',');
}

function answerIn(stanza: BinaryNode): PairingNotice {
  if (stanza.attrs.type !== 'error')
    return { kind: 'code_known', ref: bytesIn(child(stanza, LINK_CODE), LINK_CODE_REF) };
  const error = child(stanza, 'error');
  const [text, code] = [attribute(error, 'text'), attribute(error, 'code')];
  return {
    kind: 'refused',
    reason: `${shown(text) || 'no reason given'} (${shown(code)}); connect again later`,
  };
}

function codeStepIn(step: BinaryNode | undefined): PairingNotice {
  const stage = attribute(step, 'stage');
  if (stage === 'refresh_code') {
    const isByHand = attribute(step, 'force_manual_refresh') === 'true';
    return { kind: 'code_void', ref: bytesIn(step, LINK_CODE_REF), isByHand };
  }
  if (stage === 'primary_hello') return { kind: 'code_failed', reason: UNREADABLE_ANSWER };
  const name = shown(stage) || 'without a name';
  return { kind: 'code_failed', reason: `${UNKNOWN_STEP}: ${name}; ${ANOTHER_WAY}` };
}

const hasChild = (stanza: BinaryNode, tag: string): boolean => child(stanza, tag) !== undefined;

/** Whether the phone's answer to a typed code is complete, so that Baileys can read it. */
function isCodeAnswer(stanza: BinaryNode): boolean {
  const step = child(stanza, LINK_CODE);
  const lengthOf = (tag: string) => {
    const content: unknown = child(step, tag)?.content;
    return isBytes(content) ? content.length : 0;
  };
  return (
    attribute(step, 'stage') === 'primary_hello' &&
    lengthOf(LINK_CODE_REF) > 0 &&
    lengthOf('primary_identity_pub') === KEY_BYTES &&
    lengthOf('link_code_pairing_wrapped_primary_ephemeral_pub') === SEALED_KEY_BYTES
  );
}

/** Returns the bytes of a child as base64, or '' without that child. */
function bytesIn(node: BinaryNode | undefined, tag: string): string {
  const content: unknown = child(node, tag)?.content;
  return isBytes(content) ? Buffer.from(content).toString('base64') : '';
}

const shown = (text: string): string => text.replace(/[^\w -]/g, '').slice(0, SHOWN_CHARS);
