/** Other spellings of a phone number, where countries have added a digit that not every account has. Pure. */

const BRAZIL = /^55([1-9][0-9])(9?)([6-9][0-9]{7})$/;
const MEXICO = /^52(1?)([0-9]{10})$/;
const ARGENTINA = /^54(9?)([0-9]{10})$/;

/** Returns digits under which WhatsApp may know the same person; empty for most countries. */
export function otherSpellings(number: string): readonly string[] {
  const [, area, ninth, local] = BRAZIL.exec(number) ?? [];
  if (area !== undefined) return [`55${area}${ninth === '' ? '9' : ''}${local}`];
  const [, mobile, inMexico] = MEXICO.exec(number) ?? [];
  if (inMexico !== undefined) return [`52${mobile === '' ? '1' : ''}${inMexico}`];
  const [, nine, inArgentina] = ARGENTINA.exec(number) ?? [];
  if (inArgentina !== undefined) return [`54${nine === '' ? '9' : ''}${inArgentina}`];
  return [];
}
