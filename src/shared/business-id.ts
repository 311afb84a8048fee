/** The id by which a business knows a person who need not show a phone number, such as `BR.13491208655302741918`. */

export const BUSINESS_ID = /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/;

/** Whether it is such an id: two letters of a country, `ENT.` where it is that of a parent business, and the rest. */
export const isBusinessId = (text: string): boolean => BUSINESS_ID.test(text);
