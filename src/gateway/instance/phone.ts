/** Which texts are a phone number that a code can be asked for: country code and number, digits only. */
const PHONE = /^[0-9]{7,15}$/;

export const PHONE_PROBLEM = 'must be 7-15 digits';
export const isPhone = (value: unknown): value is string =>
  typeof value === 'string' && PHONE.test(value);
