/** The operations of the zone, and what the server must know of them before a request has reached its route. */

import type { CallerContext } from '../../core/http/inner-call.ts';
import { segmentProblem } from '../../core/http/path-names.ts';
import type { Fields } from '../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import { AppError, invalidFields, optionsOf } from '../../core/shared/errors.ts';
import {
  type FieldProblem,
  type Problem,
  problem,
  sentenceOf,
  unnamedProblem,
} from '../../core/shared/reasons/problems.ts';
import { type Operation, partsOf, pathIn, type Route } from './operation.ts';
import type { GatewayParts } from './parts.ts';

export interface OperationTable {
  readonly operations: readonly Operation[];
  /** First parts of the paths of the zone. */
  readonly prefixes: readonly string[];
  /** Operations that read what all nodes share, or concern every instance; all others are answered by the owner. */
  readonly anywhere: readonly string[];
  /** Routes whose bodies may be large and need a connected instance. */
  readonly sendsFile: ReadonlySet<string>;
  /** Tells whether the body of a request to this path may have a file in it. */
  takesFiles(path: string): boolean;
}

/** `families` are the lists of modules; an operation takes the place of those with its route in earlier lists. */
export function operationTable(families: readonly (readonly Operation[])[]): OperationTable {
  const operations = families.reduce((known, family) => {
    const routes = new Set(family.flatMap((one) => one.routes));
    return [...known.filter((one) => !one.routes.some((route) => routes.has(route))), ...family];
  }, []);
  const routes = operations.flatMap((one) => one.routes);
  const withFiles = operations.filter((one) => one.takesFiles).flatMap((one) => one.routes);
  const shapes = withFiles.map(pathIn).map((path) => path.replaceAll(/:\w+/g, '[^/]*'));
  const large = new RegExp(`^(?:${shapes.join('|')})$`);
  return {
    operations,
    prefixes: [
      ...new Set([
        ...routes.map((route) => firstPartOf(pathIn(route))),
        '/instance',
        '/sandbox',
        '/ws',
      ]),
    ],
    anywhere: [...operations.flatMap((one) => (one.isForAnyNode ? one.routes : [])), 'GET /ws'],
    sendsFile: new Set(
      operations
        .filter(({ takesFiles }) => takesFiles === 'when connected')
        .flatMap((one) => one.routes.map(pathIn)),
    ),
    takesFiles: (path) => large.test(path),
  };
}

/** Returns the first part of a path, such as `/instance`. */
export const firstPartOf = (path: string): string => `/${path.split('/')[1]}`;

// Says refusals of operations in the names that the paths of other systems have for their fields. Pure.

/**
 * Returns the error with sentences about a field, or something inside it, under its name here, and its problems alike.
 * `names` are names here by those of the operation; in place of a field there may be the beginning of a sentence, and
 * `*` is the place in a list.
 */
export function withOtherNames(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError)) return error;
  const own = Object.entries(names).sort(([one], [other]) => other.length - one.length);
  const renamed = (sentence: string): string => {
    for (const [theirs, ours] of own) {
      const found = patternOf(theirs).exec(sentence);
      if (found) return `${filled(ours, found.slice(1))}${sentence.slice(found[0].length)}`;
    }
    return sentence;
  };
  const message = error.message.split('; ').map(renamed).join('; ');
  const problems = error.problems?.map((one) => renamedProblem(one, renamed));
  if (message === error.message && Bun.deepEquals(problems, error.problems)) return error;
  return new AppError(error.reason, message, { ...optionsOf(error), problems });
}

/** A sentence that has other words here is a problem without a name, of the fields that it names. */
function renamedProblem(one: FieldProblem, renamed: (sentence: string) => string): FieldProblem {
  const sentence = renamed(sentenceOf([one]));
  const ending = ` ${one.message}`;
  if (one.field === '' || !sentence.endsWith(ending))
    return sentence === one.message ? one : { field: '', ...unnamedProblem(sentence) };
  return { ...one, field: sentence.slice(0, -ending.length) };
}

/** Matches a sentence that is this text, or begins with this field or something inside it. */
const patternOf = (field: string): RegExp =>
  new RegExp(`^${field.split('*').map(literally).join('(\\d+)')}(?=$|[ .])`);

const literally = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');

const filled = (name: string, places: readonly string[]): string =>
  places.reduce((text, place) => text.replace('*', place), name);

// Lets the paths of other systems ask operations of this zone about the instance that they are called for.

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
