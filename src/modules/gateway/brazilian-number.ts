/** Recognizes numbers of Brazil that lack the code of the country. */

/** The codes of its areas, the first two digits of a number. */
const AREA = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/;
/** Nine digits of a mobile, which begin with 9, or eight of any other. */
const SUBSCRIBER = /^..(?:9\d{8}|[2-9]\d{7})$/;

/** Returns the number with the code of the country, or null for digits that are no number of Brazil without it. */
export const withCodeOfBrazil = (digits: string): string | null =>
  AREA.test(digits) && SUBSCRIBER.test(digits) ? `55${digits}` : null;
