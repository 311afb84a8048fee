/** Finds the file in the content of a message, which is in WhatsApp's spelling. Pure. */

type Fields = Readonly<Record<string, unknown>>;

const FILE_FIELDS = [
  'imageMessage',
  'videoMessage',
  'ptvMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
] as const;

export type FileField = (typeof FILE_FIELDS)[number];

export interface FileInMessage {
  readonly field: FileField;
  /** The message's own fields about the file. */
  readonly said: Fields;
}

/** The fields of messages with a header, in which a business may put a file, and how their headers are found. */
const HEADERS: ReadonlyMap<string, (said: Fields) => readonly unknown[]> = new Map([
  ['buttonsMessage', (said: Fields) => [said]],
  ['interactiveMessage', headersOfCards],
  ['templateMessage', headersOfTemplate],
  ['highlyStructuredMessage', (said: Fields) => headersOfTemplate(fieldsIn(said.hydratedHsm))],
]);

/** A message with cards has a header for each of them; the first file counts. */
function headersOfCards({ header, carouselMessage }: Fields): readonly unknown[] {
  const { cards } = fieldsIn(carouselMessage);
  if (!Array.isArray(cards)) return [header];
  return [header, ...cards.map((card) => fieldsIn(card).header)];
}

function headersOfTemplate(said: Fields): readonly unknown[] {
  const { hydratedTemplate, hydratedFourRowTemplate, fourRowTemplate } = said;
  const interactive = headersOfCards(fieldsIn(said.interactiveMessageTemplate));
  return [hydratedTemplate, hydratedFourRowTemplate, fourRowTemplate, ...interactive];
}

/** `content` has no envelopes. Returns null when it has no file. */
export function fileIn(content: Fields): FileInMessage | null {
  const found = fileAmong(content);
  if (found !== null) return found;
  for (const field of HEADERS.keys()) {
    const inHeader = fileInField(field, content[field]);
    if (inHeader !== null) return inHeader;
  }
  return null;
}

/** Returns the file in a field of a message, which may be in a header; null for a field without a file. */
export function fileInField(field: string, value: unknown): FileInMessage | null {
  if (!isFields(value)) return null;
  if (isFileField(field)) return { field, said: value };
  for (const header of HEADERS.get(field)?.(value) ?? []) {
    const found = fileAmong(fieldsIn(header));
    if (found !== null) return found;
  }
  return null;
}

const KNOWN: ReadonlySet<string> = new Set(FILE_FIELDS);

/** Tells whether a field of messages is a file. */
export const isFileField = (field: string): field is FileField => KNOWN.has(field);

function fileAmong(fields: Fields): FileInMessage | null {
  for (const field of FILE_FIELDS) {
    const said = fields[field];
    if (isFields(said)) return { field, said };
  }
  return null;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array);

const NOTHING: Fields = {};

const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : NOTHING);
