/** What fills a template, held against the template as the platform would hold it. */
import { describe, expect, test } from 'bun:test';
import type { Template, TemplateComponent } from '../../../../src/core/providers/templates.ts';
import { fillTemplate } from '../../../../src/modules/templates/filling/fill.ts';
import { filledTemplate } from '../../../../src/modules/templates/send.ts';

type Fields = Readonly<Record<string, unknown>>;

const templateOf = (components: readonly TemplateComponent[], more: Partial<Template> = {}) => ({
  ...{ id: '1', name: 'ready', language: 'en', category: 'MARKETING', status: 'APPROVED' },
  ...{ components, parameterFormat: 'POSITIONAL' as const, ttlSeconds: null, quality: null },
  ...{ rejectedReason: null, createdAt: null, updatedAt: null },
  ...more,
});
const body = (text: string) => ({ type: 'BODY', text });
const header = (format: string, more: Fields = {}) => ({ type: 'HEADER', format, ...more });
const buttons = (...list: Fields[]) => ({ type: 'BUTTONS', buttons: list });
const text = (value: unknown, more: Fields = {}) => ({ type: 'text', text: value, ...more });
const part = (type: string, ...parameters: unknown[]) => ({ type, parameters });
const button = (index: unknown, sub_type: string, ...parameters: unknown[]) => ({
  ...part('button', ...parameters),
  ...{ index, sub_type },
});

