import { expect, test } from 'bun:test';
import { AppError } from '../../../src/core/shared/errors.ts';
import { problem } from '../../../src/core/shared/reasons/problems.ts';
import { inOtherNames } from '../../../src/modules/gateway/other-names.ts';

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
