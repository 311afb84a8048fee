/** Parts of forms as clients of all kinds write them. */
import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { readForm } from '../../../src/core/http/form-body.ts';
import { FormFile, FormParser, type FormPiece } from '../../../src/core/http/multipart.ts';
import { readStreamedForm } from '../../../src/core/http/streamed-form.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const TYPE = 'multipart/form-data; boundary=xyz';
const SHAPE = {
  fileField: 'media',
  properties: Type.Object({
    media: Type.String(),
    fileName: Type.Optional(Type.String()),
    caption: Type.Optional(Type.String()),
  }).properties,
};

type Bytes = Uint8Array | string;
const bytesOf = (content: Bytes) => Buffer.from(content as string);
const formOf = (...parts: readonly [head: Bytes, content: Bytes][]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from('--xyz\r\n'),
      ...[bytesOf(head), Buffer.from('\r\n\r\n'), bytesOf(content), Buffer.from('\r\n')],
    ]),
    Buffer.from('--xyz--\r\n'),
  ]);
const disposed = (parameters: string, more = '') =>
  `Content-Disposition: form-data; ${parameters}${more}`;

/** What the two readers make of a form: that of bodies, and that of uploads. */
async function readBoth(form: Buffer) {
  const body = await readForm(new Uint8Array(form), TYPE, SHAPE);
  const file = body.media instanceof FormFile ? body.media : null;
  const taken: Buffer[] = [];
  const streamed = await readStreamedForm(
    new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': TYPE },
      body: new Uint8Array(form),
    }),
    {
      clock: manualClock(),
      fileBytesMax: 1_000_000,
      take: async (bytes) => void taken.push(Buffer.from(bytes)),
    },
  );
  return { body, file, streamed, taken: Buffer.concat(taken).toString() };
}
const PDF = '%PDF-1.7';

describe('a part with the name of its file is a file with that name, at every door', () => {
  const latin1 = Buffer.from(disposed('name="file"; filename="Orçamento.pdf"'), 'latin1');
  test.each<[string, Bytes, string]>([
    [
      'Python, alone',
      disposed(`name="file"; filename*=UTF-8''Or%C3%A7amento.pdf`),
      'Orçamento.pdf',
    ],
    [
      '.NET, after a name as in e-mail',
      disposed(
        `name=file; filename="=?utf-8?B?T3LDp2FtZW50by5wZGY=?="; filename*=utf-8''Or%C3%A7amento.pdf`,
      ),
      'Orçamento.pdf',
    ],
    [
      'before the plain one',
      disposed(`name="file"; filename*=UTF-8''%e2%82%ac.pdf; filename="euro.pdf"`),
      '€.pdf',
    ],
    [
      'in Latin-1',
      disposed(`name="file"; filename*=iso-8859-1'pt'Or%E7amento.pdf`),
      'Orçamento.pdf',
    ],
    ['in quotes', disposed(`name="file"; filename*="UTF-8''Or%C3%A7amento.pdf"`), 'Orçamento.pdf'],
    ['of an unknown charset', disposed(`name="file"; filename*=x'y'z; filename="a.pdf"`), 'a.pdf'],
    [
      'in pieces',
      disposed(`name="file"; filename*0*=UTF-8''Or%C3%A7a; filename*1="mento"; filename*2=.pdf`),
      'Orçamento.pdf',
    ],
    [
      'as in e-mail, quoted',
      disposed('name="file"; filename="=?UTF-8?Q?Or=C3=A7a_1.pdf?="'),
      'Orça 1.pdf',
    ],
    ['in UTF-8', disposed('name="file"; filename="Orçamento 2.pdf"'), 'Orçamento 2.pdf'],
    ['in Latin-1 without a word', latin1, 'Orçamento.pdf'],
    ['with quotes', disposed('name="file"; filename="a \\"b\\".pdf"'), 'a "b".pdf'],
    ['with quotes, by browsers', disposed('name="file"; filename="a %22b%22.pdf"'), 'a "b".pdf'],
    ['with a semicolon', disposed('name="file"; filename="a; name=b.pdf"'), 'a; name=b.pdf'],
    ['with a semicolon, first', disposed('filename="a; name=b.pdf"; name="file"'), 'a; name=b.pdf'],
    ['without quotes', disposed('name=file; filename=a.pdf'), 'a.pdf'],
    ['of Windows', disposed('name="file"; filename="C:\\fakepath\\x.pdf"'), 'x.pdf'],
    ['of Windows, escaped', disposed('name="file"; filename="C:\\\\Users\\\\x.pdf"'), 'x.pdf'],
    ['a path up', disposed('name="file"; filename="../../x.pdf"'), 'x.pdf'],
    ['a path up, encoded', disposed(`name="file"; filename*=UTF-8''..%2F..%2Fx.pdf`), 'x.pdf'],
    ['a path of Linux', disposed('name="file"; filename="/home/ana/x.pdf"'), 'x.pdf'],
    ['in other letters', 'CONTENT-DISPOSITION: Form-Data; NAME="file"; FILENAME="x.pdf"', 'x.pdf'],
    ['over two lines', disposed('name="file";\r\n filename="x.pdf"'), 'x.pdf'],
    [
      'after other headers',
      `Content-Length: 8\r\n${disposed('name="file"; filename="x.pdf"')}`,
      'x.pdf',
    ],
    ['turned around', disposed('name="file"; filename="a\u202efdp.exe"'), 'afdp.exe'],
  ])('%s', async (_, head, name) => {
    const { body, file, streamed, taken } = await readBoth(formOf([head, PDF]));
    expect(file && Buffer.from(file.bytes).toString()).toBe(PDF);
    expect([body.fileName, streamed.file?.fileName, taken]).toEqual([name, name, PDF]);
  });
});

