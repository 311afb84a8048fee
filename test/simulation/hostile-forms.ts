/** Malformed and hostile forms, with and without a file. */
import type { Random } from './hostile-requests.ts';

export interface HostileForm {
  readonly contentType: string;
  readonly body: string;
}

interface FormParts {
  readonly random: Random;
  /** One of the texts that everything hostile is made of. */
  readonly text: () => string;
  /** Fields that fit the operation by and large. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const BOUNDARY = 'a-boundary';
const CONTENT_TYPES = [
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'],
  ...['multipart/form-data; boundary=another', 'multipart/mixed; boundary=a-boundary'],
  ...[`multipart/form-data; boundary=${'b'.repeat(300)}`, 'multipart/form-data; charset=utf-16'],
  ...['multipart/form-data; boundary="a-boundary"; boundary=another', 'application/json'],
];
const FILES: readonly (readonly [type: string, content: string])[] = [
  ['application/pdf', '%PDF-1.4'],
  ['application/pdf', '%PDF-1.7 of some pages'],
  ['text/plain', 'a text'],
  ['text/csv; charset=latin1', 'book,9'],
  ['image/png', 'no picture'],
  ['video/mp4', ''],
  ['application/octet-stream', '\u0000\u0001'.repeat(5_000)],
  ['', 'x'],
  ['/', 'x'],
  ['image/png\tx', 'x'],
  [`image/${'p'.repeat(9_000)}`, 'x'],
];
const NAMES = ['file', 'file', 'file', 'files', '__proto__', 'toString', '', 'file[]'];

/** Breaks a form that is whole. */
const BREAKS: readonly ((form: string) => string)[] = [
  () => '',
  (form) => form.slice(0, form.length >> 1),
  (form) => form.slice(0, -4),
  (form) => form.replaceAll('\r\n', '\n'),
  (form) => form.replaceAll('--a-boundary', '--a-boundar'),
  (form) => form.replace('Content-Disposition', 'Content-Position'),
  (form) => form.replace('; name=', '; game='),
  (form) => form.replace('\r\n\r\n', '\r\n'),
  (form) => `${form}${form}`,
  (form) => form.repeat(30),
  (form) => `\r\n\r\n${form}trailing`,
];

const quoted = (text: string): string => text.replace(/[\r\n"]/g, '');

const part = (head: string, content: string, type?: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n${
    type === undefined ? '' : `Content-Type: ${type}\r\n`
  }\r\n${content}\r\n`;

const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const END = `--${BOUNDARY}--\r\n`;

/** A form that an upload takes, so that some requests come to their end. */
const GOOD: HostileForm = {
  contentType: CONTENT_TYPE,
  body: `${part('name="messaging_product"', 'whatsapp')}${part('name="file"; filename="a.pdf"', '%PDF-1.4', 'application/pdf')}${END}`,
};

/** One form; about every second one is whole. */
export function hostileForm({ random, text, fields }: FormParts): HostileForm {
  if (random(3) === 0) return GOOD;
  const one = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const texts = Object.entries(fields).filter(([name]) => name !== 'file');
  const parts = texts.map(([name, value]) =>
    part(`name="${quoted(name)}"`, typeof value === 'string' ? value : JSON.stringify(value)),
  );
  if (random(6) === 0) parts.push(part(`name="${quoted(text()).slice(0, 9_000)}"`, text()));
  const files = one([0, 1, 1, 1, 1, 1, 2]);
  for (let count = 0; count < files; count++) {
    const [type, content] = one(FILES);
    const fileName = random(4) === 0 ? quoted(text()) : 'a.pdf';
    const named = random(8) === 0 ? '' : `; filename="${fileName}"`;
    parts.push(part(`name="${random(4) === 0 ? one(NAMES) : 'file'}"${named}`, content, type));
  }
  if (random(4) === 0) parts.reverse();
  const whole = `${parts.join('')}${END}`;
  return {
    contentType: random(8) === 0 ? one(CONTENT_TYPES) : CONTENT_TYPE,
    body: random(3) === 0 ? one(BREAKS)(whole) : whole,
  };
}
