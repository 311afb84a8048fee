/** Reads the filter and the transform of an endpoint as callers write them. */
import { Type } from '@sinclair/typebox';
import { type FieldError, nestedErrors, parsedIfPresent } from '../../../http/read-fields.ts';
import { compileFilter, type Filter } from '../../../webhooks/filter/filter.ts';
import type { GivenProblem } from '../../../webhooks/given-problem.ts';
import { compileTransform, type Transform } from '../../../webhooks/transform/transform.ts';

/** Any fields: what they may be is in the documentation. */
export const JsonObject = Type.Object({}, { additionalProperties: true });

const wrongAt = (problems: readonly GivenProblem[]): FieldError =>
  nestedErrors(problems.map(({ path, problem }) => `${path} ${problem}`));

export function readFilter(value: unknown): Filter | null | FieldError {
  if (value === null) return null;
  const compiled = compileFilter(value);
  // Only an object compiles.
  return 'test' in compiled ? (value as Filter) : wrongAt(compiled.problems);
}

export function readTransform(value: unknown): Transform | null | FieldError {
  if (value === null) return null;
  const compiled = compileTransform(value);
  // Only an object with such fields compiles.
  return 'apply' in compiled ? (value as Transform) : wrongAt(compiled.problems);
}

export const BODY_FIELDS = {
  filter: parsedIfPresent(
    Type.Union([JsonObject, Type.Null()], {
      description:
        'Filter on the bodies that selects which events of the list are sent, as described in /docs/filters.md; null sends all of them',
    }),
    readFilter,
  ),
  transform: parsedIfPresent(
    Type.Union([JsonObject, Type.Null()], {
      description:
        'Change to the bodies before they are signed: `{"pick": […], "omit": […], "rename": {…}}` or `{"template": …}`, as described in /docs/filters.md; null leaves them unchanged',
    }),
    readTransform,
  ),
};
