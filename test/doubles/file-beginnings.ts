/** Beginnings of files of many formats, long enough to tell which format it is. */

const latin = (text: string) => Buffer.from(text, 'latin1');
const padded = (text: string) => Buffer.concat([latin(text), Buffer.alloc(64)]);
const box = (brand: string, compatible = '') =>
  padded(`\0\0\0\x1cftyp${brand}\0\0\0\0${compatible}`);

/** An Ogg file whose first packet begins so. */
export const oggFile = (packet: string): Buffer =>
  Buffer.concat([latin('OggS'), Buffer.alloc(22), latin('\x01\x13'), padded(packet)]);

/** A ZIP archive with empty entries of these names, in their order. */
export function zipOf(names: readonly string[], firstContent = ''): Buffer {
  const locals: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const [index, name] of names.entries()) {
    const content = latin(index === 0 ? firstContent : '');
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, latin(name), content);
    listed.push(entry, latin(name));
    at += 30 + name.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...listed, end]);
}

/** A compound file, the container of older office documents, with a stream of this name. */
export function compoundOf(stream: string): Buffer {
  const file = Buffer.alloc(2048);
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.write('Root Entry', 1024, 'utf16le');
  file.write(stream, 1024 + 128, 'utf16le');
  return file;
}

/** A GIF of this many pictures, one pixel each. */
export function gifOf(pictures: number): Buffer {
  const head = latin('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff');
  const control = latin('\x21\xf9\x04\0\x0a\0\0\0');
  const picture = latin('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0');
  const all = Array.from({ length: pictures }, () => [control, picture]).flat();
  return Buffer.concat([head, ...all, latin(';')]);
}

const OFFICE = ['[Content_Types].xml', '_rels/.rels', 'docProps/app.xml'];

export const BEGINNINGS = {
  jpeg: padded('\xff\xd8\xff\xe0\0\x10JFIF'),
  png: padded('\x89PNG\r\n\x1a\n'),
  gif: padded('GIF89a'),
  webp: padded('RIFF\x1a\0\0\0WEBPVP8L'),
  heic: box('heic', 'mif1heic'),
  heicOfSamsung: box('mif1', 'mif1heic'),
  avif: box('avif', 'avifmif1'),
  avifOfOthers: box('mif1', 'mif1avif'),
  tiff: padded('II*\0'),
  bmp: padded('BM\x36\0\x0c\0\0\0\0\0'),
  svg: latin('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  jxl: padded('\0\0\0\x0cJXL \r\n\x87\n'),
  ico: padded('\0\0\x01\0'),
  mp4: box('isom', 'isomiso2'),
  quicktime: box('qt  '),
  oldQuicktime: padded('\0\0\x02\0moov'),
  threeGpp: box('3gp5'),
  webm: padded('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm'),
  mkv: padded('\x1a\x45\xdf\xa3\xa3\x42\x82\x88matroska'),
  avi: padded('RIFF\0\0\0\0AVI LIST'),
  wmv: padded('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'),
  flv: padded('FLV\x01\x05'),
  m4a: box('M4A ', 'M4A mp42'),
  mp3: Buffer.concat([latin('\xff\xfb\x90\x64'), Buffer.alloc(413), latin('\xff\xfb\x90\x64')]),
  mp3WithTitle: padded('ID3\x04\0\0\0\0\0\x17TIT2'),
  aac: padded('\xff\xf1\x50\x80'),
  amr: padded('#!AMR\n'),
  wav: padded('RIFF\x24\0\0\0WAVEfmt '),
  flac: padded('fLaC\0'),
  opus: oggFile('OpusHead'),
  vorbis: oggFile('\x01vorbis'),
  aiff: padded('FORM\0\0\0\0AIFFCOMM'),
  midi: padded('MThd\0\0\0\x06'),
  pdf: latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj'),
  zip: zipOf(['photos/1.jpg', 'photos/2.jpg']),
  docx: zipOf([...OFFICE, 'word/document.xml']),
  xlsx: zipOf([...OFFICE, 'xl/workbook.xml']),
  pptx: zipOf([...OFFICE, 'ppt/presentation.xml']),
  odt: zipOf(['mimetype', 'content.xml'], 'application/vnd.oasis.opendocument.text'),
  epub: zipOf(['mimetype', 'META-INF/container.xml'], 'application/epub+zip'),
  apk: zipOf(['classes.dex', 'AndroidManifest.xml']),
  doc: compoundOf('WordDocument'),
  xls: compoundOf('Workbook'),
  rtf: latin('{\\rtf1\\ansi\\deff0 Hello}'),
  rar: padded('Rar!\x1a\x07\x01\0'),
  gzip: padded('\x1f\x8b\x08\0'),
  text: Buffer.from('Bom dia, João.\nSegue o relatório de hoje.'),
  html: latin('<!DOCTYPE html>\n<html><body>Please sign in</body></html>'),
  xml: latin('<?xml version="1.0" encoding="UTF-8"?><nfeProc versao="4.00"/>'),
  json: latin('{"error": "the link has expired"}'),
  vcard: latin('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nEND:VCARD'),
  unknown: latin('\0\x01\x02\x03 nobody knows this format'),
} as const satisfies Readonly<Record<string, Buffer>>;
