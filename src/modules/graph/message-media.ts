/** The files of messages that are sent by the paths of the Graph API. */
import { type Fields, isFields } from '../../core/http/read-fields.ts';
import type { UploadedFile } from '../../core/messages/uploaded-files.ts';
import { fileUrlIn } from '../../core/sending/file-url.ts';
import { requireConnected } from '../../core/sending/sender.ts';
import { bareType } from '../../core/shared/media-types.ts';
import { refusedAs } from './errors.ts';
import type { GraphCall } from './operation.ts';

/** Returns the file of a message as operations of ours take it. `type` is that of the message. */
export async function mediaOf(
  { link, id }: Fields,
  type: string,
  call: Pick<GraphCall, 'instance' | 'parts'>,
): Promise<UploadedFile | string> {
  const [hasLink, hasId] = [(link ?? '') !== '', (id ?? '') !== ''];
  if (hasLink && hasId) throw refusedAs(131009, `${type} must have link or id, not both`);
  if (!hasLink && !hasId) throw refusedAs(131008, `${type} must have link or id`);
  if (hasId) return uploaded(id, type, call);
  const url = typeof link === 'string' ? fileUrlIn(link) : null;
  if (url !== null) return url;
  throw refusedAs(131009, `${type}.link must be the http or https URL of a file`);
}

/** The families of types that go as a message. Any file is a document. */
const FAMILIES: Readonly<Record<string, string>> = {
  image: 'image/',
  video: 'video/',
  audio: 'audio/',
  sticker: 'image/',
};

async function uploaded(
  id: unknown,
  type: string,
  { instance, parts }: Pick<GraphCall, 'instance' | 'parts'>,
): Promise<UploadedFile> {
  const file = await parts.uploadedFiles.findOf(instance.id, String(id));
  if (file === null)
    throw refusedAs(100, `${type}.id must be the id of a file that was uploaded for this number`);
  const mimetype = bareType(file.mimetype);
  if (mimetype.startsWith(FAMILIES[type] ?? '')) return file;
  throw refusedAs(131053, `a file of the type ${mimetype} cannot be sent as ${type}`);
}

/** The files that can be above the text of a message. */
export const HEADER_KINDS = ['image', 'video', 'document'] as const;

/** Puts Meta's own ids of uploaded files into the components of a template, if it goes through the official API. */
export async function withPlatformFileIds(components: unknown, call: GraphCall): Promise<unknown> {
  if (Array.isArray(components)) {
    const all: unknown[] = [];
    // One after another, so that one request takes the memory of one file.
    for (const one of components) all.push(await withPlatformFileIds(one, call));
    return all;
  }
  if (!isFields(components)) return components;
  const kind = HEADER_KINDS.find((one) => components.type === one && isFields(components[one]));
  if (kind === undefined) return inside(components, call);
  // The cast: it was found to be an object.
  const file = components[kind] as Fields;
  if ((file.id ?? '') === '' || (file.link ?? '') !== '') return components;
  const id = await idAtPlatform(String(file.id), kind, call);
  return { ...components, [kind]: { ...file, id } };
}

async function inside(fields: Fields, call: GraphCall): Promise<Fields> {
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields))
    entries.push([name, Array.isArray(value) ? await withPlatformFileIds(value, call) : value]);
  return Object.fromEntries(entries);
}

/** Ids of no file here are left to the platform. */
async function idAtPlatform(id: string, kind: string, call: GraphCall): Promise<string> {
  const { instance, parts } = call;
  const session = parts.cloudOf(instance);
  if (session === null) return (await uploaded(id, kind, call)).id;
  if ((await parts.uploadedFiles.findOf(instance.id, id)) === null) return id;
  const file = await uploaded(id, kind, call);
  requireConnected(instance);
  const held = await parts.filesInFlight.take(instance.id, file.size, true);
  try {
    const { mimetype, fileName } = file;
    const bytes = await file.bytes();
    return await session.handOver({ bytes, mimetype, ...(fileName !== null && { fileName }) });
  } finally {
    held.release();
  }
}