describe('a file without a name is a file', () => {
  const TYPED = '\r\nContent-Type: application/pdf';
  test.each<[string, string]>([
    ['of a type', disposed('name="file"', TYPED)],
    ['of no type', disposed('name="file"', '\r\nContent-Type: application/octet-stream')],
    ['with an empty name', disposed('name="file"; filename=""')],
    ['with nothing but a path', disposed('name="file"; filename="../"')],
    ['of a type with parameters', disposed('name="file"', `${TYPED}; charset=binary; name=x`)],
  ])('%s', async (_, head) => {
    const { body, file, streamed, taken } = await readBoth(formOf([head, PDF]));
    expect(file && Buffer.from(file.bytes).toString()).toBe(PDF);
    expect([body.fileName, streamed.file?.fileName, taken]).toEqual([undefined, null, PDF]);
  });

  test('of bytes that are no text', async () => {
    const form = formOf([disposed('name="media"'), new Uint8Array([0xff, 0xd8, 0xff])]);
    expect((await readForm(new Uint8Array(form), TYPE, SHAPE)).media).toBeInstanceOf(FormFile);
  });
});

const refusalOf = (form: Buffer) =>
  readForm(new Uint8Array(form), TYPE, SHAPE).then(
    (body) => body,
    (error: Error) => error.message,
  );

test('texts are read in the charset that they name, else UTF-8, and others are refused', async () => {
  const caption = (content: Bytes, type = '') =>
    refusalOf(formOf([disposed('name="caption"', type), content]));
  const não = Buffer.from('não', 'latin1');
  expect(await caption('não')).toEqual({ caption: 'não' });
  expect(await caption(não, '\r\nContent-Type: text/plain; charset=ISO-8859-1')).toEqual({
    caption: 'não',
  });
  expect(await caption('{"a":1}', '\r\nContent-Type: application/json')).toEqual({
    caption: '{"a":1}',
  });
  expect(await caption(não)).toBe('The part caption is not valid UTF-8');
  expect(await caption('a', '\r\nContent-Type: text/plain; charset=nothing')).toBe(
    'The part caption is not valid NOTHING',
  );
});

