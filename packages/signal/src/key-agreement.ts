/**
 * X3DH: how two devices that had no contact before begin a session. See https://signal.org/docs/specifications/x3dh/.
 */

import { agreement, bareKey, derive, type KeyPair, newKeyPair, typedKey } from './primitives.ts';
import { dhStep, newChain, type Session } from './ratchet.ts';
import { isSignatureOf } from './signatures.ts';
import type { PreKeyMessage } from './wire-format.ts';

/** Keys that a device has published, so that others can write to it while it is away. */
export interface PreKeyBundle {
  readonly registrationId: number;
  readonly identityKey: Uint8Array;
  readonly signedPreKey: {
    readonly keyId: number;
    readonly publicKey: Uint8Array;
    readonly signature: Uint8Array;
  };
  /** Absent when all its one-time keys are used up. */
  readonly preKey?: { readonly keyId: number; readonly publicKey: Uint8Array };
}

const PREFIX = Buffer.alloc(32, 0xff);

const rootOf = (...agreements: readonly Buffer[]): Buffer => {
  const [root = PREFIX] = derive(Buffer.concat([PREFIX, ...agreements]), 'WhisperText', 1);
  return root;
};

/** Begins a session from this side. Throws for a malformed bundle and for one that its device has not signed. */
export function beginSession(own: KeyPair, bundle: PreKeyBundle, now: number): Session {
  const remoteIdentity = typedKey(bundle.identityKey);
  const { signedPreKey, preKey } = bundle;
  const remote = typedKey(signedPreKey.publicKey);
  if (!isSignatureOf(bareKey(remoteIdentity), remote, signedPreKey.signature))
    throw new Error('the keys of the device are not signed by it');
  const base = newKeyPair();
  const root = rootOf(
    agreement(own.privateKey, remote),
    agreement(base.privateKey, remoteIdentity),
    agreement(base.privateKey, remote),
    ...(preKey ? [agreement(base.privateKey, preKey.publicKey)] : []),
  );
  const ratchet = newKeyPair();
  const [rootKey, chainKey] = dhStep(root, ratchet, remote);
  return {
    registrationId: bundle.registrationId,
    remoteIdentity,
    baseKey: base.publicKey,
    isOurs: true,
    createdAt: now,
    usedAt: now,
    closedAt: null,
    rootKey,
    ratchet,
    remoteRatchetKey: remote,
    previousCounter: 0,
    sending: newChain(chainKey),
    receiving: [],
    pending: {
      preKeyId: preKey?.keyId ?? null,
      signedPreKeyId: signedPreKey.keyId,
      baseKey: base.publicKey,
    },
  };
}

/** Accepts a session that the other side began, before its first message is read. Throws when a key is malformed. */
export function acceptSession(
  own: KeyPair,
  signedPreKey: KeyPair,
  preKey: KeyPair | null,
  message: PreKeyMessage,
  now: number,
): Session {
  const remoteIdentity = typedKey(message.identityKey);
  const base = typedKey(message.baseKey);
  return {
    registrationId: message.registrationId,
    remoteIdentity,
    baseKey: base,
    isOurs: false,
    createdAt: now,
    usedAt: now,
    closedAt: null,
    rootKey: rootOf(
      agreement(signedPreKey.privateKey, remoteIdentity),
      agreement(own.privateKey, base),
      agreement(signedPreKey.privateKey, base),
      ...(preKey ? [agreement(preKey.privateKey, base)] : []),
    ),
    ratchet: signedPreKey,
    remoteRatchetKey: base,
    previousCounter: 0,
    sending: null,
    receiving: [],
    pending: null,
  };
}
