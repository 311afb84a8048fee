/** Files at the paths of the Graph API: uploaded, looked up, fetched, sent and deleted. */

import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { mediaIdOf } from '../../../src/core/webhooks/format/meta-errors.ts';
import { oggFile } from '../../doubles/file-beginnings.ts';
import { wavOf } from '../../doubles/sound-files.ts';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import {
  answerOf,
  bearer,
  type GraphUpload,
  PNG,
  upload as uploadTo,
} from '../../helpers/graph-uploads.ts';
import { sharedApp } from '../../helpers/shared.ts';

const MIB = 1024 * 1024;
const ANA = '5511888880000';
interface Ids {
  readonly phoneNumberId: string;
  readonly wabaId: string;
}

let keys: { readonly shop: string; readonly cafe: string };
let shop: Ids;
let cafe: Ids;
const app = sharedApp();
beforeAll(async () => {
  database = new Database(join(app.dataDir, 'gatehouse.db'), { readonly: true });
  keys = { shop: await app.openInstance('shop'), cafe: await app.openInstance('cafe') };
  const idsOf = async (name: string): Promise<Ids> =>
    (await app.call('GET', `/instance/fetchInstances?instanceName=${name}`)).body[0];
  [shop, cafe] = [await idsOf('shop'), await idsOf('cafe')];
});
afterAll(async () => {
  database.close();
});

const ask = async (method: string, path: string, token = keys.shop) => {
  const url = path.startsWith('http') ? path : `${app.url}/graph/v25.0/${path}`;
  return answerOf(await fetch(url, { method, headers: bearer(token) }));
};

interface Upload extends GraphUpload {
  readonly to?: string;
  readonly key?: string;
}
const upload = ({ to = shop.phoneNumberId, key = keys.shop, ...file }: Upload = {}) =>
  uploadTo(app.url, to, key, file);

let database: Database;
/** How many rows a table has. */
const stored = (table: string) =>
  database.query<{ count: number }, []>(`select count(*) as count from ${table}`).get()?.count;

const refused = (code: number, details?: string, subcode?: number) => ({
  error: {
    message: expect.any(String),
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    error_data: {
      messaging_product: 'whatsapp',
      details: details === undefined ? expect.any(String) : expect.stringContaining(details),
    },
    fbtrace_id: expect.any(String),
  },
});
const UNKNOWN = refused(100, undefined, 33);

