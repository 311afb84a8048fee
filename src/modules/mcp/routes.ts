/** The route of /mcp. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { SettledInnerCaller } from '../../core/http/inner-call.ts';
import { principalOf, rateSubjectOf } from '../../core/http/principal.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { AppError } from '../../core/shared/errors.ts';
import type { LimitReport } from '../../core/shared/limit-report.ts';
import type { Log } from '../../core/shared/log.ts';
import { Quota, type QuotaShare } from '../../core/shared/quota.ts';
import { callTool } from './calls.ts';
import { type Catalogue, chosenFrom, createCatalogue } from './catalogue.ts';
import type { OfferedRoute } from './inputs.ts';
import { MCP_PATH, type McpCaller } from './zone.ts';

interface McpDeps {
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<LimitReport, 'reached'>;
  readonly callSettled: SettledInnerCaller;
  /** Returns all routes of the server; called at the first request, when every route is in place. */
  readonly routes: () => readonly OfferedRoute[];
  /** Requests under way at once. */
  readonly callsMax: number;
}

/** The answer of /mcp while it is off. */
export const mcpOffRoutes = (variable: string) =>
  new Elysia({ name: 'mcp off' }).all(
    MCP_PATH,
    () => {
      throw new AppError('not_found', `${MCP_PATH} is switched off`, {
        hint: `${variable}=true switches it on`,
      });
    },
    { detail: { hide: true } },
  );

/** GET and DELETE are for servers with sessions: they are answered 405, as the protocol has it. */
export function mcpRoutes(deps: McpDeps) {
  const limit = createCallLimit(deps.callsMax, () => deps.limits.reached('mcp_calls'));
  let catalogue: Catalogue | undefined;
  return new Elysia({ name: 'mcp' }).post(
    MCP_PATH,
    async ({ request, body, set }) => {
      const place = limit.begin(rateSubjectOf({ request }));
      try {
        catalogue ??= createCatalogue(deps.routes());
        const caller = principalOf<McpCaller>({ request });
        // Loaded late: a service that no agent calls does without it.
        const { answerMessage } = await import('./protocol.ts');
        return await answerMessage(request, body, {
          version: deps.version,
          catalogue: chosenFrom(catalogue, request.url),
          scheme: caller.scheme,
          call: (tool, args) => callTool(deps, { request, set, caller }, tool, args),
        });
      } finally {
        place.release();
      }
    },
    { body: Type.Unknown(), detail: { hide: true } },
  );
}

interface CallLimit {
  /** Returns the place of one request. Throws `rate_limited` when there are enough, of this subject or in all. */
  begin(subject: string): Pick<QuotaShare, 'release'>;
}

/** Limits calls: one subject may have a quarter of `max`, rounded up. */
export function createCallLimit(max: number, reached: () => void): CallLimit {
  const perSubject = Math.ceil(max / 4);
  const underWay = new Quota(max, perSubject);
  return {
    begin(subject) {
      const place = underWay.take(subject, 1);
      if (place !== null) return place;
      reached();
      const isOwnFull = !underWay.hasRoomFor(subject, 1);
      throw tooMany(isOwnFull ? `${perSubject} calls of this key` : `${max} calls`);
    },
  };
}

const tooMany = (calls: string): AppError =>
  new AppError('rate_limited', `${calls} are under way at /mcp already`, {
    headers: { 'retry-after': '1' },
  });
