/** Files that clients of Evolution Go upload as a form, on the sandbox. */
import { beforeAll, expect, test } from 'bun:test';
import { PICTURE } from '../../clients/stage.ts';
import { wavOf } from '../../doubles/sound-files.ts';
import type { Answer } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

const NUMBER = '5511999990000';
const CHAT = `${NUMBER}@s.whatsapp.net`;

let key: string;
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
});

const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body;

async function upload(kind: string, fields: Readonly<Record<string, string | File>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { apikey: key };
  const answer = await fetch(`${app.url}/send/${kind}`, { method: 'POST', headers, body: form });
  const body: Answer['body'] = await answer.json();
  return { status: answer.status, body };
}

const picture = new File([Buffer.from(PICTURE, 'base64')], 'a.png', { type: 'image/png' });
const sound = new File([wavOf()], 'note.wav', { type: 'audio/wav' });
const prices = new File(['a;b'], 'prices.csv', { type: 'text/csv' });

test.each([
  ['media', { number: NUMBER, type: 'image', caption: 'Look', file: picture }, 'ImageMessage'],
  ['media', { number: NUMBER, type: 'audio', file: sound }, 'AudioMessage'],
  ['sticker', { number: NUMBER, file: picture }, 'StickerMessage'],
  ['status/media', { type: 'image', statusJidList: NUMBER, file: picture }, 'ImageMessage'],
] as const)('the file of a form is sent by /send/%s', async (kind, fields, type) => {
  const { status, body } = await upload(kind, fields);
  expect([status, body.data.Info.Type]).toEqual([200, type]);
  expect((await sent()).at(-1).id).toBe(body.data.Info.ID);
});

test('a form says in texts what a JSON body says, and its file has its own name and type', async () => {
  const names = { mentionedJid: `${CHAT}, 5511888880000@s.whatsapp.net`, mentionAll: 'false' };
  const { status } = await upload('media', {
    ...{ number: NUMBER, type: 'document', caption: 'All', delay: '0', file: prices },
    ...names,
  });
  expect(status).toBe(200);
  expect((await sent()).at(-1)).toMatchObject({
    ...{ kind: 'document', caption: 'All', fileName: 'prices.csv', mimetype: 'text/csv', size: 3 },
    mentioned: [NUMBER, '5511888880000'],
  });
});

test('400 for a form that is wrong says why in a sentence, and nothing is sent', async () => {
  const before = (await sent()).length;
  const wrong = [
    [{ number: NUMBER, type: 'image' }, 'url is required'],
    [{ number: NUMBER, type: 'image', file: new File([], 'a.png') }, 'url must not be empty'],
    [{ number: NUMBER, type: 'image', file: picture, url: 'AAAA' }, 'both file and url'],
    [{ type: 'image', file: picture }, 'number is required'],
  ] as const;
  for (const [fields, said] of wrong) {
    const { status, body } = await upload('media', fields);
    expect([status, body]).toEqual([400, { error: expect.stringContaining(said) }]);
  }
  expect((await sent()).length).toBe(before);
});
