/** Files by their ids, as the Graph API has them: those that were uploaded, and those of messages. */
import { type Static, Type } from '@sinclair/typebox';
import { MEDIA_ID } from '../../core/http/example-values.ts';
import { streamFile } from '../../core/http/large-answer.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { readStreamedForm, type StreamedForm } from '../../core/http/streamed-form.ts';
import type { FileUpload, UploadedFile } from '../../core/messages/uploaded-files.ts';
import { isFileName, isMediaType, specificType } from '../../core/sending/describe-file.ts';
import { FORMAT_BYTES } from '../../core/sending/format/format-of.ts';
import { AppError } from '../../core/shared/errors.ts';
import { typeOfName } from '../../core/shared/media-types.ts';
import { fileUrl, messageIdIn } from '../../core/webhooks/format/meta-errors.ts';
import { refusedAs, unknownObject } from './errors.ts';
import { foreignFileHeaders } from './foreign-file.ts';
import type { GraphCall, GraphRows } from './operation.ts';
import { requireProduct, Success } from './reading.ts';
import { type MessageMedia, messageMedia } from './stored-media.ts';
import { tooLargeProblem, UPLOAD_BYTES_MAX, type UploadFacts, uploadType } from './upload-rules.ts';

export const GraphMedia = NamedObject('GraphMedia', {
  messaging_product: Type.Literal('whatsapp'),
  id: Type.String(),
  url: Type.String({
    description:
      'URL of the file itself, for the same access token; valid for as long as the file exists',
  }),
  mime_type: Type.String({ description: 'The media type of the file, such as `image/png`' }),
  sha256: Type.String({ description: 'SHA-256 of the file in base64' }),
  file_size: Type.Integer({ description: 'The bytes of the file' }),
});

export const OF_NUMBER = {
  phone_number_id: Type.Optional(
    Type.String({
      description: '`phoneNumberId` that the file must belong to',
      examples: ['106540352242922'],
    }),
  ),
};

const NO_FILE = 'the parameter file is required: a part of the form with a file name';
const NO_TYPE = 'the parameter type is required: a media type such as image/png';

/** A file on its way in. Nothing is written before its first byte has come. */
class IncomingUpload {
  readonly #call: GraphCall;
  #upload: FileUpload | null = null;
  #head = Buffer.alloc(0);
  #size = 0;

  constructor(call: GraphCall) {
    this.#call = call;
  }

