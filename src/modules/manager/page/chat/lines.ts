/** Fields that are written line by line, in the form that the service takes. */

/** Returns the lines that say something. */
export const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A text and a web address open a page, anything else is a reply. */
export function buttonOf(line: string) {
  const [, displayText, url] = /^(.+?)\s+(https?:\/\/\S+)$/.exec(line) ?? [];
  return url ? { type: 'url', displayText, url } : { type: 'reply', displayText: line, id: line };
}

/** `Monday | until nine`: a title, and a description after a bar. */
export function rowOf(line: string) {
  const [title = '', ...rest] = line.split('|').map((part) => part.trim());
  const description = rest.join(' | ');
  return { title, rowId: title, ...(description && { description }) };
}

/** A title, a text, the address of a picture, and buttons between semicolons. */
export function cardOf(line: string) {
  const [title, body, imageUrl, buttons = ''] = line.split('|').map((part) => part.trim());
  const words = buttons.split(';').map((word) => word.trim());
  return {
    ...(title && { title }),
    body,
    ...(imageUrl && { imageUrl }),
    buttons: words.filter(Boolean).map(buttonOf),
  };
}
