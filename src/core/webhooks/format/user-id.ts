/**
 * The ids of people who hide their number, in bodies of the format `whatsapp-cloud` and on the paths of the Graph API.
 * They have the form of Meta's ids for people, which receivers check, with a country that none of Meta's has. Pure.
 */

const LID = /^(\d{1,32})@lid$/;
const USER_ID = /^ZZ\.(\d{1,32})$/;

/** Returns the id for the address that hides a number, or null for another address. */
export function userIdOf(jid: string): string | null {
  const [, digits] = LID.exec(jid) ?? [];
  return digits === undefined ? null : `ZZ.${digits}`;
}

/** Returns the address that hides the number behind such an id, or null for another id. */
export function lidIn(userId: string): string | null {
  const [, digits] = USER_ID.exec(userId) ?? [];
  return digits === undefined ? null : `${digits}@lid`;
}
