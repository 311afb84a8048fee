/** Choices that are tried through a paired phone: what goes out, what stands in for it, and what is refused. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { PICTURE } from '../../../clients/stage.ts';
import { startApp } from '../../../helpers/app.ts';
import { sharedApp } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

const ANA = '5511888880000';
const TRY = { interactive: 'try' };
const YES = { type: 'reply', displayText: 'Yes', id: 'y' };
const CARD = { title: 'Bread', body: 'Fresh', imageUrl: PICTURE, buttons: [YES] };
const LIST = {
  title: 'Fruit',
  description: 'What may it be?',
  footerText: 'Today',
  buttonText: 'Choose',
  sections: [
    { title: 'Red', rows: [{ title: 'Apple', description: 'sweet', rowId: 'a' }] },
    { title: 'Green', rows: [{ title: 'Pear', rowId: 'p' }] },
  ],
};
const PIX = {
  type: 'pix',
  currency: 'BRL',
  name: 'Corner Shop',
  keyType: 'email',
  key: 'pay@shop.example',
};

let key: string;
const app = sharedApp({ instances: ['shop'] });
beforeAll(async () => {
  key = (await app.call('POST', '/instance/key/rotate/shop')).body.apikey;
});

const ask = (verb: string, body: object) =>
  app.call('POST', `/message/${verb}/shop`, { number: ANA, ...body });
const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body;
const lastSent = async () => (await sent()).at(-1);
const statusOf = async (id: string) => (await app.call('GET', `/message/status/shop/${id}`)).body;
/** The next message is refused with this number. */
const refuse = (code: number) => app.call('POST', '/sandbox/shop/ack', { code, times: 1 });

async function refusedAs(verb: string, body: object, code = 479) {
  await refuse(code);
  const { status, body: answer } = await ask(verb, { ...TRY, ...body });
  expect([status, answer.key]).toEqual([201, expect.anything()]);
  const { id } = answer.key;
  await until('it is delivered', async () => (await statusOf(id)).status === 'Delivered');
  const shown = (await sent()).filter((one: { id: string }) => one.id === id);
  expect(shown).toHaveLength(1);
  return { shown: shown[0], status: await statusOf(id) };
}

describe('tried through a paired phone', () => {
  test('201 buttons of every type, with a picture above them', async () => {
    const buttons = [
      YES,
      { type: 'url', displayText: 'Open', url: 'https://shop.example' },
      { type: 'CALL', displayText: 'Call', phoneNumber: '+55 (11) 99999-0000' },
    ];
    const body = { ...TRY, title: 'Order 17', buttons, thumbnailUrl: PICTURE };
    const { status, body: answer } = await ask('sendButtons', body);
    expect([status, answer.messageType]).toEqual([201, 'interactiveMessage']);
    const { interactiveMessage } = (await lastSent()).message;
    expect(interactiveMessage.header).toMatchObject({
      hasMediaAttachment: true,
      imageMessage: { mimetype: 'image/png' },
    });
    expect(
      interactiveMessage.nativeFlowMessage.buttons.map(
        (one: { name: string; buttonParamsJson: string }) => [
          one.name,
          JSON.parse(one.buttonParamsJson),
        ],
      ),
    ).toEqual([
      ['quick_reply', { display_text: 'Yes', id: 'y' }],
      [
        'cta_url',
        {
          display_text: 'Open',
          url: 'https://shop.example',
          merchant_url: 'https://shop.example',
        },
      ],
      ['cta_call', { display_text: 'Call', phone_number: '+5511999990000' }],
    ]);
  });

  test('201 a list, a carousel and Pix', async () => {
    const list = await ask('sendList', { ...TRY, ...LIST });
    expect(list.body.messageType).toBe('listMessage');
    const carousel = await ask('sendCarousel', { ...TRY, body: 'Today', cards: [CARD] });
    expect(carousel.status).toBe(201);
    const pix = await ask('sendButtons', { ...TRY, title: 'Order 17', buttons: [PIX] });
    expect(JSON.stringify(pix.body.message)).toContain('payment_info');
    const bare = await ask('sendButtons', { ...TRY, buttons: [PIX] });
    expect([bare.status, JSON.stringify(bare.body.message)]).toEqual([
      201,
      expect.stringContaining(PIX.name),
    ]);
  });

  test('201 QUEUED with the files of its cards, when it has a delay', async () => {
    const body = { ...TRY, body: 'Today', cards: [CARD], delay: 10 };
    const { status, body: answer } = await ask('sendCarousel', body);
    expect([status, answer.status]).toEqual([201, 'QUEUED']);
    await until('it is sent', async () => (await lastSent()).id === answer.key.id);
    const [card] = (await lastSent()).message.interactiveMessage.carouselMessage.cards;
    expect(card.header.imageMessage.fileLength).toBe(Buffer.from(PICTURE, 'base64').length);
    expect(await statusOf(answer.key.id)).toMatchObject({ form: 'interactive' });
  });
});

