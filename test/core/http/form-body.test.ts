/** What callers may send as a form in place of JSON. */
import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { readForm } from '../../../src/core/http/form-body.ts';
import { FormFile } from '../../../src/core/http/multipart.ts';

const { properties } = Type.Object({
  media: Type.String(),
  fileName: Type.Optional(Type.String()),
  delay: Type.Optional(Type.Integer()),
  viewOnce: Type.Optional(Type.Boolean()),
  quoted: Type.Optional(Type.Object({})),
  mentioned: Type.Optional(Type.Array(Type.String())),
});
const SHAPE = { fileField: 'media', properties };

type Part = readonly [name: string, value: string | Blob, fileName?: string];

function formOf(...parts: Part[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts)
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  return form;
}

async function read(...parts: Part[]) {
  const response = new Response(formOf(...parts));
  const type = response.headers.get('content-type') ?? '';
  return readForm(await response.bytes(), type, SHAPE);
}

async function refusal(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

const PICTURE = new Blob(['a picture'], { type: 'image/png' });

test('the part called file is the field that holds the file, with its type and its name', async () => {
  const { media, fileName } = await read(['file', PICTURE, 'cat.png']);
  expect(media).toBeInstanceOf(FormFile);
  const { bytes, mimetype } = media as FormFile;
  expect([Buffer.from(bytes).toString(), mimetype, fileName]).toEqual([
    'a picture',
    'image/png',
    'cat.png',
  ]);
});

test('an empty text in the field of the file is none', async () => {
  const body = await read(['media', ''], ['file', PICTURE, 'cat.png']);
  expect(body.media).toBeInstanceOf(FormFile);
});

test('a name that is given counts more than that of the file', async () => {
  const body = await read(['file', PICTURE, 'cat.png'], ['fileName', 'dog.png']);
  expect(body.fileName).toBe('dog.png');
});

test('texts become what their fields are: numbers, switches, objects and lists', async () => {
  const body = await read(
    ['number', '5511888880000'],
    ['delay', '1200'],
    ['viewOnce', 'true'],
    ['quoted', '{"key":{"id":"A"}}'],
    ['mentioned', '5511888880000, 5511777770000'],
  );
  expect(body).toEqual({
    number: '5511888880000',
    delay: 1200,
    viewOnce: true,
    quoted: { key: { id: 'A' } },
    mentioned: ['5511888880000', '5511777770000'],
  });
  expect(await read(['mentioned', '["1"]'])).toEqual({ mentioned: ['1'] });
  expect(await read(['mentioned[]', '1'], ['mentioned[]', '2'])).toEqual({ mentioned: ['1', '2'] });
});

test('what is empty is absent, and what is wrong is left to the check of its field', async () => {
  expect(await read(['delay', ''], ['quoted', ''], ['mentioned', ''])).toEqual({});
  expect(await read(['delay', 'soon'], ['viewOnce', 'perhaps'])).toEqual({
    delay: 'soon',
    viewOnce: 'perhaps',
  });
});

test('parts with the names of what every object has are left out', async () => {
  expect(await read(['__proto__', 'x'], ['toString', 'x'], ['number', '1'])).toEqual({
    number: '1',
  });
});

test('a form that is cut, has no boundary, too many parts or two files is refused with the reason', async () => {
  const type = 'multipart/form-data; boundary=xyz';
  const text = (body: string) => new TextEncoder().encode(body);
  const refused = (body: string, contentType = type) =>
    refusal(readForm(text(body), contentType, SHAPE));
  expect(await refused('--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\nb')).toBe(
    'The body is not a valid form, or ended early',
  );
  expect(await refused('nothing')).toBe('The body is not a valid form, or ended early');
  expect(await refused('', 'multipart/form-data; charset=utf-8')).toBe('The form has no boundary');
  const part = '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
  expect(await refused(`${part.repeat(101)}--xyz--\r\n`)).toBe('The form has more than 100 parts');
  expect(await refusal(read(['file', PICTURE], ['media', 'aGk=']))).toBe(
    'The form has both file and media',
  );
});

describe('a field of a form is held to the limits of a JSON body', () => {
  const TOO_MANY = 'The body holds more than 100000 values';
  const PROTOTYPE = 'The body has a field named __proto__';
  const TOO_DEEP = 'The body is nested deeper than 64 levels';
  const nested = (levels: number) => '{"a":'.repeat(levels - 1) + '{}'.padEnd(levels + 1, '}');
  const refused: readonly [string, Part[], string][] = [
    ['500 000 open brackets', [['quoted', '['.repeat(500_000)]], TOO_MANY],
    ['200 000 objects', [['quoted', `{"a":[${'{},'.repeat(200_000)}{}]}`]], TOO_MANY],
    ['200 000 entries between commas', [['mentioned', '1,'.repeat(200_000)]], TOO_MANY],
    ['200 000 entries of a JSON list', [['mentioned', `[${'1,'.repeat(200_000)}1]`]], TOO_MANY],
    [
      '120 000 in two fields',
      [
        ['mentioned', ','.repeat(60_000)],
        ['quoted', `{"a":[${'1,'.repeat(60_000)}1]}`],
      ],
      TOO_MANY,
    ],
    ['64 levels, which are 65 with the body', [['quoted', nested(64)]], TOO_DEEP],
    ['10 000 levels', [['quoted', nested(10_000)]], TOO_DEEP],
    ['a prototype', [['quoted', '{"key":{"__proto__":{"isAdmin":true}}}']], PROTOTYPE],
    ['a prototype in a number', [['delay', '{"__proto__":1}']], PROTOTYPE],
  ];
  for (const [name, parts, message] of refused) {
    test(`${name}: refused with the reason`, async () => {
      expect(await refusal(read(...parts))).toBe(message);
    });
  }

  test('63 levels, 90 000 values and a long text with commas are let through', async () => {
    expect(await read(['quoted', nested(63)])).toEqual({ quoted: JSON.parse(nested(63)) });
    const { mentioned } = await read(['mentioned', ' 1,'.repeat(90_000)]);
    expect(mentioned).toHaveLength(90_001);
    const text = ',[{'.repeat(100_000);
    expect(await read(['number', text], ['quoted', JSON.stringify({ text })])).toEqual({
      number: text,
      quoted: { text },
    });
  });

  test('a field called toString can still be printed', async () => {
    const { quoted } = await read(['quoted', '{"toString":1}']);
    expect(`${quoted}`).toBe('[object Object]');
  });
});

test('a large form leaves nothing of its bytes behind: only its parts are kept', async () => {
  const response = new Response(formOf(['file', new Blob(['x'.repeat(1 << 20)]), 'x.bin']));
  const type = response.headers.get('content-type') ?? '';
  const bytes = await response.bytes();
  const { media } = await readForm(bytes, type, SHAPE);
  expect(bytes).toHaveLength(0);
  expect((media as FormFile).bytes).toHaveLength(1 << 20);
});
