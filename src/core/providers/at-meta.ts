/** Says which files Meta takes, and what the session of a number at Meta offers beside what every session does. */
import type { Fields } from './foreign-values.ts';
import type { OutgoingMedia } from './outgoing.ts';
import type { Session } from './provider.ts';
import type { Templates } from './templates.ts';

export interface NumberRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: 'whatsapp_business_profile' | 'block_users';
  readonly query: Readonly<Record<string, string>>;
  /** Counts for POST and DELETE. */
  readonly body: Fields;
}

/** The facts about a file that Meta must know. */
export type FileToUpload = Pick<OutgoingMedia, 'bytes' | 'mimetype' | 'fileName'>;

export interface SessionAtMeta extends Session {
  /** The templates of the number's account; they can be read and changed whether or not the instance is open. */
  readonly templates: Templates;
  /** Asks a path below the number, whether or not the instance is open. */
  askNumber(request: NumberRequest): Promise<Fields>;
  /** Resolves with Meta's id of a file. Throws as sending a file does. */
  handOver(file: FileToUpload): Promise<string>;
}

const MIB = 1024 * 1024;
export const MOVING_STICKER_BYTES_MAX = 500 * 1024;

export type MetaFileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

interface Rule {
  /** Absent when any type is allowed. */
  readonly types?: readonly string[];
  readonly bytesMax: number;
}

/** Which files Meta takes as what. */
export const FILE_RULES: Readonly<Record<MetaFileKind, Rule>> = {
  image: { types: ['image/jpeg', 'image/png'], bytesMax: 5 * MIB },
  video: { types: ['video/mp4', 'video/3gpp'], bytesMax: 16 * MIB },
  audio: {
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    bytesMax: 16 * MIB,
  },
  document: { bytesMax: 100 * MIB },
  sticker: { types: ['image/webp'], bytesMax: MOVING_STICKER_BYTES_MAX },
};