describe('refused by the platform', () => {
  test.each([405, 473, 479])('with %i, a list goes as a numbered text', async (code) => {
    const { shown, status } = await refusedAs('sendList', LIST, code);
    expect(shown.text).toBe(
      '*Fruit*\nWhat may it be?\n\n*Red*\n1. Apple: sweet\n\n*Green*\n2. Pear\n\n_Today_',
    );
    expect([status.form, status.history[1].code]).toEqual(['text', code]);
  });

  test('a carousel and Pix go as texts, with all that can be written', async () => {
    const call = { type: 'call', displayText: 'Call', phoneNumber: '+5511999990000' };
    const copy = { type: 'copy', displayText: 'Code', copyCode: 'A17' };
    const cards = [CARD, { body: 'Cake', footer: 'fresh', buttons: [YES, call, copy] }];
    expect((await refusedAs('sendCarousel', { body: 'Today', cards })).shown.text).toBe(
      'Today\n\n*Bread*\nFresh\n\n1. Yes\n\nCake\n\n2. Yes\nCall: +5511999990000\nCode: A17\n\n_fresh_',
    );
    const pix = await refusedAs('sendButtons', { title: 'Order 17', buttons: [PIX] });
    expect(pix.shown.text).toBe('Order 17\n\nPix (email): pay@shop.example\nCorner Shop');
    const buttons = [{ ...PIX, amount: '12.5' }];
    expect((await refusedAs('sendButtons', { title: 'Order 17', buttons })).shown.text).toEndWith(
      'Corner Shop\nBRL 12.50',
    );
  });

  test('a poll goes where one was wanted', async () => {
    const { shown, status } = await refusedAs('sendList', { ...LIST, fallback: 'poll' });
    expect(shown.message.pollCreationMessageV3).toMatchObject({
      name: 'Fruit\nWhat may it be?\nToday',
      options: [{ optionName: 'Apple' }, { optionName: 'Pear' }],
    });
    expect(status.form).toBe('poll');
  });
});

describe('not tried', () => {
  test('201 a numbered text with "fallback": "text" alone', async () => {
    const { status } = await ask('sendButtons', {
      title: 'Right?',
      buttons: [YES],
      fallback: 'text',
    });
    expect([status, (await lastSent()).text]).toEqual([201, 'Right?\n\n1. Yes']);
  });

  test('422 a carousel says what to do instead, and how to try', async () => {
    const { status, body } = await ask('sendCarousel', { body: 'Today', cards: [CARD] });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.message).toMatch(/as an image with a caption.*"interactive": "try"/);
  });

  test('in a channel, which has no buttons', async () => {
    const number = '120363000000000002@newsletter';
    const body = { number, title: 'Right?', buttons: [YES], ...TRY };
    expect((await ask('sendButtons', body)).status).toBe(422);
  });
});

const LONG = 'x'.repeat(61);
const row = (title: string) => ({ title, rowId: title });
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(`row ${at}`));
const reply = (displayText: string) => ({ type: 'reply', displayText });

