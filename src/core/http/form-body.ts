/** Reads forms into the body that a JSON body with the same fields would be; a file remains a file. */
import { isUtf8 } from 'node:buffer';
import type { TSchema } from '@sinclair/typebox';
import { invalid } from '../shared/errors.ts';
import { BodyValues, freeBody } from './body-values.ts';
import {
  FormFile,
  type PartHead,
  requireValidPart,
  shownName,
  textOf,
  wholeParts,
} from './multipart.ts';

/** The forms that a route accepts. */
export interface FormShape {
  /** The field that the part `file` fills. */
  readonly fileField: string;
  /** The fields of the body, which say as what a part is read if not as a text. */
  readonly properties: Readonly<Record<string, TSchema>>;
}

/** The fields of bodies that hold the name of their file. */
const NAME_FIELDS = ['fileName', 'filename'];
/** Each part takes many times its bytes. */
const PARTS_MAX = 100;

type Value = string | FormFile;
type Parts = Map<string, Value[]>;

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
  const parts = partsOf(bytes, contentType, fileField);
  // The parts are copies.
  freeBody(bytes);
  const file = fileOf(parts, fileField);
  const body: Record<string, unknown> = {};
  for (const [part, values] of parts) {
    const name = part.replace(/\[\]$/, '');
    if (name in Object.prototype) continue;
    const value = typedValue(values, properties[name], read);
    if (value !== undefined) body[name] = value;
  }
  if (file !== undefined) body[fileField] = file;
  const nameField = NAME_FIELDS.find((one) => one in properties);
  if (file instanceof FormFile && file.fileName !== null && nameField)
    body[nameField] ||= file.fileName;
  return body;
}

/** Takes the file out of the parts, or the text that says where it is. Throws `invalid` when there is another one. */
function fileOf(parts: Parts, fileField: string): Value | undefined {
  const [named, own] = ['file', fileField].map((name) => {
    const values = parts.get(name) ?? [];
    parts.delete(name);
    return values.filter((value) => value !== '');
  });
  const [file, ...others] = [...(named ?? []), ...(own ?? [])];
  if (named?.length && own?.length) throw invalid(`The form has both file and ${fileField}`);
  if (others.length > 0) throw invalid('The form has more than one file');
  if (file !== undefined) return file;
  for (const [name, [value]] of parts)
    if (value instanceof FormFile)
      throw invalid(`The file must be the part file, and the form has it as ${shownName(name)}`);
  return undefined;
}

function partsOf(bytes: Uint8Array, contentType: string, fileField: string): Parts {
  const parts: Parts = new Map();
  let count = 0;
  for (const { head, content } of wholeParts(bytes, contentType)) {
    if (++count > PARTS_MAX) throw invalid(`The form has more than ${PARTS_MAX} parts`);
    requireValidPart(head);
    if (isLeftOut(head, content)) continue;
    const { name } = head;
    const isOfFile = name === 'file' || name === fileField;
    const isFile = head.isFile || (isOfFile && !isUtf8(content));
    const value = isFile ? fileIn(head, content) : textOf(head, content);
    parts.set(name, [...(parts.get(name) ?? []), value]);
  }
  return parts;
}

/** Tells whether a part is a file field in which nobody has chosen a file: browsers send an empty file then. */
const isLeftOut = ({ isFile, fileName }: PartHead, content: Uint8Array): boolean =>
  isFile && fileName === null && content.length === 0;

/** Returns the file of a part. The type that browsers send for unknown files becomes ''; the content is copied. */
const fileIn = ({ mimetype, fileName }: PartHead, content: Uint8Array): FormFile =>
  new FormFile(
    new Uint8Array(content),
    mimetype === 'application/octet-stream' ? '' : mimetype,
    fileName,
  );

/** Returns the parts of one name in the type of their schema if they can be read so; the check of the body refuses the rest. */
function typedValue(
  values: readonly Value[],
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
function listOf(values: readonly Value[], read: BodyValues): unknown {
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
