/** Fills the header of a template with its parameter. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import type { FilledHeader, TemplateComponent } from '../../../core/providers/templates.ts';
import { fileUrlIn } from '../../../core/sending/file-url.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { isWebUrl } from '../rules/texts.ts';
import type { ParameterReader } from './filling.ts';
import { fillText } from './texts.ts';

const CHARACTERS_MAX = 60;
const NAME = 'header';

/** The kind of file of each format, and the types that a parameter may have. Phones show a GIF as a video. */
const FILES: Readonly<
  Record<string, { kind: 'image' | 'video' | 'document'; types: readonly string[] }>
> = {
  IMAGE: { kind: 'image', types: ['image'] },
  VIDEO: { kind: 'video', types: ['video'] },
  GIF: { kind: 'video', types: ['gif', 'video'] },
  DOCUMENT: { kind: 'document', types: ['document'] },
};

/** Returns null for an unknown format, whose parameters the platform checks. */
export function fillHeader(
  filling: ParameterReader,
  { format, text }: TemplateComponent,
): FilledHeader | null {
  const part = filling.take(NAME);
  if (format === 'TEXT') {
    const of = { name: NAME, part, charactersMax: CHARACTERS_MAX };
    return { kind: 'text', text: fillText(filling, typeof text === 'string' ? text : '', of) };
  }
  const file = FILES[`${format}`];
  if (file !== undefined) {
    const parameter = filling.only(part, NAME, file.types);
    return parameter && { kind: file.kind, ...fileIn(filling, parameter, `${part?.path}`) };
  }
  if (format === 'LOCATION') {
    const parameter = filling.only(part, NAME, ['location']);
    return parameter && placeIn(filling, parameter, `${part?.path}`);
  }
  if (format !== 'PRODUCT') return null;
  const parameter = filling.only(part, NAME, ['product']);
  return parameter && productIn(filling, parameter, `${part?.path}`);
}

/** Reads a file named by the id of its upload or by a link. */
function fileIn(filling: ParameterReader, parameter: Fields, part: string) {
  const path = `${part}.parameters[0].${parameter.type}`;
  const file = parameter[`${parameter.type}`];
  const { id, link, filename } = isFields(file) ? file : {};
  const named = typeof filename === 'string' && filename !== '' && { fileName: filename };
  if (typeof id === 'string' && id !== '' && link === undefined) return { uploadId: id, ...named };
  const url = typeof link === 'string' ? fileUrlIn(link) : null;
  if (url === null || id !== undefined || !isWebUrl(url)) {
    filling.refuse(path, problem('not_id_or_link'));
    return {};
  }
  return { link: url, ...named };
}

function placeIn(
  filling: ParameterReader,
  { location }: Fields,
  part: string,
): FilledHeader | null {
  const { latitude, longitude, name, address } = isFields(location) ? location : {};
  const place = { latitude: degrees(latitude, 90), longitude: degrees(longitude, 180) };
  if (Number.isNaN(place.latitude) || Number.isNaN(place.longitude)) {
    filling.refuse(`${part}.parameters[0].location`, problem('not_place_in_degrees'));
    return null;
  }
  return {
    kind: 'location',
    ...place,
    ...(typeof name === 'string' && { name }),
    ...(typeof address === 'string' && { address }),
  };
}

/** Reads a number or its digits; NaN for anything else. */
function degrees(value: unknown, most: number): number {
  const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const number = isGiven ? Number(value) : Number.NaN;
  return Math.abs(number) <= most ? number : Number.NaN;
}

function productIn(
  filling: ParameterReader,
  { product }: Fields,
  part: string,
): FilledHeader | null {
  const id = isFields(product) ? product.product_retailer_id : undefined;
  if (typeof id === 'string' && id !== '') return { kind: 'product', id };
  filling.refuse(`${part}.parameters[0].product`, problem('product_id_missing'));
  return null;
}
