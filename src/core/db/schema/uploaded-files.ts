/** Files that were uploaded to be sent by their ids. Deleted with the instance. Times are in ms since 1970. */
import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instances } from './gateway.ts';

export const uploadedFiles = sqliteTable(
  'uploaded_files',
  {
    /** Digits. */
    id: text('id').primaryKey(),
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    /** These three are '' and 0 until the file is complete. */
    mimetype: text('mimetype').notNull().default(''),
    fileName: text('file_name').notNull().default(''),
    size: integer('size').notNull().default(0),
    /** In base64; null until the file is complete, and then never again. */
    sha256: text('sha256'),
  },
  (t) => [
    index('uploaded_files_of').on(t.instanceId, t.createdAt),
    index('uploaded_files_by_age').on(t.createdAt),
    index('uploaded_files_unfinished').on(t.createdAt).where(sql`${t.sha256} is null`),
  ],
);

/** The bytes of these files. All pieces but the last have the same size. */
export const uploadedPieces = sqliteTable(
  'uploaded_pieces',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => uploadedFiles.id, { onDelete: 'cascade' }),
    /** Counted from 0. */
    place: integer('place').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.place] })],
);
