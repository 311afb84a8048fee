/** Refusals that come before a body is read, in the whole product: no byte of the announced 31 MiB is ever sent. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { announce, type RawHttp } from '../../helpers/raw-http.ts';
import { sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

let shopKey: string;
const open: RawHttp[] = [];

const app = sharedApp();
beforeAll(async () => {
  shopKey = await app.openInstance('shop');
  for (const instanceName of ['closed', 'cafe'])
    await app.call('POST', '/instance/create', { instanceName, provider: 'sandbox' });
});
afterAll(async () => {
  for (const one of open) one.destroy();
});

async function refusal(path: string, headers: readonly string[]): Promise<number> {
  const sender = announce(Number(new URL(app.url).port), path, 31 << 20, headers);
  open.push(sender);
  await until('an answer', () => sender.status() !== 0);
  return sender.status();
}
const reserved = async () =>
  Number(
    /gatehouse_memory_reserved_bytes (\d+)/.exec((await app.call('GET', '/metrics')).body)?.[1],
  );

for (const [path, other] of [
  ['/message/sendMedia/NAME', 'sending media'],
  ['/message/sendWhatsAppAudio/NAME', 'sending a voice note'],
  ['/message/sendPtv/NAME', 'sending a round video'],
  ['/message/sendSticker/NAME', 'sending a sticker'],
  ['/message/sendStatus/NAME', 'posting a status'],
  ['/sandbox/NAME/message', 'a message that arrives'],
] as const) {
  const to = (name: string) => path.replace('NAME', name);

  test(`401, 403, 404 and 409 come before the body of ${other} is read`, async () => {
    const global = [`apikey: ${GLOBAL_KEY}`];
    expect(await refusal(to('shop'), [])).toBe(401);
    expect(await refusal(to('shop'), ['apikey: wrong'])).toBe(401);
    expect(await refusal(to('cafe'), [`apikey: ${shopKey}`])).toBe(403);
    expect(await refusal(to('nobody'), [`apikey: ${shopKey}`])).toBe(403);
    expect(await refusal(to('nobody'), global)).toBe(404);
    expect(await refusal(to('-'), global)).toBe(400);
    expect(await refusal(to('closed'), global)).toBe(409);
    expect(await reserved()).toBe(0);
  });
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const VOICE = 'UklGRjQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YRAAAAAAAAAAAAAAAAAAAAAAAAAA';

for (const [verb, fields] of [
  ['sendMedia', { mediatype: 'image', media: PICTURE }],
  ['sendWhatsAppAudio', { audio: VOICE }],
  ['sendPtv', { video: 'AAAAGGZ0eXBpc29tAAAAAGlzb21tcDQyAAAACG1kYXQ=' }],
  ['sendSticker', { sticker: PICTURE }],
  ['sendStatus', { type: 'image', content: PICTURE, statusJidList: ['5511888880000'] }],
] as const)
  test(`201 QUEUED for ${verb} with a time, and 409 without one, while the instance is not connected`, async () => {
    const body = { number: '5511888880000', ...fields };
    const scheduleAt = new Date(Date.now() + 3_600_000).toISOString();
    const path = `/message/${verb}/closed`;
    expect(await app.call('POST', path, { ...body, scheduleAt })).toMatchObject({
      status: 201,
      body: { status: 'QUEUED' },
    });
    expect((await app.call('POST', path, body)).status).toBe(409);
  });

const BUTTONS = [{ type: 'reply', displayText: 'Yes', id: 'yes' }];

for (const [path, fields] of [
  ['/message/sendButtons/shop', { buttons: BUTTONS, interactive: 'try' }],
  ['/message/sendFlow/shop', { flowId: '1', flowCta: 'Open' }],
  ['/send/button', { buttons: BUTTONS, interactive: 'try' }],
] as const)
  test(`a picture of two MiB goes above the texts of ${path}`, async () => {
    const thumbnailUrl = Buffer.concat([
      Buffer.from(PICTURE, 'base64'),
      Buffer.alloc(2 * 1024 * 1024),
    ]).toString('base64');
    const body = { number: '5511888880000', title: 'Hello', description: 'Well?' };
    const answer = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { apikey: shopKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...fields, thumbnailUrl }),
    });
    expect(await answer.text()).toContain('imageMessage');
  });

test('other bodies too are not read where the instance alone decides', async () => {
  for (const path of ['/webhook/set/nobody', '/template/create/nobody', '/message/sendText/nobody'])
    expect(await refusal(path, [`apikey: ${GLOBAL_KEY}`])).toBe(404);
});

test('a repetition by Idempotency-Key gets its first answer when the instance is no longer connected', async () => {
  const send = () =>
    fetch(`${app.url}/message/sendMedia/shop`, {
      method: 'POST',
      headers: {
        apikey: shopKey,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({
        number: '5511888880000',
        mediatype: 'document',
        media: 'Ym9vayw5Cg==',
      }),
    });
  const first = await send();
  expect(first.status).toBe(201);
  await app.call('DELETE', '/instance/logout/shop');
  const again = await send();
  expect([again.status, await again.json()]).toEqual([201, await first.json()]);
});

for (const kind of ['media', 'sticker', 'status/media'])
  test(`401, 400 and 409 come before the body of /send/${kind}, whose instance is the key's own`, async () => {
    const path = `/send/${kind}`;
    const shut = await app.call('POST', '/instance/create', {
      instanceName: `shut-${kind.replace('/', '-')}`,
    });
    expect(await refusal(path, [])).toBe(401);
    expect(await refusal(path, [`apikey: ${GLOBAL_KEY}`])).toBe(400);
    expect(await refusal(path, [`apikey: ${shut.body.apikey}`])).toBe(409);
  });
