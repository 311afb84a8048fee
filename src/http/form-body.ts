/** Bodies of forms, read into what a JSON body with the same fields would be; a file stays as it is. */
import type { TSchema } from '@sinclair/typebox';
import { sha256 } from '../shared/crypto.ts';
import { invalid } from '../shared/errors.ts';
import { BodyValues, giveBack } from './body-values.ts';

export const isForm = (contentType: string): boolean => FORM_TYPE.test(contentType);

/** What a route says of the forms that it takes. */
export interface FormShape {
  /** The field that the part `file` stands for. */
  readonly fileField: string;
  /** Of the body: what else than a text a part is read as. */
  readonly properties: Readonly<Record<string, TSchema>>;
}

/** A file of a form, as the value of its field. */
export class FormFile {
  readonly bytes: Uint8Array;
  /** As its part says it; '' where it does not. */
  readonly mimetype: string;

  constructor(bytes: Uint8Array, mimetype: string) {
    this.bytes = bytes;
    this.mimetype = mimetype;
  }

  /** What tells two bodies apart, when a request is repeated. */
  toJSON(): string {
    return sha256(this.bytes);
  }
}

const FORM_TYPE = /^multipart\/form-data\s*;/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;
/** What bodies call the name of their file. */
const NAME_FIELDS = ['fileName', 'filename'];
/** Each costs many times its bytes. */
const PARTS_MAX = 100;

/**
 * The body that a form stands for; nothing can be read of `bytes` any more. Throws `invalid` for what is not a form, has
 * too many parts or the file twice, and for what JSON bodies are refused for. Parts of names that no body may have are
 * left out.
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

/** Without what a part says besides, such as its charset. Bytes of any kind are as good as no type. */
function typeOf({ type }: Blob): string {
  const [plain = ''] = type.split(';');
  return plain === 'application/octet-stream' ? '' : plain;
}

/** What the schema asks for, as far as the text holds it: what is wrong is named by the check of the body. */
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

/** Parts of one name, or a list in one of them. */
function listOf(values: readonly (string | FormFile)[], read: BodyValues): unknown {
  const [first] = values;
  if (values.length > 1 || typeof first !== 'string') return values;
  if (first === '') return undefined;
  return first.startsWith('[') ? parsed(first, read) : read.split(first);
}

/** What a part holds is one level below the body. */
function parsed(text: string, read: BodyValues): unknown {
  const value = read.parse(text, 1);
  return value === undefined ? text : value;
}
