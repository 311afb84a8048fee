/** How many values a JSON text holds, asked before it is parsed: a body of `{},{},…` becomes thirty times its size. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/** Whether there are more than `max`; texts inside count as one, however long. */
export function hasMoreValues(json: Uint8Array, max: number): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  // Nearly every body ends here, without a look at each of its bytes.
  const most = [COMMA, LIST, OBJECT].reduce((sum, byte) => sum + timesOf(bytes, byte, max), 1);
  if (most <= max) return false;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    // What stands before every value but the first.
    else if ((byte === COMMA || byte === LIST || byte === OBJECT) && ++values > max) return true;
  }
  return false;
}

/** How often a byte occurs, texts included; stops counting at `max`. */
function timesOf(bytes: Buffer, byte: number, max: number): number {
  let times = 0;
  for (let at = bytes.indexOf(byte); at !== -1 && times < max; at = bytes.indexOf(byte, at + 1))
    times++;
  return times;
}

/** The closing quote, or the end of what is not JSON. */
function endOfText(bytes: Buffer, from: number): number {
  let end = bytes.indexOf(QUOTE, from + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let first = quote;
  while (bytes[first - 1] === BACKSLASH) first--;
  return (quote - first) % 2 === 1;
}
