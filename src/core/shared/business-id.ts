/** The id that a person has for a business without showing a phone number, such as `BR.13491208655302741918`. */

export const BUSINESS_ID = /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/;

/**
 * Returns whether the text is such an id: two letters of a country, `ENT.` if it is for a parent business, and the
 * rest.
 */
export const isBusinessId = (text: string): boolean => BUSINESS_ID.test(text);