describe('what cannot be understood is refused with the reason', () => {
  const file = (name: string, more = '') =>
    [disposed(`name="${name}"; filename="x.pdf"`, more), PDF] as const;
  test.each<[string, Buffer, string]>([
    [
      'a part without a name',
      formOf([disposed('filename="x.pdf"'), PDF]),
      'A part of the form has no name',
    ],
    ['a part without a head', formOf(['X-Nothing: 1', PDF]), 'A part of the form has no name'],
    [
      'base64 as in e-mail',
      formOf([...file('file', '\r\nContent-Transfer-Encoding: base64')]),
      'The part file must be sent without content-transfer-encoding',
    ],
    ['two files', formOf([...file('file')], [...file('file')]), 'The form has more than one file'],
    [
      'a file under another name',
      formOf([...file('document')], [disposed('name="caption"'), 'a']),
      'The file must be the part file, and the form has it as document',
    ],
    ['a head that does not end', Buffer.from(`--xyz\r\nX: ${'x'.repeat(9_000)}`), 'ended early'],
    ['another boundary after ours', Buffer.from('--xyzzy\r\n\r\n\r\n--xyz--'), 'ended early'],
  ])('%s', async (_, form, message) => {
    expect(await refusalOf(form)).toContain(message);
  });
});

test('what browsers send for a file that nobody has chosen is no file', async () => {
  const none = [
    disposed('name="file"; filename=""', '\r\nContent-Type: application/octet-stream'),
    '',
  ] as const;
  const url = [disposed('name="media"'), 'https://example.com/x.pdf'] as const;
  expect(await refusalOf(formOf([...none], [...url]))).toEqual({
    media: 'https://example.com/x.pdf',
  });
  const empty = (await refusalOf(formOf([disposed('name="file"; filename="x.pdf"'), '']))) as {
    media: FormFile;
  };
  expect(empty.media.bytes).toHaveLength(0);
});

test('lines may end as on any system, with a preamble, padding and an epilogue', async () => {
  const text = 'a\nb\r\nc';
  const lines = ['what mail readers see', '--xyz', disposed('name="caption"'), '', text];
  const ends = ['--xyz--', 'the rest', ''];
  expect(await refusalOf(Buffer.from([...lines, ...ends].join('\r\n')))).toEqual({ caption: text });
  expect(await refusalOf(Buffer.from([...lines, ...ends].join('\n')))).toEqual({ caption: text });
  const padded = Buffer.from(`--xyz \t\r\n${disposed('name="caption"')}\r\n\r\n\r\n--xyz--`);
  expect(await refusalOf(padded)).toEqual({ caption: '' });
});

test('a form is cut into the same parts however it comes', () => {
  const content = '\r\n--xy\r\n-\n--xyy\r\r\n\r';
  const form = formOf(
    [disposed('name="a"'), content],
    [disposed('name="b"; filename="c"'), content.repeat(20)],
    [disposed('name="empty"'), ''],
  );
  const cutBy = (size: number) => {
    const parser = new FormParser(TYPE);
    const parts: string[] = [];
    const put = (piece: FormPiece) => {
      if (piece instanceof Uint8Array) parts.push(`${parts.pop()}${Buffer.from(piece)}`);
      else if (piece !== null) parts.push(`${piece.name}:`);
    };
    for (let at = 0; at < form.length; at += size)
      for (const piece of parser.parse(form.subarray(at, at + size))) put(piece);
    parser.end();
    return parts;
  };
  const expected = [`a:${content}`, `b:${content.repeat(20)}`, 'empty:'];
  for (const size of [form.length, 1, 2, 3, 5, 7, 11, 64, 100])
    expect([size, cutBy(size)]).toEqual([size, expected]);
});
