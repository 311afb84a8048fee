/** The errors of a failed status, in Meta's codes and words. */
import { expect, test } from 'bun:test';
import {
  META_ERRORS,
  metaErrorOf,
  statusErrorsOf,
} from '../../../../src/core/webhooks/format/meta-errors.ts';

test.each(META_ERRORS.map(({ code }) => code))(
  'a message that Meta has failed with %i is shown with that code and its title',
  (code) => {
    const [error, ...more] = statusErrorsOf(code, 'Meta did not deliver the message: a reason.');
    expect(more).toEqual([]);
    expect(error).toEqual({
      code,
      title: metaErrorOf(code).title,
      message: metaErrorOf(code).title,
      error_data: { details: 'Meta did not deliver the message: a reason.' },
    });
  },
);

test.each([
  [403, 131026],
  [405, 131051],
  [420, 130429],
  [463, 131048],
  [473, 131051],
  [479, 131000],
  [500, 131000],
  [null, 131000],
])('what WhatsApp refuses a paired phone with %p has the code %i', (code, shown) => {
  expect(statusErrorsOf(code, 'The reason.')[0]).toMatchObject({
    code: shown,
    error_data: { details: 'The reason.' },
  });
});

test('a permission of any number is one error, and a code that Meta adds later keeps its number', () => {
  expect(metaErrorOf(294)).toEqual({ code: 294, status: 403, title: 'API Permission' });
  expect(statusErrorsOf(294, null)[0]?.code).toBe(294);
  expect(statusErrorsOf(987654, null)[0]).toMatchObject({ code: 987654, title: 'Unknown error' });
});
