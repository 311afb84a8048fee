/** Templates as texts, for phones that show none. */
import { describe, expect, test } from 'bun:test';
import type { FilledTemplate } from '../../../src/core/providers/templates.ts';
import { sentenceOf } from '../../../src/core/shared/reasons/problems.ts';
import { problemsAsText, textOf } from '../../../src/modules/templates/as-text.ts';

const filled = (more: Partial<FilledTemplate>): FilledTemplate => ({
  ...{ header: null, body: 'It is ready.', footer: null, offer: null, buttons: [], cards: [] },
  ...more,
});

describe('the text of a template', () => {
  test('is its body alone, if it has nothing else', () => {
    expect(textOf(filled({}))).toBe('It is ready.');
  });

  test('has a bold heading, a numbered line for each reply, and small print in italics', () => {
    const text = textOf(
      filled({
        header: { kind: 'text', text: 'Good news' },
        footer: 'The shop',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Thanks' },
          { type: 'URL', text: 'Track', value: 'https://a.test/1' },
          { type: 'QUICK_REPLY', text: 'Stop', value: 'stop' },
          { type: 'PHONE_NUMBER', text: 'Call', value: '+5511999990000' },
        ],
      }),
    );
    expect(text.split('\n')).toEqual([
      ...['*Good news*', 'It is ready.', ''],
      ...['1. Thanks', 'Track: https://a.test/1', '2. Stop', 'Call: +5511999990000'],
      ...['', '_The shop_'],
    ]);
  });

  test('has the code of an offer, and a one-time password once, where the body has it', () => {
    const code = { type: 'COPY_CODE', text: '', value: 'SAVE10' };
    expect(textOf(filled({ buttons: [code] }))).toBe('It is ready.\n\nSAVE10');
    const password = { type: 'OTP', text: '', value: '123456' };
    expect(textOf(filled({ buttons: [password] }))).toBe('It is ready.');
  });

  test('leaves the file of a header to the message', () => {
    const header = { kind: 'image', link: 'https://a.test/a.png' } as const;
    expect(textOf(filled({ header }))).toBe('It is ready.');
  });
});

describe('what no text can say', () => {
  const BODY = { type: 'BODY', text: 'It is ready.' };
  const buttons = (...types: string[]) => ({
    type: 'BUTTONS',
    buttons: types.map((type) => ({ type, text: type })),
  });

  test.each<[string, object[]]>([
    ['texts', [{ type: 'HEADER', format: 'TEXT' }, BODY, { type: 'FOOTER' }]],
    ['a picture', [{ type: 'HEADER', format: 'IMAGE' }, BODY]],
    ['buttons', [BODY, buttons('QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE')]],
    ['a password', [BODY, buttons('OTP')]],
  ])('is nothing of a template of %s', (_, components) => {
    expect(problemsAsText(components as never)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['a place', { type: 'HEADER', format: 'LOCATION' }, 'components[1].format must be one of TEXT'],
    ['a product', { type: 'HEADER', format: 'PRODUCT' }, 'components[1].format must be one of'],
    ['cards', { type: 'CAROUSEL', cards: [] }, 'components[1].type must be one of HEADER, BODY'],
    ['an offer that ends', { type: 'LIMITED_TIME_OFFER' }, 'components[1].type must be one of'],
    ['a form', buttons('URL', 'FLOW'), 'components[1].buttons[1].type must be one of QUICK_REPLY'],
    ['a catalog', buttons('CATALOG'), 'components[1].buttons[0].type must be one of'],
  ])('is %s, and its place is named', (_, component, problem) => {
    const problems = problemsAsText([BODY, component] as never);
    expect(problems.map((one) => [one.reason, sentenceOf([one])])).toEqual([
      ['not_as_text', expect.stringContaining(problem)],
    ]);
  });
});
