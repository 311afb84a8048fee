/** How an account vouches for a linked device, and the device for the account. */
import { createHmac, randomInt } from 'node:crypto';
import {
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
} from '@whiskeysockets/baileys';
import { isSignatureOf } from '../../../packages/signal/src/signatures.ts';
import type { SignalDevice } from '../../../packages/signal/test/peer.ts';

/** The identity that a phone signs for `companionIdentity`, sealed with the secret only that client knows. */
export function vouch(
  phone: SignalDevice,
  companionIdentity: Uint8Array,
  secret: Uint8Array,
  keyIndex: number,
): Uint8Array {
  const device = proto.ADVDeviceIdentity.encode({
    rawId: randomInt(1, 2 ** 31),
    timestamp: Math.floor(Date.now() / 1000),
    keyIndex,
  }).finish();
  const details = proto.ADVSignedDeviceIdentity.encode({
    details: device,
    accountSignatureKey: phone.identity,
    accountSignature: phone.sign(
      Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, device, companionIdentity]),
    ),
  }).finish();
  const hmac = createHmac('sha256', secret).update(details).digest();
  return proto.ADVSignedDeviceIdentityHMAC.encode({ details, hmac }).finish();
}

/** What is wrong with a device's own signature under its account's; null when it holds. */
export function flawIn(
  encoded: Uint8Array,
  accountKey: Uint8Array,
  companionIdentity: Uint8Array,
): string | null {
  const identity = proto.ADVSignedDeviceIdentity.decode(encoded);
  const { details, accountSignature, deviceSignature } = identity;
  if (!details || !accountSignature || !deviceSignature) return 'a signature is missing';
  const byAccount = Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, companionIdentity]);
  if (!isSignatureOf(accountKey, byAccount, accountSignature)) return 'not signed by the account';
  const byDevice = Buffer.concat([
    WA_ADV_DEVICE_SIG_PREFIX,
    details,
    companionIdentity,
    accountKey,
  ]);
  if (!isSignatureOf(companionIdentity, byDevice, deviceSignature))
    return 'not signed by the device';
  return null;
}
