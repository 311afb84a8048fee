/** The type and the name of files that are sent: what their bytes, their types and their names decide. */
import { describe, expect, test } from 'bun:test';
import type { MediaKind } from '../../../src/core/providers/outgoing.ts';
import { describeFile, type FileFacts } from '../../../src/core/sending/describe-file.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { BEGINNINGS, compoundOf, zipOf } from '../../doubles/file-beginnings.ts';

type Name = keyof typeof BEGINNINGS;

function described(kind: MediaKind, bytes: Uint8Array, facts: Partial<FileFacts> = {}) {
  try {
    const { mimetype, fileName } = describeFile({
      ...{ kind, bytes, named: null, fileName: null },
      ...facts,
    });
    return fileName === null ? mimetype : `${mimetype} ${fileName}`;
  } catch (error) {
    if (error instanceof AppError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('a document has the type of its bytes and a name with an ending', () => {
  test.each<[string, Name, Partial<FileFacts>, string]>([
    ['without a type and a name', 'pdf', {}, 'application/pdf file.pdf'],
    ['with a name alone', 'pdf', { fileName: 'Boleto' }, 'application/pdf Boleto.pdf'],
    [
      'whose type says nothing',
      'pdf',
      { named: 'application/octet-stream', fileName: 'Boleto' },
      'application/pdf Boleto.pdf',
    ],
    [
      'whose type says nothing in another way',
      'docx',
      { named: 'application/*' },
      `${DOCX} file.docx`,
    ],
    [
      'that has another type than was named',
      'png',
      { named: 'application/pdf', fileName: 'a.pdf' },
      'image/png a.pdf',
    ],
    [
      'whose server calls it a page',
      'pdf',
      { served: 'text/html', ownName: '123' },
      'application/pdf 123.pdf',
    ],
    [
      'with a dot that begins no ending',
      'pdf',
      { fileName: 'Contrato v1.2' },
      'application/pdf Contrato v1.2.pdf',
    ],
    ['with a dot and a word', 'pdf', { fileName: 'Sr. Silva' }, 'application/pdf Sr. Silva.pdf'],
    [
      'with a last word like an ending',
      'pdf',
      { fileName: 'relatorio.final' },
      'application/pdf relatorio.final.pdf',
    ],
    ['with a dot at its end', 'pdf', { fileName: 'Boleto.' }, 'application/pdf Boleto.pdf'],
    ['whose ending is in capitals', 'pdf', { fileName: 'NOTA.PDF' }, 'application/pdf NOTA.PDF'],
    [
      'with the ending of another type',
      'pdf',
      { fileName: 'nota.doc' },
      'application/pdf nota.doc',
    ],
    [
      'of a text with an ending that is not known',
      'text',
      { fileName: 'notas.org' },
      'text/plain notas.org',
    ],
    ['of a text without an ending', 'text', { fileName: 'Notas' }, 'text/plain Notas.txt'],
    ['of a text, by its name', 'text', { fileName: 'precos.csv' }, 'text/csv precos.csv'],
    [
      'of a text, by its name, whose server calls it a text',
      'text',
      { served: 'text/plain', ownName: 'precos.csv' },
      'text/csv precos.csv',
    ],
    [
      'of a text, by the type that was named',
      'text',
      { named: 'Text/CSV; charset=utf-8', fileName: 'precos' },
      'text/csv precos.csv',
    ],
    [
      'of a sheet that is a page for Excel',
      'html',
      { named: 'application/vnd.ms-excel', fileName: 'lista.xls' },
      'application/vnd.ms-excel lista.xls',
    ],
    [
      'that is called a PDF and is a text',
      'text',
      { named: 'application/pdf' },
      'text/plain file.txt',
    ],
    ['in Word', 'docx', { fileName: 'Proposta' }, `${DOCX} Proposta.docx`],
    [
      'in Word of earlier years',
      'doc',
      { fileName: 'Proposta' },
      'application/msword Proposta.doc',
    ],
    [
      'in Excel of earlier years',
      'xls',
      { named: 'application/octet-stream' },
      'application/vnd.ms-excel file.xls',
    ],
    [
      'in Excel with macros',
      'xlsx',
      { named: 'application/vnd.ms-excel.sheet.macroEnabled.12', fileName: 'a.xlsm' },
      'application/vnd.ms-excel.sheet.macroenabled.12 a.xlsm',
    ],
    ['that is an archive', 'zip', { fileName: 'fotos' }, 'application/zip fotos.zip'],
    [
      'that is a map in an archive',
      'zip',
      { named: 'application/vnd.google-earth.kmz', fileName: 'a.kmz' },
      'application/vnd.google-earth.kmz a.kmz',
    ],
    ['of an invoice', 'xml', { named: 'text/xml', fileName: 'NFe' }, 'application/xml NFe.xml'],
    ['of an unknown format', 'unknown', { fileName: 'dados' }, 'application/octet-stream dados'],
    ['of an unknown format and nameless', 'unknown', {}, 'application/octet-stream file.bin'],
    ['of an unknown format, by its name', 'unknown', { fileName: 'a.csv' }, 'text/csv a.csv'],
    [
      'that is a picture which phones do not show',
      'heic',
      { fileName: 'IMG_0001' },
      'image/heic IMG_0001.heic',
    ],
  ])('%s', (_, name, facts, expected) => {
    expect(described('document', BEGINNINGS[name], facts)).toBe(expected);
  });

  test('whose entries a writer has put elsewhere, by the type that was named', () => {
    const odd = zipOf(['documento/principal.xml']);
    expect(described('document', odd, { named: DOCX })).toBe(`${DOCX} file.docx`);
    expect(described('document', compoundOf('x'), { fileName: 'a.msg' })).toStartWith(
      'application/',
    );
  });

  test('and a name stays within 255 characters', () => {
    const name = described('document', BEGINNINGS.pdf, { fileName: 'a'.repeat(255) });
    expect(name).toBe(`application/pdf ${'a'.repeat(251)}.pdf`);
  });

  test('and a character that does not fit is left out as a whole', () => {
    const name = described('document', BEGINNINGS.pdf, { fileName: `${'a'.repeat(250)}😀bcd` });
    expect(name).toBe(`application/pdf ${'a'.repeat(250)}.pdf`);
  });
});

describe('what phones show has the type of its bytes', () => {
  test.each<[MediaKind, Name, Partial<FileFacts>, string]>([
    ['image', 'png', { named: 'application/octet-stream' }, 'image/png'],
    ['image', 'png', { named: 'image/jpeg' }, 'image/png'],
    ['image', 'jpeg', { named: 'image/jpg' }, 'image/jpeg'],
    ['image', 'webp', { served: 'image/png', ownName: 'a.jpg' }, 'image/webp'],
    ['image', 'gif', {}, 'image/gif'],
    ['image', 'png', { named: 'application/pdf' }, 'image/png'],
    ['image', 'unknown', { named: 'IMAGE/JPG; q=1' }, 'image/jpeg'],
    ['image', 'unknown', { served: 'text/html', ownName: 'a.gif' }, 'image/gif'],
    ['image', 'unknown', { named: 'image/*' }, 'image/jpeg'],
    ['video', 'mp4', { named: 'video/x-m4v' }, 'video/mp4'],
    ['video', 'quicktime', { named: 'video/mp4' }, 'video/quicktime'],
    ['video', 'oldQuicktime', {}, 'video/mp4'],
    ['video', 'threeGpp', {}, 'video/3gpp'],
    ['video', 'mp4', { served: 'audio/mp4' }, 'video/mp4'],
    ['audio', 'mp3', { named: 'audio/mp3' }, 'audio/mpeg'],
    ['audio', 'mp3WithTitle', { named: 'audio/ogg' }, 'audio/mpeg'],
    ['audio', 'm4a', { named: 'audio/x-m4a' }, 'audio/mp4'],
    ['audio', 'mp4', {}, 'audio/mp4'],
    ['audio', 'aac', {}, 'audio/aac'],
    ['audio', 'amr', {}, 'audio/amr'],
    ['audio', 'opus', { named: 'audio/ogg' }, 'audio/ogg; codecs=opus'],
    ['audio', 'opus', { named: 'audio/opus' }, 'audio/ogg; codecs=opus'],
    ['audio', 'opus', { named: 'Audio/OGG;Codecs=OPUS' }, 'audio/ogg; codecs=opus'],
  ])('%s %s %o', (kind, name, facts, expected) => {
    expect(described(kind, BEGINNINGS[name], facts)).toBe(expected);
  });
});

describe('what no phone shows is refused with the format that was found', () => {
  const PICTURES = 'send JPEG, PNG or WebP';
  const SOUNDS = 'send MP3, M4A, AAC, AMR, or Opus in Ogg';
  test.each<[MediaKind, Name, Partial<FileFacts>, string]>([
    [
      'image',
      'heic',
      { named: 'image/jpeg' },
      `HEIC, which phones do not show as image: ${PICTURES}`,
    ],
    ['image', 'heicOfSamsung', {}, `HEIC, which phones do not show as image: ${PICTURES}`],
    [
      'image',
      'avif',
      { fileName: 'a.jpg' },
      `AVIF, which phones do not show as image: ${PICTURES}`,
    ],
    ['image', 'tiff', {}, `TIFF, which phones do not show as image: ${PICTURES}`],
    ['image', 'bmp', {}, `BMP, which phones do not show as image: ${PICTURES}`],
    ['image', 'svg', {}, `SVG, which phones do not show as image: ${PICTURES}`],
    ['image', 'jxl', {}, `JPEG XL, which phones do not show as image: ${PICTURES}`],
    [
      'image',
      'unknown',
      { named: 'image/heif' },
      `image/heic, which phones do not show as image: ${PICTURES}`,
    ],
    ['video', 'webm', {}, 'WebM, which phones do not show as video: send MP4 with H.264'],
    [
      'video',
      'mkv',
      { named: 'video/mp4' },
      'Matroska (MKV), which phones do not show as video: send MP4 with H.264',
    ],
    ['video', 'avi', {}, 'AVI, which phones do not show as video: send MP4 with H.264'],
    [
      'video',
      'wmv',
      {},
      'Windows Media (WMA, WMV), which phones do not show as video: send MP4 with H.264',
    ],
    [
      'video',
      'gif',
      { named: 'video/mp4' },
      'GIF, which phones do not show as video: send MP4 with H.264',
    ],
    ['audio', 'wav', {}, `WAV, which phones do not show as audio: ${SOUNDS}`],
    [
      'audio',
      'flac',
      { named: 'audio/mpeg' },
      `FLAC, which phones do not show as audio: ${SOUNDS}`,
    ],
    ['audio', 'wmv', {}, `Windows Media (WMA, WMV), which phones do not show as audio: ${SOUNDS}`],
    [
      'audio',
      'vorbis',
      { named: 'audio/ogg' },
      `Vorbis in Ogg, which phones do not show as audio: ${SOUNDS}`,
    ],
    [
      'audio',
      'webm',
      { named: 'audio/webm' },
      `WebM, which phones do not show as audio: ${SOUNDS}`,
    ],
  ])('%s %s %o', (kind, name, facts, expected) => {
    expect(described(kind, BEGINNINGS[name], facts)).toBe(`invalid: media is ${expected}`);
  });

  test.each<[MediaKind, Name, string]>([
    ['image', 'pdf', 'media is no image: the file is a PDF'],
    ['image', 'mp4', 'media is no image: the file is MP4'],
    ['video', 'jpeg', 'media is no video: the file is JPEG'],
    ['video', 'm4a', 'media is no video: the file is M4A'],
    ['audio', 'docx', 'media is no audio: the file is a Word document'],
    ['audio', 'png', 'media is no audio: the file is PNG'],
  ])('%s that is %s is something else', (kind, name, expected) => {
    expect(described(kind, BEGINNINGS[name])).toBe(`invalid: ${expected}`);
  });

  test.each<[MediaKind, Name, string]>([
    ['video', 'gif', 'convert it to MP4 and send that with gifPlayback'],
    ['audio', 'wav', 'convert it, send it as a voice note'],
    ['image', 'heic', 'convert it, or send it with mediatype document'],
    ['image', 'mp4', 'send it with mediatype video'],
    ['image', 'pdf', 'send it with mediatype document'],
  ])('and %s that is %s with the cure', (kind, name, cure) => {
    const facts = { kind, bytes: BEGINNINGS[name], named: null, fileName: null };
    expect(() => describeFile(facts)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(cure) }),
    );
  });
});
