import { expect, test } from 'bun:test';
import { AppError, invalidFields } from '../../../src/core/shared/errors.ts';
import { type FieldProblem, problem } from '../../../src/core/shared/reasons/problems.ts';
import { withOtherNames } from '../../../src/modules/gateway/operation-table.ts';

test('a failure in the names of another system keeps all that it says besides the names', () => {
  const options = {
    headers: { 'retry-after': '5' },
    hint: 'send one',
    mayBeDone: true,
    kind: 'unknown_fate' as const,
    platform: { code: 100, details: 'no' },
  } satisfies ConstructorParameters<typeof AppError>[2];
  const problems = [{ field: 'number', ...problem('required') }];
  const error = withOtherNames(
    new AppError('invalid', 'number is required', { ...options, problems }),
    {
      number: 'to',
    },
  );
  expect(error).toMatchObject({
    ...{ reason: 'invalid', message: 'to is required', ...options },
    problems: [{ field: 'to', ...problem('required') }],
  });
});

test('problems have the names of their fields in the other system, as the sentence has', () => {
  const required = problem('required');
  const said = (problems: readonly FieldProblem[], names: Record<string, string>) => {
    const error = withOtherNames(invalidFields(problems), names);
    if (!(error instanceof AppError)) throw error;
    return [error.message, error.problems];
  };
  expect(
    said([{ field: 'cards.2.body', ...required }], { 'cards.*.body': 'pages.*.text' }),
  ).toEqual(['pages.2.text is required', [{ field: 'pages.2.text', ...required }]]);
  expect(said([{ field: 'key.id', ...required }], { key: 'context' })).toEqual([
    'context.id is required',
    [{ field: 'context.id', ...required }],
  ]);
  expect(
    said(
      [
        { field: 'url', ...required },
        { field: 'name', ...required },
      ],
      { url: 'override_callback_uri' },
    ),
  ).toEqual([
    'override_callback_uri is required; name is required',
    [
      { field: 'override_callback_uri', ...required },
      { field: 'name', ...required },
    ],
  ]);
  expect(said([{ field: 'key', ...required }], { 'key is required': 'id is required' })).toEqual([
    'id is required',
    [{ field: 'id', ...required }],
  ]);
  const sentence = { field: '', ...problem('selection_missing') };
  const shown = 'name what to send';
  expect(said([sentence], { [sentence.message]: shown })).toEqual([
    shown,
    [{ field: '', reason: 'invalid', message: shown }],
  ]);
});
