/** Formats that are archives of several files, which tell them apart. */
import { anyDocument, type FileFormat, oneOfTypes } from './file-format.ts';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';
const NO_ZIP = oneOfTypes(
  'application/pdf',
  'application/gzip',
  'application/vnd.rar',
  'application/x-7z-compressed',
);
const ZIP: FileFormat = {
  type: 'application/zip',
  name: 'a ZIP archive',
  mayBe: (type) => /^(?:application|model)\//.test(type) && !NO_ZIP(type),
};

/** Those with macros and templates have the same entries. */
const office = (type: string, family: RegExp, name: string) => ({
  type: OPEN_XML + type,
  name,
  mayBe: (other: string) => family.test(other) && anyDocument(other),
});

/** Names of entries that only one format has. */
const ENTRIES: readonly (readonly [RegExp, FileFormat])[] = [
  [/^word\//, office('wordprocessingml.document', /ms-word|wordprocessingml/, 'a Word document')],
  [/^xl\//, office('spreadsheetml.sheet', /ms-excel\.|spreadsheetml/, 'an Excel sheet')],
  [
    /^ppt\//,
    office('presentationml.presentation', /ms-powerpoint\.|presentationml/, 'a presentation'),
  ],
  [
    /^AndroidManifest\.xml$/,
    { type: 'application/vnd.android.package-archive', name: 'an Android app (APK)' },
  ],
  [
    /^META-INF\/MANIFEST\.MF$/,
    { type: 'application/java-archive', name: 'a JAR', mayBe: anyDocument },
  ],
];

const LOCAL = 'PK\x03\x04';
const LISTED = 'PK\x01\x02';
const END = 'PK\x05\x06';
/** The list of entries is at the end, before a comment of at most 64 KiB. */
const END_BYTES_MAX = 22 + 65_535;
const ENTRIES_MAX = 1_000;
/** How much of a file whose end is not there is searched for entries. */
const HEAD_BYTES = 64 * 1024;

/** Returns what a ZIP archive is, or null for every other file. The end of the file may be missing. */
export function formatOfArchive(head: string, file: Buffer): FileFormat | null {
  if (!head.startsWith(LOCAL)) return head.startsWith(END) ? ZIP : null;
  const own = mimetypeEntry(file);
  if (own !== null) return own;
  for (const name of namesIn(file)) {
    const found = ENTRIES.find(([pattern]) => pattern.test(name));
    if (found !== undefined) return found[1];
  }
  return ZIP;
}

const MIMETYPE_AT = 30;
const OWN_TYPE = /^mimetype(application\/(?:epub\+zip|vnd\.oasis\.opendocument\.[a-z-]{1,40}))/;

/** OpenDocument and EPUB name their type in the first entry, which is not compressed. */
function mimetypeEntry(file: Buffer): FileFormat | null {
  const [, type] = OWN_TYPE.exec(file.toString('latin1', MIMETYPE_AT, MIMETYPE_AT + 100)) ?? [];
  if (type === undefined) return null;
  return { type, name: type.startsWith(OPEN_DOCUMENT) ? 'an OpenDocument file' : 'an EPUB' };
}

function* namesIn(file: Buffer): Generator<string, void> {
  const tail = Math.max(0, file.length - END_BYTES_MAX);
  const end = file.subarray(tail).lastIndexOf(Buffer.from(END, 'latin1'));
  if (end !== -1 && tail + end + 20 <= file.length) {
    const from = file.readUInt32LE(tail + end + 16);
    yield* listedNames(file, from);
    return;
  }
  const head = file.subarray(0, HEAD_BYTES);
  for (let at = 0, count = 0; at !== -1 && count < ENTRIES_MAX; count++) {
    if (at + 30 > head.length) return;
    yield head.toString('latin1', at + 30, at + 30 + Math.min(255, head.readUInt16LE(at + 26)));
    at = head.indexOf(LOCAL, at + 4, 'latin1');
  }
}

function* listedNames(file: Buffer, from: number): Generator<string, void> {
  for (let at = from, count = 0; count < ENTRIES_MAX && at + 46 <= file.length; count++) {
    if (file.toString('latin1', at, at + 4) !== LISTED) return;
    const nameBytes = file.readUInt16LE(at + 28);
    yield file.toString('latin1', at + 46, at + 46 + Math.min(255, nameBytes));
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
}

const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const DIRECTORY_BYTES = 4 * 1024;
const STREAMS: readonly (readonly [string, FileFormat])[] = [
  ['WordDocument', { type: 'application/msword', name: 'a Word document' }],
  ['Workbook', { type: 'application/vnd.ms-excel', name: 'an Excel sheet' }],
  ['PowerPoint Document', { type: 'application/vnd.ms-powerpoint', name: 'a presentation' }],
  ['__properties_version', { type: 'application/vnd.ms-outlook', name: 'an Outlook message' }],
];

/** Returns what a compound file is, the container of older office documents, or null for every other file. */
export function formatOfCompound(head: string, file: Buffer): FileFormat | null {
  if (!head.startsWith(COMPOUND) || file.length < 512) return null;
  const sectorBytes = 1 << Math.min(12, file.readUInt16LE(30));
  const from = (file.readUInt32LE(48) + 1) * sectorBytes;
  const directory = file.toString('utf16le', from, from + DIRECTORY_BYTES);
  const found = STREAMS.find(([stream]) => directory.includes(stream));
  return (
    found?.[1] ?? {
      type: 'application/x-ole-storage',
      name: 'an older office document',
      mayBe: anyDocument,
    }
  );
}
