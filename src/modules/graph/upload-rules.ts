/** Pure rules for uploads: the types and sizes that Meta accepts, and the first bytes of each type. */

import { MEDIA_BYTES_MAX } from '../../core/events/contract/catalog.ts';
import { FILE_RULES } from '../../core/providers/at-meta.ts';
import { MEDIA_KINDS, type MediaKind } from '../../core/providers/outgoing.ts';
import { isShown, typeAs } from '../../core/sending/describe-file.ts';
import { formatOf } from '../../core/sending/format/format-of.ts';
import { bareType } from '../../core/shared/media-types.ts';

/** The largest file of any type. Meta takes documents of 100 MB, but no message here has a file above this size. */
export const UPLOAD_BYTES_MAX = MEDIA_BYTES_MAX;

const MEDIA = [FILE_RULES.image, FILE_RULES.video, FILE_RULES.audio, FILE_RULES.sticker];
const TYPES = MEDIA.flatMap(({ types = [] }) => types);

/** Types of which every file is recognised by its bytes. Files of other types can begin with anything. */
const RECOGNISED: readonly string[] = [
  ...['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/3gpp'],
  ...['audio/mp4', 'audio/ogg', 'audio/amr', 'application/pdf'],
];

export interface UploadFacts {
  /** The type that was named, in the form of `specificType`, or null. */
  readonly named: string | null;
  /** The types that the part and the name of the file say, the one that counts most first. */
  readonly hints: readonly string[];
  readonly size: number;
  /** The first `FORMAT_BYTES`, or all. */
  readonly head: Uint8Array;
}

/**
 * Returns the type of the file, which is what its bytes are within the family that was named, or why Meta would refuse
 * the file.
 */
export function uploadType({ named, hints, size, head }: UploadFacts): { type: string } | Problem {
  if (size === 0) return { problem: 'the file is empty' };
  const format = formatOf(head);
  const all = named === null ? hints : [named, ...hints];
  const [first = 'application/octet-stream'] = all;
  const kind = kindOf(named ?? '');
  const found = typeAs(kind, format, all) ?? first;
  const isOther = kind !== 'document' && kindOf(found) !== kind;
  if (isOther || (format === null && RECOGNISED.includes(bareType(found))))
    return {
      problem: `the file is not of the type that was named: it does not begin as ${bareType(first)} does`,
    };
  // A document may have any type.
  const type = kind !== 'document' || isTaken(found) ? found : first;
  return isTaken(type) ? withinSize(type, size) : { problem: notTaken(bareType(type)) };
}

interface Problem {
  readonly problem: string;
}

function withinSize(type: string, size: number): { type: string } | Problem {
  const { bytesMax } = ruleOf(type) ?? FILE_RULES.document;
  const most = Math.min(bytesMax, UPLOAD_BYTES_MAX);
  return size > most ? { problem: tooLargeProblem(bareType(type), most) } : { type };
}

const ruleOf = (type: string) => MEDIA.find(({ types }) => types?.includes(bareType(type)));

const kindOf = (type: string): MediaKind => {
  const [family] = type.split('/', 1);
  return MEDIA_KINDS.find((kind) => kind === family) ?? 'document';
};

const isTaken = (type: string): boolean => {
  const kind = kindOf(type);
  return kind === 'document' || (ruleOf(type) !== undefined && isShown(kind, type));
};

const notTaken = (type: string): string =>
  `the file must be of one of these types: ${TYPES.join(', ')}, or be a document; it is ${type}`;

export const tooLargeProblem = (type: string, bytesMax: number): string =>
  `the file is too large: at most ${bytesMax} bytes are taken as ${type}`;
