/** What the platform asks of templates, whichever provider keeps them. */
import { describe, expect, test } from 'bun:test';
import { parseDraft } from '../../../src/modules/templates/draft.ts';

const BODY = { type: 'BODY', text: 'Your order is ready' };
const DRAFT = { name: 'ready', language: 'en', category: 'MARKETING', components: [BODY] };
type Fields = Readonly<Record<string, unknown>>;

const draft = (components: readonly unknown[], more: Fields = {}) =>
  parseDraft({ ...DRAFT, components, ...more });
const refusalOf = (components: readonly unknown[], more: Fields = {}): string => {
  try {
    draft(components, more);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};
const body = (text: string, example?: unknown) => ({ type: 'BODY', text, example });
const header = (format: string, more: Fields = {}) => ({ type: 'HEADER', format, ...more });
const FILE = { example: { header_handle: ['4::aW1hZ2U='] } };
const buttons = (...list: Fields[]) => ({ type: 'BUTTONS', buttons: list });
const reply = (text = 'Yes') => ({ type: 'QUICK_REPLY', text });
const link = (more: Fields = {}) => ({ type: 'URL', text: 'Open', url: 'https://a.test', ...more });
const NAMED = { parameter_format: 'NAMED' };
const NUMBERED = body('{{2}}', undefined);

test('types, formats and the parameter format may be written in small letters', () => {
  const components = [
    header('image', FILE),
    { type: 'body', text: 'Look' },
    { type: 'buttons', buttons: [{ type: 'quick_reply', text: 'Yes' }] },
  ];
  const { components: read, parameterFormat } = draft(components, { parameter_format: 'named' });
  expect(read).toEqual([header('IMAGE', FILE), { type: 'BODY', text: 'Look' }, buttons(reply())]);
  expect(parameterFormat).toBe('NAMED');
});

describe('a variable', () => {
  test('is numbered from 1 without a gap, each with an example', () => {
    const text = 'Hello {{1}}, order {{2}} is ready';
    expect(refusalOf([body(text, { body_text: [['Ana', 'A-17']] })])).toBe('');
    expect(refusalOf([body(text, { body_text: [['Ana']] })])).toBe(
      'components[0].example.body_text must be a list with a list of texts, one for each of {{1}}, {{2}}',
    );
    expect(refusalOf([body(text)])).toContain('components[0].example.body_text');
    expect(refusalOf([body('Hello {{2}}, all is ready')])).toContain('without a gap');
    expect(refusalOf([body('Hello {{first_name}}, all is ready')])).toContain(
      'names need parameter_format NAMED',
    );
  });

  test('has a name where the parameter format is NAMED, and its example says whose it is', () => {
    const text = 'Hello {{first_name}}, order {{order}} is ready';
    const one = (param_name: string) => ({ param_name, example: 'Ana' });
    const named = (...examples: unknown[]) => [body(text, { body_text_named_params: examples })];
    expect(refusalOf(named(one('order'), one('first_name')), NAMED)).toBe('');
    for (const wrong of [named(one('order')), named(one('order'), one('order')), named(1, null)])
      expect(refusalOf(wrong, NAMED)).toBe(
        'components[0].example.body_text_named_params must be a list of {"param_name", "example"}, one for each of {{first_name}}, {{order}}',
      );
    expect(refusalOf([body('Hello {{First}}, all is ready')], NAMED)).toContain('lower-case');
    expect(refusalOf([body(`Hello {{}}, all is ready`)], NAMED)).toContain('lower-case');
  });

  test('stands neither at an edge of the body nor at another variable', () => {
    const example = { body_text: [['a', 'b']] };
    expect(refusalOf([body('{{1}} and {{2}} are ready', example)])).toContain('neither begin');
    expect(refusalOf([body('Ready are {{1}} and {{2}} ', example)])).toContain('neither begin');
    expect(refusalOf([body('Ready: {{1}}{{2}}.', example)])).toContain('between two variables');
    expect(refusalOf([body('Ready: {{1}} {{2}}.', example)])).toBe('');
  });

  test('stands once in a header, which needs an example too, and never in a footer', () => {
    const text = (value: string, example?: Fields) => [
      header('TEXT', { text: value, ...(example && { example }) }),
      BODY,
    ];
    expect(refusalOf(text('Order {{1}}', { header_text: ['A-17'] }))).toBe('');
    expect(refusalOf(text('Order {{1}}'))).toContain('components[0].example.header_text');
    expect(refusalOf(text('{{1}} of {{2}}'))).toBe(
      'components[0].text must have at most one variable',
    );
    expect(refusalOf([BODY, { type: 'FOOTER', text: 'By {{1}}' }])).toBe(
      'components[1].text must have no variables',
    );
  });
});

describe('a header', () => {
  test.each(['IMAGE', 'VIDEO', 'GIF', 'DOCUMENT'])(
    'of format %s names an uploaded file',
    (format) => {
      expect(refusalOf([header(format, FILE), BODY])).toBe('');
      expect(refusalOf([header(format), BODY])).toBe(
        'components[0].example.header_handle must be a list with the handle of an uploaded file',
      );
    },
  );

  test('of format LOCATION needs nothing, and of another format is refused', () => {
    expect(refusalOf([header('LOCATION'), BODY])).toBe('');
    expect(refusalOf([header('SOUND'), BODY])).toContain('components[0].format');
  });
});

describe('buttons', () => {
  const APP = { package_name: 'com.example', signature_hash: 'K8a/AINcGX7' };
  test.each<[string, Fields]>([
    ['QUICK_REPLY', reply()],
    ['URL', link()],
    ['URL with a variable', link({ url: 'https://a.test/?q={{1}}', example: ['A-17'] })],
    ['PHONE_NUMBER', { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+5511999990000' }],
    ['COPY_CODE', { type: 'COPY_CODE', example: 'SAVE10' }],
    ['FLOW', { type: 'FLOW', text: 'Sign up', flow_id: '123' }],
    ['CATALOG', { type: 'CATALOG', text: 'View catalog' }],
    ['MPM', { type: 'MPM', text: 'View items' }],
    ['SPM', { type: 'SPM', text: 'View' }],
    ['VOICE_CALL', { type: 'VOICE_CALL', text: 'Call us' }],
    ['CALL_PERMISSION_REQUEST', { type: 'CALL_PERMISSION_REQUEST' }],
    ['REQUEST_CONTACT_INFO', { type: 'REQUEST_CONTACT_INFO' }],
  ])('may be of type %s', (_, button) => {
    expect(refusalOf([BODY, buttons(button)])).toBe('');
  });

  test.each<[string, Fields[], string]>([
    ['an unknown type', [{ type: 'PAY', text: 'Pay' }], 'buttons[0].type must be one of'],
    ['three links', [link(), link(), link()], 'buttons must have at most 2 of type URL'],
    [
      'two codes',
      [0, 1].map(() => ({ type: 'COPY_CODE', example: 'A' })),
      'buttons must have at most 1 of type COPY_CODE',
    ],
    ['a code that is too long', [{ type: 'COPY_CODE', example: 'x'.repeat(16) }], '15 characters'],
    ['a link that is no URL', [link({ url: 'a.test' })], 'buttons[0].url must be an http'],
    ['a link to a file', [link({ url: 'file:///etc' })], 'buttons[0].url must be an http'],
    [
      'a link with a variable inside',
      [link({ url: 'https://a.test/{{1}}/x', example: ['A'] })],
      'at most one variable, at its end',
    ],
    ['no example', [link({ url: 'https://a.test/{{1}}' })], 'buttons[0].example is required'],
    ['no number', [{ type: 'PHONE_NUMBER', text: 'Call' }], 'buttons[0].phone_number is required'],
    ['no flow', [{ type: 'FLOW', text: 'Go' }], 'buttons[0] must have flow_id'],
    ['mixed replies', [reply(), link(), reply('No')], 'all QUICK_REPLY buttons before'],
    ['a one-time password', [{ type: 'OTP', otp_type: 'COPY_CODE' }], 'must not have type OTP'],
  ])('must not have %s', (_, list, reason) => {
    expect(refusalOf([BODY, buttons(...list)])).toContain(reason);
  });

  test('of authentication are one-time passwords alone, filled in by apps that are named', () => {
    const AUTHENTICATION = { category: 'AUTHENTICATION' };
    const of = (...list: Fields[]) =>
      refusalOf([{ type: 'BODY' }, buttons(...list)], AUTHENTICATION);
    const password = (otp_type: string, more: Fields = {}) => ({ type: 'OTP', otp_type, ...more });
    expect(of(password('copy_code'))).toBe('');
    expect(of(password('ONE_TAP', { supported_apps: [APP] }))).toBe('');
    expect(of(password('ONE_TAP', APP))).toBe('');
    expect(of(password('ONE_TAP'))).toContain('buttons[0].supported_apps');
    expect(of(password('ZERO_TAP', { supported_apps: [APP] }))).toContain('zero_tap_terms');
    expect(of(password('TWO_TAP'))).toContain('buttons[0].otp_type');
    expect(of(reply())).toContain('type OTP alone');
    expect(refusalOf([{ type: 'BODY' }], AUTHENTICATION)).toContain('BUTTONS with one of type OTP');
    const expires = { type: 'FOOTER', code_expiration_minutes: 91 };
    expect(
      refusalOf([{ type: 'BODY' }, expires, buttons(password('COPY_CODE'))], AUTHENTICATION),
    ).toBe('components[1].code_expiration_minutes must be a whole number from 1 to 90');
  });
});

describe('a carousel', () => {
  const card = (...components: unknown[]) => ({ components });
  const CARD = card(header('IMAGE', FILE), body('One'), buttons(reply()));
  const carousel = (...cards: unknown[]) => ({ type: 'CAROUSEL', cards });

  test('has 2-10 cards that are made alike, in small letters too', () => {
    expect(refusalOf([BODY, carousel(CARD, CARD)])).toBe('');
    expect(refusalOf([BODY, carousel(...Array(11).fill(CARD))])).toContain('2 to 10 cards');
    expect(refusalOf([BODY, carousel(CARD)])).toContain('components[1].cards');
    const video = card(header('VIDEO', FILE), body('One'), buttons(reply()));
    expect(refusalOf([BODY, carousel(CARD, video)])).toContain('components[1].cards[1] must have');
    const small = { components: [{ type: 'header', format: 'image', ...FILE }] };
    expect(draft([BODY, { type: 'carousel', cards: [small, small] }]).components[1]).toEqual(
      carousel(card(header('IMAGE', FILE)), card(header('IMAGE', FILE))),
    );
  });

  test.each<[string, unknown, string]>([
    ['without components', {}, 'cards[1].components must be an array'],
    ['without a picture', card(body('One')), 'cards[1].components must hold a HEADER'],
    ['with a footer', card({ type: 'FOOTER', text: 'x' }), 'cards[1].components[0].type'],
    ['with cards', card(carousel(CARD, CARD)), 'cards[1].components[0].type'],
    [
      'with a long text',
      card(header('IMAGE', FILE), body('x'.repeat(161))),
      'cards[1].components[1].text must have at most 160',
    ],
    [
      'with three buttons',
      card(header('IMAGE', FILE), buttons(reply(), reply(), reply())),
      'at most 2 buttons',
    ],
  ])('has no card %s', (_, wrong, reason) => {
    expect(refusalOf([BODY, carousel(CARD, wrong)])).toContain(reason);
  });

  test('stands beside a body alone, in marketing alone', () => {
    const two = carousel(CARD, CARD);
    expect(refusalOf([BODY, two], { category: 'UTILITY' })).toContain('category MARKETING');
    expect(refusalOf([BODY, two, buttons(reply())])).toContain('nothing but a BODY');
  });
});

describe('a limited-time offer', () => {
  const offer = (more: Fields = {}) => ({
    type: 'LIMITED_TIME_OFFER',
    limited_time_offer: { text: 'Expiring offer', has_expiration: true, ...more },
  });

  test('has a text of at most 16 characters', () => {
    expect(refusalOf([header('IMAGE', FILE), BODY, offer()])).toBe('');
    expect(refusalOf([BODY, offer({ text: 'x'.repeat(17) })])).toContain('16 characters');
    expect(refusalOf([BODY, offer({ has_expiration: 'yes' })])).toContain('has_expiration');
    expect(refusalOf([BODY, { type: 'LIMITED_TIME_OFFER' }])).toContain('must be an object');
  });

  test('has no footer, no other header than a picture, and a shorter body', () => {
    expect(refusalOf([BODY, offer(), { type: 'FOOTER', text: 'x' }])).toContain('no FOOTER');
    expect(refusalOf([header('LOCATION'), BODY, offer()])).toContain('components[0].format');
    expect(refusalOf([body('x'.repeat(601)), offer()])).toContain('600');
    expect(refusalOf([BODY, offer()], { category: 'UTILITY' })).toContain('category MARKETING');
  });
});

test('a request to be called has no buttons beside it', () => {
  const request = { type: 'call_permission_request' };
  expect(refusalOf([BODY, request])).toBe('');
  expect(refusalOf([BODY, request, buttons(reply())])).toContain('CALL_PERMISSION_REQUEST');
});

test('how long delivery is tried has the limits of its category', () => {
  const ttl = (category: string, message_send_ttl_seconds: unknown) => {
    const otp = [{ type: 'BODY' }, buttons({ type: 'OTP', otp_type: 'COPY_CODE' })];
    const components = category === 'AUTHENTICATION' ? otp : [BODY];
    return refusalOf(components, { category, message_send_ttl_seconds });
  };
  for (const [category, least, most] of [
    ['AUTHENTICATION', 30, 900],
    ['UTILITY', 30, 43_200],
    ['MARKETING', 43_200, 2_592_000],
  ] as const) {
    expect([ttl(category, least), ttl(category, most)]).toEqual(['', '']);
    for (const wrong of [least - 1, most + 1, least + 0.5, 'soon', false])
      expect(ttl(category, wrong)).toBe(
        `message_send_ttl_seconds must be a whole number from ${least} to ${most} in this category`,
      );
  }
  expect(ttl('UTILITY', -1)).toBe('');
  expect(ttl('MARKETING', -1)).not.toBe('');
});

test('every problem is named by its place', () => {
  const components = [header('TEXT', { text: '' }), NUMBERED, buttons(reply(''), link({ url: 1 }))];
  expect(refusalOf(components, { parameter_format: 'NUMBERED' }).split('; ')).toEqual([
    'parameter_format must be one of POSITIONAL, NAMED',
    'components[0].text is required',
    'components[1].text must number its variables {{1}}, {{2}} and so on without a gap (names need parameter_format NAMED) and must neither begin nor end with a variable',
    'components[2].buttons[0].text is required',
    'components[2].buttons[1].url is required',
  ]);
});
