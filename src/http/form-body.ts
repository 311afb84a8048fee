/** Reads forms into the body that a JSON body with the same fields would be; a file remains a file. */
import type { TSchema } from '@sinclair/typebox';
import { sha256 } from '../shared/crypto.ts';
import { invalid } from '../shared/errors.ts';
import { BodyValues, giveBack } from './body-values.ts';

export const isForm = (contentType: string): boolean => FORM_TYPE.test(contentType);

/** What a route says about the forms that it takes. */
export interface FormShape {
  /** The field that the part `file` fills. */
  readonly fileField: string;
  /** The fields of the body, which say as what a part is read if not as a text. */
  readonly properties: Readonly<Record<string, TSchema>>;
}

/** A file of a form, which is the value of a field. */
export class FormFile {
  readonly bytes: Uint8Array;
  /** The type as the part says it, or ''. */
  readonly mimetype: string;

  constructor(bytes: Uint8Array, mimetype: string) {
    this.bytes = bytes;
    this.mimetype = mimetype;
  }

  /** Tells two bodies apart when a request is repeated. */
  toJSON(): string {
    return sha256(this.bytes);
  }
}

const FORM_TYPE = /^multipart\/form-data\s*;/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;
/** The fields of bodies that hold the name of their file. */
const NAME_FIELDS = ['fileName', 'filename'];
/** Each part takes many times its bytes. */
const PARTS_MAX = 100;

/**
 * Returns the body of a form; `bytes` cannot be read afterwards. Throws `invalid` if it is not a form, has too many
 * parts or two files, or has what JSON bodies are refused for. Parts with names that no body may have are ignored.
 */
export async function readForm(
  bytes: Uint8Array,
  contentType: string,
  { fileField, properties }: FormShape,
): Promise<Record<string, unknown>> {
  const read = new BodyValues(bytes.length);
  const form = await parse(bytes, contentType);
  // The form has copies of its parts.
  giveBack(bytes);
  const body: Record<string, unknown> = {};
  const given = new Set(form.keys());
  if (given.has('file') && given.delete(fileField) && form.get(fileField) !== '')
    throw invalid(`The form has both file and ${fileField}`);
  for (const part of given) {
    const name = part === 'file' ? fileField : part.replace(/\[\]$/, '');
    if (name in Object.prototype) continue;
    const values = await Promise.all(form.getAll(part).map(readPart));
    const value = meant(values, properties[name], read);
    if (value !== undefined) body[name] = value;
    const file = form.get(part);
    const nameField = NAME_FIELDS.find((one) => one in properties);
    if (name === fileField && file instanceof File && nameField) body[nameField] ??= file.name;
  }
  return body;
}

type Form = Awaited<ReturnType<Response['formData']>>;

async function parse(bytes: Uint8Array, contentType: string): Promise<Form> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw invalid('The form has no boundary');
  if (timesOf(bytes, `--${boundary}`) > PARTS_MAX + 1)
    throw invalid(`The form has more than ${PARTS_MAX} parts`);
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw invalid('The body is not a valid form');
  }
}

function timesOf(bytes: Uint8Array, text: string): number {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let times = 0;
  for (let at = all.indexOf(text); at !== -1 && times <= PARTS_MAX + 1; times++)
    at = all.indexOf(text, at + text.length);
  return times;
}

const readPart = async (part: string | Blob): Promise<string | FormFile> =>
  typeof part === 'string' ? part : new FormFile(await part.bytes(), typeOf(part));

/** Returns the type without parameters such as the charset. `application/octet-stream` counts as no type. */
function typeOf({ type }: Blob): string {
  const [plain = ''] = type.split(';');
  return plain === 'application/octet-stream' ? '' : plain;
}

/** Returns what the schema asks for as far as the text holds it; the check of the body names what is wrong. */
function meant(
  values: readonly (string | FormFile)[],
  schema: TSchema | undefined,
  read: BodyValues,
): unknown {
  const [first] = values;
  if (schema?.type === 'array') return listOf(values, read);
  if (values.length > 1 || typeof first !== 'string') return values.length > 1 ? values : first;
  if (!PARSED.has(schema?.type)) return first;
  return first === '' ? undefined : parsed(first, read);
}

const PARSED: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'object']);

/** Several parts of one name, or one part with a list. */
function listOf(values: readonly (string | FormFile)[], read: BodyValues): unknown {
  const [first] = values;
  if (values.length > 1 || typeof first !== 'string') return values;
  if (first === '') return undefined;
  return first.startsWith('[') ? parsed(first, read) : read.split(first);
}

/** The content of a part is one level below the body. */
function parsed(text: string, read: BodyValues): unknown {
  const value = read.parse(text, 1);
  return value === undefined ? text : value;
}