describe('a file', () => {
  test('of HTML is saved by browsers, and nothing of it runs at the address of the manager', async () => {
    const bytes = Buffer.from('<script>alert(1)</script>');
    const { id } = (await upload({ bytes, type: 'text/html', name: 'a.html' })).body;
    const { status, headers } = await fetch(`${app.url}/graph/v25.0/${id}/bytes`, {
      headers: bearer(keys.shop),
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toStartWith('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is uploaded, found by its id, and its bytes come back from the url with the same token', async () => {
    const { status, body } = await upload();
    expect([status, body]).toEqual([200, { id: expect.stringMatching(/^\d{16}$/) }]);
    const found = await ask('GET', body.id);
    expect([found.status, found.body]).toEqual([
      200,
      {
        messaging_product: 'whatsapp',
        id: body.id,
        url: `${app.url}/graph/v25.0/${body.id}/bytes`,
        mime_type: 'image/png',
        sha256: createHash('sha256').update(PNG).digest('base64'),
        file_size: PNG.length,
      },
    ]);
    const bytes = await fetch(found.body.url, { headers: bearer(keys.shop) });
    expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(bytes.headers.get('content-length')).toBe(String(PNG.length));
    expect(Buffer.from(await bytes.arrayBuffer()).equals(PNG)).toBe(true);
  });

  test('is found with the number that it belongs to, and with no other', async () => {
    const { id } = (await upload()).body;
    const found = await ask('GET', `${id}?phone_number_id=${shop.phoneNumberId}`);
    expect(found.status).toBe(200);
    for (const path of [`${id}?phone_number_id=${cafe.phoneNumberId}`, `${id}?phone_number_id=1`])
      expect(await ask('GET', path)).toEqual({ status: 404, body: UNKNOWN });
  });

  test('is unknown to other instances like an id of nothing, and opens to the global key', async () => {
    const { id } = (await upload()).body;
    for (const path of [id, `${id}/bytes`, '1234567890123456', '1234567890123456/bytes'])
      expect(await ask('GET', path, keys.cafe)).toEqual({ status: 404, body: UNKNOWN });
    expect(await ask('DELETE', id, keys.cafe)).toEqual({ status: 404, body: UNKNOWN });
    expect((await ask('GET', id, GLOBAL_KEY)).body.file_size).toBe(PNG.length);
    const named = `?phone_number_id=${shop.phoneNumberId}`;
    expect((await ask('GET', id + named, GLOBAL_KEY)).status).toBe(200);
  });

  test('is gone once it is deleted', async () => {
    const { id } = (await upload()).body;
    expect(await ask('DELETE', id)).toEqual({ status: 200, body: { success: true } });
    for (const [method, path] of [
      ['GET', id],
      ['GET', `${id}/bytes`],
      ['DELETE', id],
    ] as const)
      expect(await ask(method, path)).toEqual({ status: 404, body: UNKNOWN });
  });

  test('has the type that the form names, else that of its part, else that of its name', async () => {
    const typeOf = async (file: Upload) => {
      const { body } = await upload(file);
      return (await ask('GET', body.id)).body.mime_type;
    };
    const bytes = Buffer.from('a,b');
    const csv = { bytes, name: 'prices.csv' };
    expect(await typeOf({ ...csv, type: 'text/plain', partType: 'text/csv' })).toBe('text/plain');
    expect(await typeOf({ ...csv, type: null, partType: 'text/markdown' })).toBe('text/markdown');
    expect(await typeOf({ ...csv, type: 'document' })).toBe('text/csv');
    expect(await typeOf({ bytes, name: 'x', type: null })).toBe('application/octet-stream');
    const opus = 'audio/ogg; codecs=opus';
    expect(await typeOf({ bytes: Buffer.from('OggS'), type: opus })).toBe(opus);
  });

  test('has the type that its bytes are, within the family that was named', async () => {
    const typeOf = async (file: Upload) => {
      const { body } = await upload(file);
      return (await ask('GET', body.id)).body.mime_type;
    };
    const opus = oggFile('OpusHead');
    const OPUS = 'audio/ogg; codecs=opus';
    for (const type of ['audio/opus', 'audio/ogg', 'AUDIO/OGG', 'audio/mpeg', 'application/ogg'])
      expect([type, await typeOf({ bytes: opus, type })]).toEqual([type, OPUS]);
    expect(await typeOf({ bytes: opus, type: null, name: 'a', partType: 'audio/opus' })).toBe(OPUS);
    expect(await typeOf({ bytes: opus, type: 'application/octet-stream' })).toBe(OPUS);
    expect(await typeOf({ type: 'image/jpg' })).toBe('image/png');
    expect(await typeOf({ type: 'application/pdf' })).toBe('image/png');
    const m4a = { bytes: Buffer.from('\0\0\0\x18ftypM4A '), type: 'audio/x-m4a' };
    expect(await typeOf(m4a)).toBe('audio/mp4');
  });

  test('is taken with the product in the query, as whatsapp-api-js names it', async () => {
    const to = `${shop.phoneNumberId}/media?messaging_product=whatsapp`;
    expect(await upload({ product: null, to })).toMatchObject({
      ...{ status: 200, body: { id: expect.any(String) } },
    });
    const other = await upload({ product: null, to: to.replace('=whatsapp', '=instagram') });
    expect(other.body).toEqual(refused(100, 'messaging_product is required'));
  });

  test('that is larger than a chunk comes back in parts, as a range asks', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 3 * MIB }, (_, at) => (at * 7) % 251));
    const { id } = (await upload({ bytes, type: 'application/zip', name: 'a.zip' })).body;
    const part = async (range: string) => {
      const headers = { ...bearer(keys.shop), range };
      const answer = await fetch(`${app.url}/graph/v25.0/${id}/bytes`, { headers });
      const { status } = answer;
      const body = Buffer.from(await answer.arrayBuffer());
      return { status, range: answer.headers.get('content-range'), body };
    };
    const middle = await part(`bytes=${MIB - 5}-${2 * MIB}`);
    expect([middle.status, middle.range]).toEqual([206, `bytes ${MIB - 5}-${2 * MIB}/${3 * MIB}`]);
    expect(middle.body.equals(bytes.subarray(MIB - 5, 2 * MIB + 1))).toBe(true);
    const end = await part(`bytes=${3 * MIB - 1}-`);
    expect([end.status, end.body.length]).toEqual([206, 1]);
    for (const odd of ['bytes=9-1', `bytes=${3 * MIB}-`, 'bytes=0-1,5-6', 'lines=1-2']) {
      const whole = await part(odd);
      expect([whole.status, whole.body.equals(bytes)]).toEqual([200, true]);
    }
  });
});

