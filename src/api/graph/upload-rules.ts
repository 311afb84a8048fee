/** Which files can be uploaded: their types and sizes as Meta takes them, and what their first bytes must be. Pure. */
import { MEDIA_BYTES_MAX } from '../../events/contract/catalog.ts';
import { FILE_RULES } from '../../providers/whatsapp-cloud/outgoing/media.ts';
import { bareType } from '../../shared/media-types.ts';

/** The largest file of any type. Meta takes documents of 100 MB, but no message here has a file above this size. */
export const UPLOAD_BYTES_MAX = MEDIA_BYTES_MAX;

/** How many bytes of a file show whether it is of its type. */
export const HEAD_BYTES = 1024;

const MEDIA = [FILE_RULES.image, FILE_RULES.video, FILE_RULES.audio, FILE_RULES.sticker];
const TYPES = MEDIA.flatMap(({ types = [] }) => types);

const startsWith = (text: string) => (head: string) => head.startsWith(text);
const isWebP = (head: string) => head.startsWith('RIFF') && head.startsWith('WEBP', 8);
/** The name of the first box. */
const isMp4 = (head: string) => /^(?:ftyp|moov|mdat|free|skip|wide)/.test(head.slice(4));

/** Files of other types can begin with anything. */
const BEGINNINGS: Readonly<Record<string, (head: string) => boolean>> = {
  'image/jpeg': startsWith('\xff\xd8\xff'),
  'image/png': startsWith('\x89PNG'),
  'image/webp': isWebP,
  'video/mp4': isMp4,
  'video/3gpp': isMp4,
  'audio/mp4': isMp4,
  'audio/ogg': startsWith('OggS'),
  'audio/amr': startsWith('#!AMR'),
  'application/pdf': (head) => head.includes('%PDF-'),
};

interface UploadFacts {
  readonly mimetype: string;
  readonly size: number;
  /** The first `HEAD_BYTES`, or all. */
  readonly head: Uint8Array;
}

/** Returns why Meta would refuse the file, or null. */
export function uploadProblem({ mimetype, size, head }: UploadFacts): string | null {
  const type = bareType(mimetype);
  const rule = MEDIA.find(({ types }) => types?.includes(type));
  if (rule === undefined && /^(?:image|video|audio)\//.test(type))
    return `the file must be of one of these types: ${TYPES.join(', ')}, or be a document; ${type} was named`;
  const bytesMax = Math.min((rule ?? FILE_RULES.document).bytesMax, UPLOAD_BYTES_MAX);
  if (size > bytesMax) return tooLargeProblem(type, bytesMax);
  if (size === 0) return 'the file is empty';
  const isRight = Object.hasOwn(BEGINNINGS, type) ? BEGINNINGS[type] : undefined;
  const beginning = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return isRight === undefined || isRight(beginning)
    ? null
    : `the file is not of the type that was named: it does not begin as ${type} does`;
}

export const tooLargeProblem = (type: string, bytesMax: number): string =>
  `the file is too large: at most ${bytesMax} bytes are taken as ${type}`;
