/** Requests of other clients against the service, on the sandbox and on WhatsApp. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { wavOf } from '../doubles/sound-files.ts';
import { type ClientRequest, REQUESTS, TEMPLATE_REQUESTS } from './requests.ts';
import { ANA, PICTURE, type Stage, sandboxStage, whatsAppStage } from './stage.ts';

/** A form as a client writes it that gives every text a type, and every file a name that says nothing. */
function formOf(texts: Readonly<Record<string, string>>, file: Uint8Array) {
  const boundary = 'f0e1d2c3b4a5';
  const part = (head: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: ${type}\r\n\r\n`;
  const fields = Object.entries(texts).map(
    ([name, value]) => `${part(`name="${name}"`, 'text/plain')}${value}\r\n`,
  );
  const head = part('name="file"; filename="file"', 'application/octet-stream');
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(fields.join('') + head),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

const image = Buffer.from(PICTURE, 'base64');
const FORMS = [
  ['sendMedia', { mediatype: 'image', mimetype: 'image/png', caption: 'Look' }, image],
  ['sendMedia', { mediatype: 'document', mimetype: 'text/csv', fileName: 'a.csv' }, image],
  ['sendWhatsAppAudio', { audio: '', encoding: 'true' }, wavOf()],
  ['sendSticker', {}, image],
] as const;

const STAGES = [
  ['on the sandbox', sandboxStage, [...REQUESTS, ...TEMPLATE_REQUESTS]],
  ['on WhatsApp', whatsAppStage, REQUESTS],
] as const;

describe.each(STAGES)('other clients get by %s', (_, made, requests) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await made();
  });
  afterAll(() => stage.stop());

  async function holds(request: ClientRequest) {
    const { sends, body, status, reads } = request;
    const { group, inviteCode } = stage;
    const [method = '', path = ''] = sends
      .replace('{group}', group)
      .replace('{inviteCode}', inviteCode)
      .split(' ');
    const answer = await stage.call(method, path, body?.(stage));
    expect([answer.status, answer.body.error?.message]).toEqual([
      status,
      status < 300 ? undefined : expect.stringContaining(`${reads}`),
    ]);
    if (status < 300) expect(answer.body).toMatchObject(reads as object);
  }

  test.each([...requests])('$sends is answered $status, with what its clients read', holds);

  test.each(FORMS)('the Python client uploads a file to %s', async (operation, texts, file) => {
    const { url, apikey } = stage.connection;
    const { headers, body } = formOf({ number: ANA, ...texts }, file);
    const answer = await fetch(`${url}/message/${operation}/shop`, {
      method: 'POST',
      headers: { apikey, ...headers },
      body,
    });
    expect([answer.status, await answer.json()]).toMatchObject([201, { key: { fromMe: true } }]);
  });
});