const fill = (template: Template, ...components: unknown[]) => fillTemplate(template, components);
const refusalOf = (template: Template, ...components: unknown[]): string => {
  try {
    fillTemplate(template, components);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

test('a refusal names each wrong field with a stable reason, so that a form can say it in its own language', () => {
  const template = templateOf([header('IMAGE'), body('Hello {{1}}.')]);
  const wrong = part('body', text('Ana\nMaria'));
  const refused = () => fillTemplate(template, [wrong]);
  expect(refused).toThrow(
    expect.objectContaining({
      problems: [
        expect.objectContaining({
          field: 'components',
          reason: 'typed_parameter_missing',
          parameters: { part: 'header', types: 'image' },
        }),
        expect.objectContaining({
          field: 'components[0].parameters[0].text',
          reason: 'breaks_or_gaps',
        }),
      ],
    }),
  );
});

describe('the variables of a body', () => {
  const ORDER = templateOf([body('Hello {{1}}, order {{2}} is ready, {{1}}.')]);

  test('are filled in their order, each wherever it stands', () => {
    const { shown, components } = fill(ORDER, part('BODY', text('Ana'), text('A-17')));
    expect(shown.body).toBe('Hello Ana, order A-17 is ready, Ana.');
    expect(components).toEqual([part('body', text('Ana'), text('A-17'))]);
  });

  test.each<[string, unknown[], string]>([
    ['are missing', [], 'components must hold a body with 2 parameters, for {{1}}, {{2}}'],
    [
      'are too few',
      [part('body', text('Ana'))],
      'components[0] must have 2 parameters, for {{1}}, {{2}}, not 1',
    ],
    ['are too many', [part('body', text('a'), text('b'), text('c'))], 'not 3'],
    [
      'are no texts',
      [part('body', text(5), text(' '))],
      'components[0].parameters[0].text must be a text; components[0].parameters[1].text must be a text',
    ],
    [
      'hold lines',
      [part('body', text('a\nb'), text('c     d'))],
      'components[0].parameters[0].text must have no line breaks, tabs or more than 4 blanks in a row',
    ],
    [
      'are of another type',
      [part('body', text('a'), { type: 'payload', payload: 'x' })],
      'components[0].parameters[1].type must be one of text, currency, date_time',
    ],
    ['make it too long', [part('body', text('x'.repeat(1024)), text('b'))], '1024 characters'],
    ['have no type', [part('body', 'Ana', 'A-17')], 'components[0].parameters must be an array'],
    ['are no list', [{ type: 'body', parameters: 'Ana' }], 'components[0].parameters must be'],
    ['are for no part', [part('feet', text('a'))], 'components[0].type must be one of header'],
    ['are given twice', [part('body', text('a'), text('b')), part('body')], 'given before'],
    ['are for another part', [part('header', text('a'))], 'is for a header, which this template'],
    ['are no parts', [null], 'components[0] must be an object'],
  ])('are refused where they %s', (_, components, reason) => {
    expect(refusalOf(ORDER, ...components)).toContain(reason);
  });

  test('are refused where there are none, and an empty list of them is not', () => {
    const fixed = templateOf([body('It is ready')]);
    expect(refusalOf(fixed, part('body', text('Ana')))).toBe(
      'components[0] must have no parameters: the body of this template has no variables',
    );
    expect(fill(fixed, part('body')).components).toEqual([]);
    expect(fillTemplate(fixed, undefined).shown.body).toBe('It is ready');
    expect(() => fillTemplate(fixed, { type: 'body' })).toThrow('components must be an array');
  });

  test('have names where the template says so', () => {
    const components = [body('Hello {{first_name}}, order {{order}} is ready')];
    const named = templateOf(components, { parameterFormat: 'NAMED' });
    const order = text('A-17', { parameter_name: 'order' });
    const name = text('Ana', { parameter_name: 'first_name' });
    expect(fill(named, part('body', order, name)).shown.body).toBe(
      'Hello Ana, order A-17 is ready',
    );
    for (const wrong of [text('Ana'), order, text('Ana', { parameter_name: 'name' })])
      expect(refusalOf(named, part('body', order, wrong))).toBe(
        'components[0].parameters[1].parameter_name must be each of first_name, order once',
      );
  });

  test('may be amounts and times, shown as their fallback', () => {
    const amount = { type: 'currency', currency: { fallback_value: 'R$ 10', code: 'BRL' } };
    const time = { type: 'date_time', date_time: { fallback_value: 'Monday' } };
    expect(fill(ORDER, part('body', amount, time)).shown.body).toBe(
      'Hello R$ 10, order Monday is ready, R$ 10.',
    );
    expect(refusalOf(ORDER, part('body', { type: 'currency' }, time))).toContain(
      'components[0].parameters[0].currency.fallback_value must be a text',
    );
  });
});

describe('a header', () => {
  const of = (format: string, more?: Fields) => templateOf([header(format, more), body('Look')]);
  const image = (file: unknown) => part('header', { type: 'image', image: file });

  test('is a text with its variable', () => {
    const title = of('TEXT', { text: 'Order {{1}}' });
    expect(fill(title, part('header', text('A-17'))).shown.header).toEqual({
      kind: 'text',
      text: 'Order A-17',
    });
    expect(refusalOf(title)).toBe('components must hold a header with one parameter, for {{1}}');
    expect(refusalOf(title, part('header', text('x'.repeat(60))))).toContain('60 characters');
  });

  test('is a file by its link or the id of its upload', () => {
    const link = 'https://files.test/a.jpg';
    expect(fill(of('IMAGE'), image({ link })).shown.header).toEqual({ kind: 'image', link });
    expect(fill(of('IMAGE'), image({ id: '17' })).shown.header).toEqual({
      ...{ kind: 'image', uploadId: '17' },
    });
    const document = { type: 'document', document: { link, filename: 'a.pdf' } };
    expect(fill(of('DOCUMENT'), part('header', document)).shown.header).toEqual({
      ...{ kind: 'document', link },
      fileName: 'a.pdf',
    });
    const upload = { type: 'document', document: { id: '17', filename: 'a.pdf' } };
    expect(fill(of('DOCUMENT'), part('header', upload)).shown.header).toEqual({
      ...{ kind: 'document', uploadId: '17' },
      fileName: 'a.pdf',
    });
    const gif = { type: 'gif', gif: { link } };
    expect(fill(of('GIF'), part('header', gif)).shown.header).toEqual({ kind: 'video', link });
  });

  test.each<[string, unknown[], string]>([
    ['nothing', [], 'components must hold a header with one parameter, of type image'],
    [
      'two files',
      [part('header', ...Array(2).fill({ type: 'image', image: { id: '1' } }))],
      'components[0] must have one parameter, of type image',
    ],
    ['a text', [part('header', text('a'))], 'components[0] must have one parameter, of type image'],
    ['no address', [image({})], 'components[0].parameters[0].image must have an id or a link'],
    ['an address that is none', [image({ link: 'file:///etc/passwd' })], 'image must have an id'],
    ['an id and an address', [image({ id: '1', link: 'https://a.test' })], 'image must have an id'],
  ])('is no image with %s', (_, components, reason) => {
    expect(refusalOf(of('IMAGE'), ...components)).toContain(reason);
  });

  test('is a place or a product', () => {
    const place = (location: unknown) => part('header', { type: 'location', location });
    const at = { latitude: '-23.5', longitude: 46, name: 'Here' };
    expect(fill(of('LOCATION'), place(at)).shown.header).toEqual({
      ...{ kind: 'location', latitude: -23.5, longitude: 46 },
      name: 'Here',
    });
    for (const wrong of [{}, { latitude: 91, longitude: 0 }, { latitude: '', longitude: 0 }, null])
      expect(refusalOf(of('LOCATION'), place(wrong))).toContain('a latitude and a longitude');
    const product = (value: unknown) => part('header', { type: 'product', product: value });
    expect(fill(of('PRODUCT'), product({ product_retailer_id: 'x1' })).shown.header).toEqual({
      kind: 'product',
      id: 'x1',
    });
    expect(refusalOf(of('PRODUCT'), product({}))).toContain('product_retailer_id');
  });
});

describe('buttons', () => {
  const LINK = { type: 'URL', text: 'Open', url: 'https://a.test/?q={{1}}' };
  const ALL = templateOf([
    body('Look'),
    buttons(
      { type: 'QUICK_REPLY', text: 'Yes' },
      LINK,
      { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+5511' },
      { type: 'COPY_CODE', example: 'SAVE10' },
    ),
  ]);
  const code = button('3', 'COPY_CODE', { type: 'coupon_code', coupon_code: 'SAVE15' });

  test('are filled by their place', () => {
    const reply = button(0, 'quick_reply', { type: 'payload', payload: 'yes-17' });
    const { shown, components } = fill(ALL, code, button(1, 'url', text('A-17')), reply);
    expect(shown.buttons).toEqual([
      { type: 'QUICK_REPLY', text: 'Yes', value: 'yes-17' },
      { type: 'URL', text: 'Open', value: 'https://a.test/?q=A-17' },
      { type: 'PHONE_NUMBER', text: 'Call', value: '+5511' },
      { type: 'COPY_CODE', text: '', value: 'SAVE15' },
    ]);
    expect(components[0]).toEqual({
      ...part('button', { type: 'coupon_code', coupon_code: 'SAVE15' }),
      ...{ index: '3', sub_type: 'copy_code' },
    });
  });

  test.each<[string, unknown[], string]>([
    ['a missing value', [code], 'components must hold a button 1 with one parameter, of type text'],
    ['another type', [code, button(1, 'flow', text('a'))], 'components[1].sub_type must be url'],
    [
      'a number that is called',
      [code, button(1, 'url', text('a')), button(2, 'url', text('a'))],
      'components[2] must have no parameters: the button 2 of this template has no variables',
    ],
    ['no place', [code, button(undefined, 'url', text('a'))], 'components[1].index must be'],
    ['a place beyond', [code, button(1, 'url', text('a')), button(4, 'url')], 'is for a button 4'],
    ['an empty value', [code, button(1, 'url', text(''))], 'must be a text of 1-2000 characters'],
    [
      'a long code',
      [button(3, 'copy_code', { type: 'coupon_code', coupon_code: 'x'.repeat(16) })],
      'components[0].parameters[0].coupon_code must be a text of 1-15 characters',
    ],
  ])('are refused with %s', (_, components, reason) => {
    expect(refusalOf(ALL, ...components)).toContain(reason);
  });

  test('of shops and flows say what opens', () => {
    const flow = templateOf([body('Look'), buttons({ type: 'FLOW', text: 'Go', flow_id: '1' })]);
    expect(refusalOf(flow)).toBe('');
    const action = { type: 'action', action: { flow_token: 'x' } };
    expect(refusalOf(flow, button(0, 'flow', action))).toBe('');
    expect(refusalOf(flow, button(0, 'flow', { type: 'action' }))).toContain('must be an object');
    const items = templateOf([body('Look'), buttons({ type: 'MPM', text: 'Items' })]);
    expect(refusalOf(items)).toContain('a button 0 with one parameter, of type action');
  });

  test('of authentication take the code, and their text may be the platform’s own', () => {
    const otp = buttons({ type: 'OTP', otp_type: 'COPY_CODE' });
    const own = { type: 'BODY', add_security_recommendation: true };
    const template = templateOf([own, { type: 'FOOTER', code_expiration_minutes: 5 }, otp]);
    const { shown } = fill(
      template,
      part('body', text('123456')),
      button(0, 'url', text('123456')),
    );
    expect([shown.body, shown.footer, shown.buttons[0]?.value]).toEqual([
      '*123456* is your verification code. For your security, do not share this code.',
      'This code expires in 5 minutes.',
      '123456',
    ]);
  });
});

test('an offer says when it ends, where it does end', () => {
  const offer = (has_expiration: boolean) =>
    templateOf([
      body('Look'),
      { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Hurry', has_expiration } },
    ]);
  const until = (expiration_time_ms: unknown) =>
    part('limited_time_offer', {
      type: 'limited_time_offer',
      limited_time_offer: { expiration_time_ms },
    });
  expect(fill(offer(true), until(1_800_000_000_000)).shown.offer).toEqual({
    text: 'Hurry',
    expiresAt: 1_800_000_000_000,
  });
  expect(refusalOf(offer(true))).toContain('components must hold a limited_time_offer with');
  expect(refusalOf(offer(true), until('soon'))).toContain('expiration_time_ms must be a time');
  expect(refusalOf(offer(false), until(1_800_000_000_000))).toContain('must have no parameters');
});

describe('cards', () => {
  const card = { components: [header('IMAGE'), body('Plant {{1}} is ready')] };
  const template = templateOf([body('Look'), { type: 'CAROUSEL', cards: [card, card] }]);
  const cardOf = (card_index: unknown, name: unknown) => ({
    card_index,
    components: [
      part('HEADER', { type: 'image', image: { id: '1' } }),
      part('body', ...(name === undefined ? [] : [text(name)])),
    ],
  });
  const carousel = (...cards: unknown[]) => ({ type: 'carousel', cards });

  test('are each filled, in their order', () => {
    const { shown, components } = fill(template, carousel(cardOf(1, 'B'), cardOf(0, 'A')));
    expect(shown.cards.map((one) => one.body)).toEqual(['Plant A is ready', 'Plant B is ready']);
    expect(components).toMatchObject([
      { type: 'carousel', cards: [{ card_index: 0 }, { card_index: 1 }] },
    ]);
    expect(components[0]).toHaveProperty('cards.0.components.0.type', 'header');
  });

  test('are refused when one is missing, given twice or not filled', () => {
    const once = 'with 2 cards, each with its card_index (0-1) once';
    expect(refusalOf(template)).toContain(`components must hold a carousel ${once}`);
    for (const wrong of [[cardOf(0, 'A')], [cardOf(0, 'A'), cardOf(0, 'B')], [1, 2], []])
      expect(refusalOf(template, carousel(...wrong))).toContain(once);
    expect(refusalOf(template, carousel(cardOf(0, 'A'), cardOf(1, undefined)))).toBe(
      'components[0].cards[1].components[1] must have one parameter, for {{1}}, not 0',
    );
  });
});

describe('a template that is asked for', () => {
  const compose = async (status: string, language = 'en') => {
    const template = templateOf([body('It is ready')], { status });
    const templates = { named: async () => [template] };
    try {
      return (await filledTemplate({ name: 'ready', language }, templates)).kind;
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  test('is sent when it is approved, though it may be paused soon', async () => {
    expect([await compose('APPROVED'), await compose('FLAGGED')]).toEqual(['template', 'template']);
  });

  test('409 is not sent while it is not approved', async () => {
    for (const status of ['PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'ANYTHING'])
      expect(await compose(status)).toBe(
        `template ready in en is ${status}: only approved ones can be sent`,
      );
  });

  test('404 names the languages that it is there in', async () => {
    expect(await compose('APPROVED', 'de')).toBe(
      'template ready in de not found: it is there in en',
    );
  });
});
