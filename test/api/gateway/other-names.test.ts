import { expect, test } from 'bun:test';
import { inOtherNames } from '../../../src/api/gateway/other-names.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { problem } from '../../../src/shared/reasons/problems.ts';

test('a failure in the names of another system keeps all that it says besides its sentence', () => {
  const options = {
    problems: [{ field: 'number', ...problem('required') }],
    headers: { 'retry-after': '5' },
    hint: 'send one',
    mayBeDone: true,
    kind: 'unknown_fate' as const,
    platform: { code: 100, details: 'no' },
  } satisfies ConstructorParameters<typeof AppError>[2];
  const error = inOtherNames(new AppError('invalid', 'number is required', options), {
    number: 'to',
  });
  expect(error).toMatchObject({ reason: 'invalid', message: 'to is required', ...options });
});
