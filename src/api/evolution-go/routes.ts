/** Routes of Evolution Go's paths: the instance is the key's own. */
import { Elysia } from 'elysia';
import { idempotencyKeyHeader } from '../../http/idempotency.ts';
import type { AskInside } from '../../http/inner-call.ts';
import { isFields, uncheckedBody, uncheckedForm } from '../../http/read-fields.ts';
import type { InstanceDirectory, InstanceRecord } from '../../instances/directory.ts';
import type { Clock } from '../../shared/clock.ts';
import { instanceFor } from '../gateway/guard.ts';
import { instanceIdHeader, nameMeant, targetOf } from '../gateway/instance/target.ts';
import { adminRoutes } from './admin-routes.ts';
import { goBodyFailures, goFailures, success } from './answers.ts';
import { type Calling, type GoOperation, givenFields, inNamesOf } from './operation.ts';
import { GO_OPERATIONS } from './operations.ts';

interface EvolutionGoDeps {
  readonly directory: InstanceDirectory;
  readonly clock: Pick<Clock, 'now'>;
  readonly ask: AskInside;
}

export function evolutionGoRoutes(deps: EvolutionGoDeps) {
  const routes: Elysia = new Elysia({ name: 'evolution-go' });
  routes.use(adminRoutes(deps));
  for (const operation of GO_OPERATIONS) addRoute(routes, deps, operation);
  return routes;
}

const bodyOf = ({ body, fileField }: GoOperation) =>
  body && { body: fileField === undefined ? uncheckedBody(body) : uncheckedForm(body, fileField) };

function addRoute(routes: Elysia, deps: EvolutionGoDeps, operation: GoOperation): void {
  const { method = 'POST', path, body, params, data, whole, names, ...documented } = operation;
  const { summary, description, security } = documented;
  routes.route(
    method,
    path,
    async (context) => {
      const calling = callingOf(deps, context);
      const fields = { ...givenFields(context.body), ...context.params };
      const answer = await operation.run(fields, calling).catch((error) => {
        throw inNamesOf(error, names);
      });
      return whole ? answer : { message: 'success' as const, ...(data && { data: answer }) };
    },
    {
      ...(params && { params }),
      ...bodyOf(operation),
      response: { 200: whole ?? success(data), ...(body ? goBodyFailures : goFailures) },
      detail: {
        tags: ['Evolution Go'],
        operationId: nameOf(method, path),
        security,
        summary,
        ...(documented.isUnlisted && { hide: true }),
        ...(description !== undefined && { description }),
        requestHeaders: [
          ...(namesInstance(params?.properties) ? [] : [instanceIdHeader]),
          // The key is handed on to the operation that is asked.
          ...(path.startsWith('/send/') ? [idempotencyKeyHeader] : []),
        ],
      },
    },
  );
}

type RouteContext = Parameters<AskInside>[0] & {
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, string>>;
};

const namesInstance = (params: object | undefined): boolean => 'instanceId' in (params ?? {});

/** 403, 400 or 404 for the instance that the path names, or else of the key. */
function instanceMeant(context: RouteContext, directory: InstanceDirectory): InstanceRecord {
  const id = context.params?.instanceId;
  if (id === undefined) return targetOf(context, directory);
  return instanceFor(context, directory, nameMeant(directory, id));
}

function callingOf({ directory, clock, ask }: EvolutionGoDeps, context: RouteContext): Calling {
  const instance = instanceMeant(context, directory);
  return {
    instance,
    written: isFields(context.body) ? context.body : {},
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