/** Verb, body, and the sentences about it. */
const WRONG: readonly (readonly [string, object, string])[] = [
  ['sendButtons', { title: 'a', buttons: 'all' }, 'buttons must be a list of objects'],
  ['sendButtons', { buttons: [YES] }, 'title is required'],
  [
    'sendButtons',
    { title: 'a', buttons: ['1', '2', '3', '4'].map(reply) },
    'there must be 1-3 buttons',
  ],
  [
    'sendButtons',
    { title: LONG, footer: LONG, description: 'b', buttons: [reply(LONG)] },
    'title must have 1-60 characters; footer must have 1-60 characters; buttons.0.displayText must have 1-20 characters',
  ],
  [
    'sendButtons',
    { title: 'a', buttons: [YES, YES] },
    'the ids of buttons must differ; the texts of buttons must differ',
  ],
  [
    'sendButtons',
    { title: 'a', buttons: [{ type: 'flow', displayText: 'a' }] },
    'buttons.0.type must be one of reply, url, call, copy, pix',
  ],
  [
    'sendButtons',
    { title: 'a', buttons: [{ type: 'url', displayText: 'a', url: 'javascript:1' }] },
    'buttons.0.url must be an http or https URL',
  ],
  [
    'sendButtons',
    { title: 'a', buttons: [{ type: 'call', displayText: 'a', phoneNumber: 'Ana' }] },
    'buttons.0.phoneNumber must be a phone number',
  ],
  [
    'sendButtons',
    { title: 'a', buttons: [{ type: 'copy', displayText: 'a' }] },
    'buttons.0.copyCode is required',
  ],
  ['sendButtons', { title: 'a', buttons: [PIX, YES] }, 'buttons of type pix must be alone'],
  [
    'sendButtons',
    { title: 'a', buttons: [{ ...PIX, keyType: 'iban', key: '' }] },
    'buttons.0.keyType must be one of phone, email, cpf, cnpj, random; buttons.0.key is required',
  ],
  ...[0, 12.345, 'much', 1e9, {}].map(
    (amount) =>
      [
        'sendButtons',
        { title: 'a', buttons: [{ ...PIX, amount }] },
        'buttons.0.amount must be a number from 0.01 to 1000000',
      ] as const,
  ),
  [
    'sendButtons',
    { title: 'a', buttons: [{ ...PIX, currency: 'real' }] },
    'buttons.0.currency must be three letters such as BRL',
  ],
  [
    'sendButtons',
    { title: 'a', buttons: [YES], thumbnailUrl: 'no picture!' },
    'thumbnailUrl must be a file in base64',
  ],
  [
    'sendButtons',
    { title: 'a', buttons: [PIX], fallback: 'poll' },
    'the texts of all reply buttons must be',
  ],
  ['sendList', { ...LIST, sections: [{ rows: rows(11) }] }, 'there must be 1-10 rows'],
  ['sendList', { ...LIST, buttonText: '' }, 'buttonText is required'],
  [
    'sendList',
    { ...LIST, sections: [{ rows: [row('x'.repeat(25))] }] },
    'sections.0.rows.0.title must have 1-24 characters',
  ],
  ['sendCarousel', { cards: [CARD] }, 'body is required'],
  ['sendCarousel', { body: 'a' }, 'cards must be a list of objects'],
  [
    'sendCarousel',
    { body: 'a', cards: Array.from({ length: 11 }, () => CARD) },
    'there must be 1-10 cards',
  ],
  [
    'sendCarousel',
    { body: 'a', cards: [{ ...CARD, body: '', buttons: [] }] },
    'cards.0.body is required; cards.0.buttons must be a list of objects',
  ],
  [
    'sendCarousel',
    { body: 'a', cards: [{ ...CARD, videoUrl: PICTURE }] },
    'cards.0 must have an imageUrl or a videoUrl, not both',
  ],
  [
    'sendCarousel',
    { body: 'a', cards: [{ ...CARD, imageUrl: 'http://127.0.0.1:9/a.png' }] },
    'media could not be fetched',
  ],
];

