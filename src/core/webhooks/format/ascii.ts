/**
 * Returns JSON as Meta posts it, with every letter outside of ASCII escaped: there are receivers that escape it like
 * this before they compare the signature.
 */
export const inAscii = (json: string): string =>
  json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
