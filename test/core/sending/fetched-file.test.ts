/** Files by URL: what they are called, and what is said about a link that opens a page or wants a log-in. */
import { describe, expect, test } from 'bun:test';
import type { FetchedFile, FileLimits } from '../../../src/core/outbound/fetch-file.ts';
import { fetchMedia } from '../../../src/core/sending/fetched-file.ts';
import { AppError } from '../../../src/core/shared/errors.ts';

const { signal } = new AbortController();
const bytes = Buffer.from('%PDF-1.7 and so on and on');
const PAGE = '<!DOCTYPE html><html><head><title>Sign in – "Files"</title></head></html>';

type Limits = Partial<Parameters<typeof fetchMedia>[2]>;
/** Fetches from an outbound that answers with `answer`, and keeps what it was asked. */
async function fetched(
  file: Parameters<typeof fetchMedia>[1],
  answer: Partial<Extract<FetchedFile, { bytes: unknown }>> | { problem: string; status?: number },
  limits: Limits = {},
) {
  const asked: FileLimits[] = [];
  const fetchFile = async (url: string, fileLimits: FileLimits): Promise<FetchedFile> => {
    asked.push(fileLimits);
    if ('problem' in answer) return { url, ...answer };
    return { bytes, contentType: null, fileName: null, url, ...answer };
  };
  const options = { kind: 'document', bytesMax: 1024, signal, ...limits } as const;
  const found = await fetchMedia({ fetchFile }, file, options).catch((error) => error);
  return { asked, found };
}

const refused = async (...[file, answer, limits]: Parameters<typeof fetched>) => {
  const { found } = await fetched(file, answer, limits);
  if (!(found instanceof AppError)) throw new Error('it was not refused');
  return [found.reason, found.message, found.hint];
};

describe('the name of a file', () => {
  test.each([
    ['that its server gives it', { fileName: 'Menu.pdf' }, 'Menu.pdf'],
    ['the last part of the last URL', { url: 'https://b.test/x/menu%201.pdf?a=b' }, 'menu 1.pdf'],
    ['the last part of its own URL where the last has none', { url: 'https://b.test/' }, 'a.pdf'],
    ['no name that no file may have', { fileName: 'x'.repeat(256) }, 'a.pdf'],
  ])('is %s', async (_, answer, fileName) => {
    const { found, asked } = await fetched({ url: 'https://a.test/a.pdf' }, answer);
    expect(found).toEqual({ bytes, contentType: null, fileName });
    expect(asked[0]).toMatchObject({ redirectsMax: 3 });
  });
});

describe('a link that wants a log-in', () => {
  const problem = 'http_status: 401 instead of 200, the server wants a log-in';
  const message = `media could not be fetched: ${problem}`;
  const headers = { authorization: 'Bearer a' };

  test('is refused with what the server has answered, and what to do', async () => {
    const plain = { url: 'https://a.test/a.pdf' };
    expect(await refused(plain, { problem, status: 401 })).toEqual([
      'invalid',
      message,
      expect.stringContaining('in mediaHeaders, such as'),
    ]);
    expect(await refused({ ...plain, headers }, { problem, status: 401 })).toEqual([
      'invalid',
      message,
      'its server did not take mediaHeaders: check what it wants in them',
    ]);
    const missing = 'http_status: 404 instead of 200';
    const none = await refused(plain, { problem: missing, status: 404 });
    expect(none).toEqual(['invalid', `media could not be fetched: ${missing}`, undefined]);
  });

  test('elsewhere than its headers went says so', async () => {
    const answer = { problem, status: 401, url: 'https://b.test/x' };
    const [, , hint] = await refused({ url: 'https://a.test/a.pdf', headers }, answer);
    expect(hint).toBe(
      'mediaHeaders went to https://a.test alone and not to https://b.test, where it redirects: give the URL of the file there',
    );
  });

  test.each(['image', 'video', 'audio', 'voice', 'ptv', 'sticker'] as const)(
    'and gives a page in place of a file for %s is refused with the title of the page',
    async (kind) => {
      const page = { bytes: Buffer.from(PAGE), contentType: 'image/png' };
      const [, said, hint] = await refused({ url: 'https://a.test/a' }, page, { kind });
      expect(said).toEndWith(`the file is a web page called "Sign in – Files"`);
      expect(hint).toStartWith('a page came in place of the file');
    },
  );

  test.each<[string, string, Limits]>([
    ['the ending of its URL', 'https://a.test/a.pdf', {}],
    ['the name that the caller gives it', 'https://a.test/a', { fileName: 'Boleto.pdf' }],
    ['the type that the caller names', 'https://a.test/a', { mimetype: 'application/pdf' }],
  ])('and gives a page in place of a PDF is refused by %s', async (_, url, limits) => {
    const [, said] = await refused({ url }, { bytes: Buffer.from(PAGE) }, limits);
    expect(said).toStartWith('media is no application/pdf: the file is a web page');
  });

  test.each<[string, string, object, Limits]>([
    ['nothing says another type', 'https://a.test/a', {}, {}],
    ['it is called a page', 'https://a.test/a.html', {}, {}],
    ['its server names it', 'https://a.test/a.pdf', { fileName: 'report.html' }, {}],
    ['it is to be a text', 'https://a.test/a', {}, { mimetype: 'text/plain' }],
  ])('is no reason to refuse a page as a document when %s', async (_, url, more, limits) => {
    const { found } = await fetched({ url }, { bytes: Buffer.from(PAGE), ...more }, limits);
    expect(found).toMatchObject({ bytes: Buffer.from(PAGE) });
  });
});

describe('a link that opens a page of a file host', () => {
  test.each([
    [
      'https://drive.google.com/file/d/1A2b3C4d5E6f7G8h/view?usp=sharing',
      'https://drive.google.com/uc?export=download&id=1A2b3C4d5E6f7G8h',
    ],
    ['https://drive.google.com/open?id=1A2b3C4d5E6f7G8h', 'id=1A2b3C4d5E6f7G8h'],
    ['https://docs.google.com/document/d/1A2b3C4d5E6f7G8h/edit', 'id=1A2b3C4d5E6f7G8h'],
    ['https://drive.google.com/drive/folders/x', 'id=FILE_ID'],
    ['https://www.dropbox.com/scl/fi/abc/menu.pdf?rlkey=x&dl=0', 'dl=1'],
    ['https://1drv.ms/b/s!abc', 'download=1'],
    ['https://shop-my.sharepoint.com/:b:/g/personal/x', 'download=1'],
    ['https://github.com/shop/site/blob/main/menu.pdf', 'raw=true'],
    ['https://we.tl/t-abc', 'never the file itself'],
    ['https://photos.app.goo.gl/abc', 'never the file itself'],
  ])('%s says what to give instead', async (url, cure) => {
    const [reason, said, hint] = await refused({ url }, { bytes: Buffer.from(PAGE) });
    expect(reason).toBe('invalid');
    expect(said).toContain('the file is a web page');
    expect(hint).toContain(cure);
    const closed = await refused({ url }, { problem: 'http_status: 403', status: 403 });
    expect(closed[2]).toBe(hint);
  });

  test('gives its file where it gives one', async () => {
    const { found } = await fetched({ url: 'https://www.dropbox.com/a.pdf?dl=1' }, {});
    expect(found).toMatchObject({ bytes });
  });
});
