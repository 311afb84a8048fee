/** Invents codes, ids and numbers that look like WhatsApp's. Numbers have the area code 555, which no telephone has. */

/** Returns `size` random bytes. */
export type Random = (size: number) => Uint8Array;

const base64 = (random: Random, size: number): string =>
  Buffer.from(random(size)).toString('base64');

/** Makes the text of a QR code: a reference and three keys. */
export const newQrText = (random: Random): string =>
  `2@${[60, 32, 32, 32].map((size) => base64(random, size)).join(',')}`;

/** 32 characters, so that five bits choose one; 0, I, O and U are omitted since they are easily misread. */
const PAIRING_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTVWXYZ';
const PAIRING_LENGTH = 8;

/** Makes a code to type on the phone: 40 random bits in 8 characters. */
export function newPairingCode(random: Random): string {
  return Array.from(random(PAIRING_LENGTH), (byte) => PAIRING_ALPHABET[byte & 31]).join('');
}

/** Makes random bytes in base64, as keys and hashes are in payloads. */
export const newKey = (random: Random): string => base64(random, 32);

/** Makes what a message says of where its file is and how it is sealed, as if it were on a media server. */
export function newFilePlace(random: Random, nowMs: number) {
  const directPath = `/v/t62.7118-24/${Buffer.from(random(12)).toString('hex')}.enc`;
  return {
    url: `https://mmg.whatsapp.net${directPath}`,
    mediaKey: newKey(random),
    fileEncSha256: newKey(random),
    directPath,
    mediaKeyTimestamp: Math.floor(nowMs / 1000),
  };
}

export const newMessageId = (random: Random): string =>
  `3EB0${Buffer.from(random(9)).toString('hex').toUpperCase()}`;

export function newNumber(random: Random): string {
  const index = 1 + (Buffer.from(random(4)).readUInt32BE(0) % 9_999_999);
  return `1555${String(index).padStart(7, '0')}`;
}

/** Ids of groups have eighteen digits, of which the first are always these. */
export const newGroupJid = (random: Random): string =>
  `120363${String(Buffer.from(random(6)).readUIntBE(0, 6) % 1e12).padStart(12, '0')}@g.us`;

/** Makes 22 letters and digits, as in a link to join a group. */
export const newInviteCode = (random: Random): string =>
  Buffer.from(random(11)).toString('hex').toUpperCase();
