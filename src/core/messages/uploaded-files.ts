/**
 * Files that were uploaded to be sent by their ids. Their bytes are in the database, in pieces of which few are in memory
 * at a time, and are kept for 30 days.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database, Row } from '../db/client.ts';
import { instanceExists } from '../db/conditions.ts';
import type { RunningEngine } from '../events/engine.ts';
import type { Clock } from '../shared/clock.ts';
import { failure } from '../shared/errors.ts';

interface FileFacts {
  /** 16 digits. */
  readonly id: string;
  readonly instanceId: string;
  readonly mimetype: string;
  /** The name from the upload, or null. */
  readonly fileName: string | null;
  /** In bytes. */
  readonly size: number;
  /** In base64. */
  readonly sha256: string;
}

/** Resolves with a piece of a file, or null when the file was removed. */
type ReadPiece = (id: string, place: number) => Promise<Uint8Array | null>;

/** A complete file. As the value of a field in the body of an operation it is the file to send. */
export class UploadedFile implements FileFacts {
  readonly id: string;
  readonly instanceId: string;
  readonly mimetype: string;
  readonly fileName: string | null;
  readonly size: number;
  readonly sha256: string;
  readonly #read: ReadPiece;

  constructor(facts: FileFacts, read: ReadPiece) {
    this.id = facts.id;
    this.instanceId = facts.instanceId;
    this.mimetype = facts.mimetype;
    this.fileName = facts.fileName;
    this.size = facts.size;
    this.sha256 = facts.sha256;
    this.#read = read;
  }

  /**
   * Returns the bytes `from` (inclusive) to `to` (exclusive). Throws `gone` if the file is removed while it is read.
   */
  async *content(from = 0, to = this.size): AsyncGenerator<Uint8Array, void> {
    for (let at = from; at < to; ) {
      const place = Math.floor(at / PIECE_BYTES);
      const piece = await this.#read(this.id, place);
      if (piece === null) throw failure('file_removed');
      const start = place * PIECE_BYTES;
      yield piece.subarray(at - start, to - start);
      at = start + piece.byteLength;
    }
  }

  /** Resolves with the whole file. Rejects as `content` does. */
  async bytes(): Promise<Uint8Array> {
    const whole = new Uint8Array(this.size);
    let at = 0;
    for await (const piece of this.content()) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    return whole;
  }

  /** Tells two bodies apart when a request is repeated. */
  toJSON(): string {
    return this.id;
  }
}

/** A file on its way in. Call `finish` or `abandon` at the end, exactly once. */
export interface FileUpload {
  /** Resolves once it can take more bytes. Throws `not_found` if the instance is deleted in the meantime. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the whole file is on disk and can be found. Throws as `write` does. */
  finish(named: Pick<FileFacts, 'mimetype' | 'fileName'>): Promise<UploadedFile>;
  /** Removes what has come. */
  abandon(): Promise<void>;
}

/** They reject as the database does. */
export interface UploadedFiles {
  /** Throws `rate_limited` while the instance stores more than it may, `not_found` when there is no such instance. */
  begin(instanceId: string): Promise<FileUpload>;
  /** Returns the file of any instance; null when it is not complete, too old, or was removed. */
  find(id: string): Promise<UploadedFile | null>;
  /** Returns the file of this instance; null when it is not complete, too old, or was removed. */
  findOf(instanceId: string, id: string): Promise<UploadedFile | null>;
  /** Returns whether there was such a file of the instance. */
  remove(instanceId: string, id: string): Promise<boolean>;
  /** Removes files that are too old and uploads that broke off, a part of them at a time. Returns how many. */
  prune(): Promise<number>;
}

const HOUR_MS = 3_600_000;
export const UPLOADS_KEPT_DAYS = 30;
const KEPT_MS = UPLOADS_KEPT_DAYS * 24 * HOUR_MS;
/** An upload that takes longer has broken off: each has far less time. */
const UNFINISHED_MS = HOUR_MS;
/** Beyond these the oldest files of an instance are removed when it uploads another. */
export const UPLOADS_PER_INSTANCE = 5_000;
export const UPLOADED_BYTES_PER_INSTANCE = 512 * 1024 * 1024;
/** The size of every piece but the last. */
const PIECE_BYTES = 512 * 1024;
/** A quarter of a second for the largest file, whose pages are read one by one. */
const PRUNED_AT_ONCE = 1;

const COLUMNS = 'id, instance_id, mimetype, file_name, size, sha256';
const BEGIN = `insert into uploaded_files (id, instance_id, created_at)
  select ?1, ?2, ?3 where ${instanceExists('?2')} returning id`;
/** The rows of an upload are gone with its instance. */
const ADD_PIECE = `insert into uploaded_pieces (file_id, place, bytes)
  select id, ?, ? from uploaded_files where id = ? returning place`;
const FINISH = `update uploaded_files set mimetype = ?, file_name = ?, size = ?, sha256 = ?
  where id = ? and sha256 is null returning ${COLUMNS}`;