test.each(WRONG)(
  '400 %s with %j names what is wrong, and nothing is sent',
  async (verb, body, words) => {
    const before = await sent();
    const { status, body: answer } = await ask(verb, { ...TRY, ...body });
    expect([status, answer.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.error.message).toContain(words);
    expect(await sent()).toEqual(before);
  },
);

test('400 also names each wrong field with a stable reason: what is missing, and what is beyond a limit', async () => {
  const missing = await ask('sendButtons', { ...TRY, buttons: [{ type: 'call' }] });
  expect(missing.body.error.problems).toMatchObject([
    { field: 'title', reason: 'required' },
    { field: 'buttons.0.displayText', reason: 'required' },
    { field: 'buttons.0.phoneNumber', reason: 'required' },
  ]);
  const long = { ...YES, displayText: 'x'.repeat(21) };
  const beyond = await ask('sendButtons', {
    ...TRY,
    title: 'a',
    buttons: [long, long, long, long],
  });
  const problems: { field: string; reason: string }[] = beyond.body.error.problems;
  expect(problems[0]).toMatchObject({
    ...{ field: '', reason: 'wrong_count', message: 'there must be 1-3 buttons' },
    parameters: { what: 'buttons', min: 1, max: 3 },
  });
  expect(problems.map(({ field, reason }) => `${field} ${reason}`)).toContain(
    'buttons.3.displayText wrong_length',
  );
  expect(beyond.body.error.message).toContain('the ids of buttons must differ');
});

test('413 files that are larger than 16 MiB together, and nothing is sent', async () => {
  const before = await sent();
  const half = Buffer.alloc(8 * 1024 * 1024 + 1).toString('base64');
  const cards = [CARD, CARD].map((card) => ({ ...card, imageUrl: half }));
  const { status, body } = await ask('sendCarousel', { ...TRY, body: 'a', cards });
  expect([status, body.error.message]).toEqual([413, expect.stringContaining('together')]);
  expect(await sent()).toEqual(before);
});

test('409 while the instance is not connected, before a file is fetched', async () => {
  await app.call('POST', '/instance/create', { instanceName: 'new', provider: 'sandbox' });
  const body = { number: ANA, ...TRY, body: 'a', cards: [CARD] };
  expect((await app.call('POST', '/message/sendCarousel/new', body)).status).toBe(409);
});

describe('as clients of Evolution Go ask for it', () => {
  const go = (verb: string, body: object) =>
    app.call('POST', `/send/${verb}`, { number: ANA, ...body }, key);

  test('200 buttons, a list and a carousel with its texts one object deeper', async () => {
    const buttons = await go('button', { ...TRY, title: 'Right?', buttons: [YES] });
    expect([buttons.status, buttons.body.message]).toEqual([200, 'success']);
    expect((await lastSent()).kind).toBe('native_buttons');
    expect((await go('list', { ...TRY, ...LIST })).status).toBe(200);
    expect((await lastSent()).kind).toBe('list');
    const cards = [
      {
        header: { title: 'Bread', subtitle: 'white', imageUrl: PICTURE },
        body: { text: 'Fresh' },
        footer: '',
        buttons: [YES, { type: 'URL', displayText: 'Open', id: 'https://shop.example' }],
      },
    ];
    expect((await go('carousel', { ...TRY, body: 'Today', cards })).status).toBe(200);
    const [card] = (await lastSent()).message.interactiveMessage.carouselMessage.cards;
    expect(card).toMatchObject({
      header: { title: 'Bread · white', hasMediaAttachment: true },
      body: { text: 'Fresh' },
      nativeFlowMessage: { buttons: [{ name: 'quick_reply' }, { name: 'cta_url' }] },
    });
  });

  test('400 beyond the limits, and 422 where they are not tried, in the form of that family', async () => {
    const before = await sent();
    const buttons = ['1', '2', '3', '4'].map(reply);
    const wrong = await go('button', { ...TRY, title: 'a', buttons });
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'there must be 1-3 buttons' }]);
    const refused = await go('carousel', { body: 'Today', cards: [CARD] });
    expect([refused.status, refused.body]).toEqual([
      422,
      { error: expect.stringContaining('"interactive": "try"') },
    ]);
    expect(await sent()).toEqual(before);
  });
});

test('400 beyond the limits in the words of Evolution API, with EVOLUTION_MODE', async () => {
  const other = await startApp({ env: { EVOLUTION_MODE: 'true', INTERACTIVE_ON_PHONES: 'true' } });
  try {
    await other.openInstance('shop');
    const buttons = ['1', '2', '3', '4'].map(reply);
    const body = { number: ANA, title: 'a', buttons };
    const answer = await other.call('POST', '/message/sendButtons/shop', body);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { status: 400, response: { message: ['there must be 1-3 buttons'] } },
    ]);
  } finally {
    await other.stop();
  }
});