  async take(bytes: Uint8Array): Promise<void> {
    const { parts, instance } = this.#call;
    this.#upload ??= await parts.uploadedFiles.begin(instance.id);
    if (this.#head.length < FORMAT_BYTES)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, FORMAT_BYTES)]);
    this.#size += bytes.byteLength;
    await this.#upload.write(bytes);
  }

  /** Throws for a file that Meta would refuse. */
  async finish({ fileName, ...types }: NamesInForm): Promise<UploadedFile> {
    const found = uploadType({ ...types, size: this.#size, head: this.#head });
    if ('problem' in found) throw refusedAs(100, found.problem);
    if (this.#upload === null) throw refusedAs(100, NO_FILE);
    return this.#upload.finish({ mimetype: found.type, fileName });
  }

  /** Never rejects. Pieces that cannot be deleted now are pruned later, like those of a process that was killed. */
  async abandon(): Promise<void> {
    await this.#upload?.abandon().catch(() => {});
  }
}

async function upload(call: GraphCall): Promise<{ readonly id: string }> {
  const { instance, id, request, parts } = call;
  if (id !== instance.phoneNumberId) throw unknownObject();
  const incoming = new IncomingUpload(call);
  try {
    const form = await readStreamedForm(request, {
      clock: parts.clock,
      fileBytesMax: UPLOAD_BYTES_MAX,
      take: (bytes) => incoming.take(bytes),
    });
    return { id: (await incoming.finish(namesIn(form, call.query))).id };
  } catch (error) {
    await incoming.abandon();
    const isTooLarge = error instanceof AppError && error.reason === 'too_large';
    throw isTooLarge ? refusedAs(100, tooLargeProblem('any type', UPLOAD_BYTES_MAX)) : error;
  }
}

interface NamesInForm extends Pick<UploadFacts, 'named' | 'hints'> {
  readonly fileName: string | null;
}

/**
 * Returns what the form says about its file. Throws for a form that lacks something. Meta also accepts the product in
 * the query.
 */
function namesIn({ fields, file }: StreamedForm, query: GraphCall['query']): NamesInForm {
  requireProduct({ ...query, ...fields });
  if (file === null) throw refusedAs(100, NO_FILE);
  const { fileName, mimetype: ofPart } = file;
  if (![fields.type ?? '', ofPart].some(isMediaType)) throw refusedAs(100, NO_TYPE);
  const specific = (type: string | null | undefined) => (type && specificType(type)) || null;
  // Some clients name the kind, such as `image`, and many parts call any file a plain text.
  const isVague = ofPart === 'text/plain';
  const named = specific(fields.type) ?? (isVague ? null : specific(ofPart));
  const hints = [fileName && typeOfName(fileName), specific(ofPart)].flatMap((type) => type || []);
  return {
    named,
    hints,
    fileName: fileName !== null && isFileName(fileName) ? fileName : null,
  };
}

type Media = UploadedFile | MessageMedia;

/** Returns null for an id that may be that of something else; throws 404 for one of another number or message. */
async function findFile({ instance, id, query, parts }: GraphCall): Promise<Media | null> {
  const { phone_number_id: number = instance.phoneNumberId } = query;
  if (number !== instance.phoneNumberId) throw unknownObject();
  const messageId = messageIdIn(id);
  return messageId === null
    ? parts.uploadedFiles.findOf(instance.id, id)
    : messageMedia(parts, instance.id, messageId);
}

/** Throws 404 for an id of no file of the instance. */
async function fileOf(call: GraphCall): Promise<Media> {
  const file = await findFile(call);
  if (file === null) throw unknownObject();
  return file;
}

/** Answers `GET /:id` for the id of a file, and with null for one that may be that of something else. */
export async function mediaObject(call: GraphCall): Promise<Static<typeof GraphMedia> | null> {
  const { id, parts, request, version } = call;
  const file = await findFile(call);
  if (file === null) return null;
  const { mimetype, size, sha256 } = 'facts' in file ? await file.facts() : file;
  return {
    messaging_product: 'whatsapp',
    id,
    url: fileUrl(parts.publicUrl(request), version, id),
    mime_type: mimetype,
    sha256,
    file_size: size,
  };
}

const RANGE = /^bytes=(\d{1,15})-(\d{1,15})?$/;

/** Returns the only range that a request asks for, or null for the whole file. */
function rangeIn({ headers }: Request, size: number) {
  const [, first, last] = RANGE.exec(headers.get('range') ?? '') ?? [];
  const from = Number(first);
  const to = Math.min(last === undefined ? size : Number(last) + 1, size);
  return from < to ? { from, to } : null;
}

async function bytesOf(call: GraphCall): Promise<Response> {
  const { parts, request } = call;
  const file = await fileOf(call);
  if ('facts' in file) {
    const { mimetype } = await file.facts();
    return streamFile(parts, request, file.content(), { headers: headersOf(mimetype) });
  }
  const { size, mimetype } = file;
  const range = rangeIn(request, size);
  const { from, to } = range ?? { from: 0, to: size };
  const headers = {
    ...headersOf(mimetype),
    'accept-ranges': 'bytes',
    'content-length': String(to - from),
    ...(range && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
  };
  return streamFile(parts, request, file.content(from, to), { headers, status: range ? 206 : 200 });
}

const headersOf = (mimetype: string) => ({
  ...foreignFileHeaders(isMediaType(mimetype) ? mimetype : ''),
  'cache-control': 'private, no-store',
});

async function remove(call: GraphCall): Promise<Static<typeof Success>> {
  const file = await fileOf(call);
  if ('facts' in file)
    throw refusedAs(
      100,
      'the file of a message stays with its message: only uploaded files can be deleted',
    );
  if (!(await call.parts.uploadedFiles.remove(file.instanceId, file.id))) throw unknownObject();
  return { success: true };
}

const ofFile = (description: string) => `${description} 404: the instance has no such file.`;

const PRODUCT = Type.String({
  description: 'Messaging product, always `whatsapp`',
  examples: ['whatsapp'],
});

export const MEDIA: GraphRows = {
  'POST /:id/media': {
    names: 'number',
    scope: 'send',
    summary: 'Upload a file',
    description: `Stores a file, which can be sent by its id for 30 days. Types and sizes are those of the official API, but no file may have more than ${UPLOAD_BYTES_MAX} bytes. An instance keeps its newest 5000 files and 512 MiB.`,
    query: { messaging_product: Type.Optional(PRODUCT) },
    form: {
      messaging_product: PRODUCT,
      type: Type.Optional(
        Type.String({
          description: 'Media type of the file, such as `image/png`; defaults to that of its part',
          examples: ['image/png'],
        }),
      ),
      file: Type.String({
        contentMediaType: 'application/octet-stream',
        description: 'The file itself, as a part with a file name',
      }),
    },
    answer: Type.Object({ id: Type.String() }),
    example: {
      body: { messaging_product: 'whatsapp', type: 'text/csv', file: 'book,9' },
      answer: { id: MEDIA_ID },
    },
    run: upload,
  },
  'GET /:id/bytes': {
    scope: 'read',
    summary: 'Download a file',
    description: ofFile('Returns the bytes of a file, as `url` of its look-up opens them.'),
    query: OF_NUMBER,
    resolvesObjectId: true,
    answer: Type.String({ contentMediaType: 'application/octet-stream' }),
    run: bytesOf,
  },
  'DELETE /:id': {
    scope: 'send',
    summary: 'Delete an uploaded file',
    description: ofFile('The files of messages stay with their messages.'),
    query: OF_NUMBER,
    resolvesObjectId: true,
    answer: Success,
    run: remove,
  },
};