const REMOVE_OLDEST = `delete from uploaded_files where id <> ?1 and id in (select id from (
    select id, row_number() over newest as place, sum(size) over newest as bytes from uploaded_files
      where instance_id = ?2 and sha256 is not null window newest as (order by created_at desc, id desc))
  where place > ${UPLOADS_PER_INSTANCE} or bytes > ${UPLOADED_BYTES_PER_INSTANCE})`;
const FIND = `select ${COLUMNS} from uploaded_files
  where id = ? and sha256 is not null and created_at > ?`;
const PIECE = 'select bytes from uploaded_pieces where file_id = ? and place = ?';
const ABANDON = 'delete from uploaded_files where id = ? and sha256 is null';
const REMOVE = `delete from uploaded_files where id = ? and instance_id = ? and sha256 is not null
  returning id`;
const PRUNE = `delete from uploaded_files where id in (select id from uploaded_files
  where $which and created_at <= ? order by created_at limit ${PRUNED_AT_ONCE}) returning id`;

interface UploadedFilesDeps {
  readonly db: Pick<Database, 'query' | 'batch'>;
  readonly clock: Pick<Clock, 'steady'>;
  readonly room: Pick<RunningEngine['quota'], 'recordStored' | 'assertUnder'>;
}

export function createUploadedFiles(deps: UploadedFilesDeps): UploadedFiles {
  const { db, clock, room } = deps;
  const prune = async (which: string, ms: number) =>
    (await db.query(PRUNE.replace('$which', which), [clock.steady() - ms])).length;
  const find = async (id: string) => {
    const [row] = await db.query(FIND, [id, clock.steady() - KEPT_MS]);
    return row === undefined ? null : toFile(db, row);
  };
  return {
    async begin(instanceId) {
      room.assertUnder(instanceId);
      const id = newDigits();
      const begun = await db.query(BEGIN, [id, instanceId, clock.steady()]);
      if (begun.length === 0) throw failure('instance_not_found');
      return new Upload(deps, id, instanceId);
    },
    find,
    async findOf(instanceId, id) {
      const file = await find(id);
      return file?.instanceId === instanceId ? file : null;
    },
    remove: async (instanceId, id) => (await db.query(REMOVE, [id, instanceId])).length > 0,
    prune: async () =>
      (await prune('sha256 is null', UNFINISHED_MS)) + (await prune('true', KEPT_MS)),
  };
}

class Upload implements FileUpload {
  readonly #deps: UploadedFilesDeps;
  readonly #id: string;
  readonly #instanceId: string;
  readonly #hash = createHash('sha256');
  #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #filled = 0;
  #pieces = 0;
  #size = 0;

  constructor(deps: UploadedFilesDeps, id: string, instanceId: string) {
    this.#deps = deps;
    this.#id = id;
    this.#instanceId = instanceId;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#size += bytes.byteLength;
    for (let from = 0; from < bytes.byteLength; ) {
      const taken = bytes.subarray(from, from + PIECE_BYTES - this.#filled);
      this.#piece.set(taken, this.#filled);
      this.#filled += taken.byteLength;
      from += taken.byteLength;
      if (this.#filled === PIECE_BYTES) await this.#addPiece();
    }
  }

  async finish({ mimetype, fileName }: Pick<FileFacts, 'mimetype' | 'fileName'>) {
    if (this.#filled > 0) await this.#addPiece();
    const { db } = this.#deps;
    const sha256 = this.#hash.digest('base64');
    const described = [mimetype, fileName ?? '', this.#size, sha256, this.#id];
    const [[row] = []] = await db.batch([
      { sql: FINISH, params: described },
      { sql: REMOVE_OLDEST, params: [this.#id, this.#instanceId] },
    ]);
    if (row === undefined) throw failure('instance_not_found');
    return toFile(db, row);
  }

  async abandon(): Promise<void> {
    await this.#deps.db.query(ABANDON, [this.#id]);
  }

  async #addPiece(): Promise<void> {
    const { db, room } = this.#deps;
    const bytes = this.#piece.subarray(0, this.#filled);
    const added = await db.query(ADD_PIECE, [this.#pieces, bytes, this.#id]);
    if (added.length === 0) throw failure('instance_not_found');
    room.recordStored(this.#instanceId, bytes.byteLength);
    this.#pieces++;
    this.#filled = 0;
  }
}

const DIGITS = 16n;

/** Returns digits that nobody can guess, without a leading zero. */
function newDigits(): string {
  const least = 10n ** (DIGITS - 1n);
  return String(least + (randomBytes(8).readBigUInt64BE() % (9n * least)));
}

function toFile(db: Pick<Database, 'query'>, row: Row): UploadedFile {
  const [id, instanceId, mimetype, fileName, size, sha256] = row;
  const facts = {
    id: String(id),
    instanceId: String(instanceId),
    mimetype: String(mimetype),
    fileName: fileName === '' ? null : String(fileName),
    size: Number(size),
    sha256: String(sha256),
  };
  return new UploadedFile(facts, async (...place) => {
    const [piece] = await db.query(PIECE, place);
    // The column has nothing but bytes.
    return piece === undefined ? null : (piece[0] as Uint8Array);
  });
}