describe('an upload is refused, and nothing is left of it', () => {
  const cases: Readonly<Record<string, [file: Upload, details: string]>> = {
    'without a file': [{ bytes: null }, 'file is required'],
    'with an empty file': [{ bytes: new Uint8Array() }, 'the file is empty'],
    'without messaging_product': [{ product: null }, 'messaging_product is required'],
    'for another product': [{ product: 'instagram' }, 'messaging_product is required'],
    'of a type that is not taken': [
      { bytes: Buffer.from('GIF89a'), type: 'image/gif' },
      'one of these types',
    ],
    'of audio that is not taken': [{ bytes: wavOf(), type: 'audio/wav' }, 'one of these types'],
    'of sound in Ogg that is no Opus': [
      { bytes: oggFile('\x01vorbis'), type: 'audio/ogg' },
      'one of these types',
    ],
    'of a picture whose bytes are something else': [
      { bytes: Buffer.from('%PDF-1.7') },
      'does not begin as image/png',
    ],
    'of a picture above 5 MiB': [
      { bytes: Buffer.concat([PNG, Buffer.alloc(5 * MIB)]) },
      'at most 5242880 bytes are taken as image/png',
    ],
    'of a sticker above 500 KiB': [
      {
        bytes: Buffer.concat([Buffer.from('RIFF0000WEBP'), Buffer.alloc(501 * 1024)]),
        type: 'image/webp',
      },
      'at most 512000 bytes',
    ],
    'of a document above 16 MiB': [
      { bytes: Buffer.alloc(16 * MIB + 1), type: 'text/csv' },
      'at most 16777216 bytes',
    ],
    'of 101 MB': [{ bytes: Buffer.alloc(101_000_000), type: 'text/csv' }, 'at most 16777216 bytes'],
  };
  test.each(Object.entries(cases))('%s', async (_, [file, details]) => {
    const before = stored('uploaded_files');
    expect(await upload(file)).toEqual({ status: 400, body: refused(100, details) });
    expect(stored('uploaded_files')).toBe(before);
  });

  test('without a number of its own', async () => {
    for (const to of [cafe.phoneNumberId, shop.wabaId, '12345'])
      expect(await upload({ to })).toEqual({ status: 404, body: UNKNOWN });
  });

  test('when it is no form, or one that is cut', async () => {
    const before = stored('uploaded_files');
    const post = async (body: string, type: string) => {
      const headers = { ...bearer(keys.shop), 'content-type': type };
      const url = `${app.url}/graph/v25.0/${shop.phoneNumberId}/media`;
      return answerOf(await fetch(url, { method: 'POST', headers, body }));
    };
    expect(await post('{}', 'application/json')).toEqual({ status: 415, body: refused(100) });
    expect(await post('x', 'multipart/form-data')).toMatchObject({ body: refused(100) });
    const cut =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of a file';
    expect(await post(cut, 'multipart/form-data; boundary=b')).toEqual({
      status: 400,
      body: refused(100, 'ended early'),
    });
    expect(stored('uploaded_files')).toBe(before);
  });
});

/** Lets a message with a file arrive, and returns the id of its file. */
async function arrive(message: object): Promise<string> {
  const { body } = await app.call('POST', '/sandbox/shop/message', { from: ANA, ...message });
  return mediaIdOf(body.messageId);
}

describe('the file of a message', () => {
  test('is found by the id that webhooks give it, and its bytes come back', async () => {
    const id = await arrive({ kind: 'image', base64: PNG.toString('base64') });
    const found = await ask('GET', `${id}?phone_number_id=${shop.phoneNumberId}`);
    expect([found.status, found.body]).toEqual([
      200,
      {
        messaging_product: 'whatsapp',
        id,
        url: `${app.url}/graph/v25.0/${id}/bytes`,
        mime_type: 'image/jpeg',
        sha256: createHash('sha256').update(PNG).digest('base64'),
        file_size: PNG.length,
      },
    ]);
    const bytes = await fetch(found.body.url, { headers: bearer(keys.shop) });
    expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(PNG)).toBe(true);
  });

  test('is unknown to other instances, and so is that of a message without one', async () => {
    const id = await arrive({ kind: 'image', base64: PNG.toString('base64') });
    const text = await arrive({ kind: 'text', text: 'hi' });
    for (const path of [id, `${id}/bytes`])
      expect(await ask('GET', path, keys.cafe)).toEqual({ status: 404, body: UNKNOWN });
    for (const path of [text, `${text}/bytes`, mediaIdOf('never'), 'no.id'])
      expect(await ask('GET', path)).toEqual({ status: 404, body: UNKNOWN });
  });

  test('is not deleted apart from its message', async () => {
    const id = await arrive({ kind: 'image', base64: PNG.toString('base64') });
    expect(await ask('DELETE', id)).toEqual({
      status: 400,
      body: refused(100, 'stays with its message'),
    });
    expect((await ask('GET', id)).status).toBe(200);
  });
});
