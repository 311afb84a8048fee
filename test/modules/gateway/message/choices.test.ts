/** Lists and buttons through an instance whose platform shows them. */
import { expect, test } from 'bun:test';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import { until } from '../../../helpers/until.ts';
import { officialApi } from './official-setup.ts';

const { open } = officialApi();

const PNG = Buffer.from(SAMPLES.image.bytes).toString('base64');
const BUTTONS = {
  title: 'Order 17',
  description: 'Is it right?',
  footer: 'Corner Shop',
  buttons: [{ type: 'reply', displayText: 'Yes', id: 'y' }, { displayText: 'No' }],
};
const LIST = {
  title: 'Fruit',
  buttonText: 'Choose',
  sections: [{ rows: [{ title: 'Apple', description: 'red', rowId: 'a' }, { title: 'Pear' }] }],
};

test('201 buttons, a link and a list go as what they are, though a poll was to stand in for them', async () => {
  const { ask, sent } = await open();
  expect((await ask('sendButtons', { ...BUTTONS, fallback: 'poll' })).status).toBe(201);
  const link = {
    title: 'Ours',
    buttons: [{ type: 'url', displayText: 'Open', url: 'https://a.example' }],
  };
  expect((await ask('sendButtons', link)).status).toBe(201);
  const { status, body } = await ask('sendList', LIST);
  expect(status).toBe(201);
  expect(body.message).toMatchObject({ listMessage: { buttonText: 'Choose' } });
  expect(sent().map((one) => one.body.interactive)).toMatchObject([
    {
      type: 'button',
      header: { text: 'Order 17' },
      body: { text: 'Is it right?' },
      action: {
        buttons: [{ reply: { id: 'y', title: 'Yes' } }, { reply: { id: 'No', title: 'No' } }],
      },
    },
    {
      type: 'cta_url',
      body: { text: 'Ours' },
      action: { parameters: { url: 'https://a.example' } },
    },
    {
      type: 'list',
      body: { text: 'Fruit' },
      action: {
        sections: [{ rows: [{ id: 'a', title: 'Apple', description: 'red' }, { id: 'Pear' }] }],
      },
    },
  ]);
});

test('201 QUEUED with the file above buttons, which Meta is handed over when they leave the queue', async () => {
  const { g, ask, sent } = await open();
  const videoUrl = `data:video/mp4;base64,${Buffer.from(SAMPLES.video.bytes).toString('base64')}`;
  const { status, body } = await ask('sendButtons', { ...BUTTONS, videoUrl, delay: 1_000 });
  expect([status, body.status]).toEqual([201, 'QUEUED']);
  expect(sent()).toEqual([]);
  await until('it is sent', async () => {
    await g.clock.advance(500);
    return sent().length === 1;
  });
  expect(sent()[0]?.body.interactive).toMatchObject({
    body: { text: '*Order 17*\nIs it right?' },
    header: { type: 'video', video: { id: expect.any(String) } },
  });
});

test('400 two files above buttons, and nothing goes to Meta', async () => {
  const two = { ...BUTTONS, thumbnailUrl: PNG, documentUrl: PNG };
  await (await open()).refused('sendButtons', two, 'must not be given together');
});

test.each([
  ['sendButtons', {}, 'title is required; buttons must be a list of objects'],
  ['sendButtons', { ...BUTTONS, title: {} }, 'title must be a text'],
  [
    'sendButtons',
    { title: 'a', buttons: [{ type: 'call', displayText: 'Call' }] },
    'buttons must be reply buttons, or one of type url alone',
  ],
  [
    'sendButtons',
    { title: 'a', buttons: [{ type: 'reply' }] },
    'buttons.0.displayText is required',
  ],
  ['sendButtons', { title: 'a', buttons: [7] }, 'buttons must be a list of objects'],
  ['sendList', { ...LIST, buttonText: undefined }, 'buttonText is required'],
  ['sendList', { ...LIST, sections: 'all' }, 'sections must be a list of objects'],
  ['sendList', { ...LIST, sections: [{ rows: [{}] }] }, 'sections.0.rows.0.title is required'],
  ['sendList', { ...LIST, sections: [{}] }, 'sections.0.rows must be a list of objects'],
])('400 %s with %j: the reason, and nothing goes to Meta', async (verb, fields, words) => {
  await (await open()).refused(verb, fields, words);
});
