/** Routes of Evolution Go's paths: the instance is the key's own. */
import { Elysia } from 'elysia';
import type { AskInside } from '../../http/inner-call.ts';
import { uncheckedBody, uncheckedForm } from '../../http/read-fields.ts';
import type { Clock } from '../../shared/clock.ts';
import type { InstanceDirectory } from '../instance/directory.ts';
import { instanceIdHeader, targetOf } from '../instance/target.ts';
import { adminRoutes } from './admin-routes.ts';
import { goBodyFailures, goFailures, success } from './answers.ts';
import { type Calling, type GoOperation, givenFields, inNamesOf } from './operation.ts';
import { GO_OPERATIONS } from './operations.ts';

export interface EvolutionGoDeps {
  readonly directory: InstanceDirectory;
  readonly clock: Pick<Clock, 'now'>;
  readonly ask: AskInside;
}

export function evolutionGoRoutes(deps: EvolutionGoDeps) {
  const routes = new Elysia({ name: 'evolution-go' }).use(adminRoutes(deps));
  for (const operation of GO_OPERATIONS) routes.use(goRoute(deps, operation));
  return routes;
}

const bodyOf = ({ body, fileField }: GoOperation) =>
  body && { body: fileField === undefined ? uncheckedBody(body) : uncheckedForm(body, fileField) };

const goRoute = (deps: EvolutionGoDeps, operation: GoOperation) => {
  const { method = 'POST', path, body, params, data, names, summary, description } = operation;
  return new Elysia({ name: `evolution-go ${method} ${path}` }).route(
    method,
    path,
    async (context) => {
      const calling = callingOf(deps, context);
      const fields = { ...givenFields(context.body), ...context.params };
      const answer = await operation.run(fields, calling).catch((error) => {
        throw inNamesOf(error, names);
      });
      return { message: 'success' as const, ...(data && { data: answer }) };
    },
    {
      ...(params && { params }),
      ...bodyOf(operation),
      response: { 200: success(data), ...(body ? goBodyFailures : goFailures) },
      detail: {
        tags: ['Evolution Go'],
        operationId: nameOf(method, path),
        security: operation.security,
        summary,
        ...(description !== undefined && { description }),
        parameters: [instanceIdHeader],
      },
    },
  );
};

type RouteContext = Parameters<AskInside>[0];

function callingOf({ directory, clock, ask }: EvolutionGoDeps, context: RouteContext): Calling {
  const instance = targetOf(context, directory);
  return {
    instance,
    now: clock.now,
    async ask<T>(method: Parameters<Calling['ask']>[0], path: string, given = {}) {
      const { body, query, tail }: Parameters<Calling['ask']>[2] = given;
      // Half a surrogate pair cannot be percent-encoded.
      const end = tail === undefined ? '' : `/${encodeURIComponent(tail.toWellFormed())}`;
      const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
      const { value } = await ask(context, {
        method,
        path: `${path}/${encodeURIComponent(instance.name)}${end}${search}`,
        ...(body && { body: { ...body } }),
      });
      // As the operation documents it; its own schema was checked on the way.
      return value as T;
    },
  };
}

/** `POST /send/status/text` is evolutionGoSendStatusText; other methods stand before the path. */
function nameOf(method: string, path: string): string {
  const words = path.replaceAll(/[:{}]/g, '').split(/[/-]/).filter(Boolean);
  const verb = method === 'POST' ? [] : [method.toLowerCase()];
  const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return `evolutionGo${[...verb, ...words].map(capital).join('')}`;
}
