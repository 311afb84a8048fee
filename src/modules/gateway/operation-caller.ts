/** Lets the paths of other systems ask operations of this zone about the instance that they are called for. */
import type { CallerContext } from '../../core/http/inner-call.ts';
import { segmentProblem } from '../../core/http/path-segment.ts';
import type { Fields } from '../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import { invalidFields } from '../../core/shared/errors.ts';
import { type Problem, problem } from '../../core/shared/reasons/problems.ts';
import { partsOf, type Route } from './operation.ts';
import type { GatewayParts } from './parts.ts';

const REPLAYED = 'idempotency-replayed';

/**
 * Asks an operation; `:name` in its route or after its `?` is the field of that name. The type is that of the answer
 * that the operation documents, which nothing checks here. Rejects as the operation fails.
 */
export type OperationCaller = <T>(route: Route, fields?: Fields, body?: Fields) => Promise<T>;

export const createOperationCaller =
  (
    { ask }: Pick<GatewayParts, 'ask'>,
    context: CallerContext,
    { name: instanceName }: Pick<InstanceRecord, 'name'>,
  ): OperationCaller =>
  async <T>(route: Route, fields: Fields = {}, body: Fields = fields) => {
    const [method, template] = partsOf(route);
    const inPath: Fields = { ...fields, instanceName };
    const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = inPath[name];
      const refusal = (found: Problem) => invalidFields([{ field: name, ...found }]);
      if (typeof value !== 'string')
        throw refusal(problem(value === undefined ? 'required' : 'not_text'));
      const found = segmentProblem(value);
      if (found !== null) throw refusal(found);
      // Half a surrogate pair cannot be percent-encoded.
      return encodeURIComponent(value.toWellFormed());
    });
    const answer = await ask(context, { method, path, body: { ...body } });
    // The Idempotency-Key was handed on with the request.
    const replayed = answer.headers[REPLAYED];
    if (replayed !== undefined) Object.assign(context.set.headers, { [REPLAYED]: replayed });
    // The cast: as the operation documents it; its own schema was checked on the way.
    return answer.value as T;
  };
