/** Calling a tool: its operation is asked within the process, by the caller's own credential. */
import { attachClientReader, clientOf } from '../../core/http/client-address.ts';
import { FAILURES } from '../../core/http/failures.ts';
import {
  credentialsIn,
  type InnerFailure,
  type InnerRequest,
  type SettledInnerCaller,
} from '../../core/http/inner-call.ts';
import { admit } from '../../core/http/principal.ts';
import { addRetryAfter } from '../../core/http/rate-limit.ts';
import { requestIdOf } from '../../core/http/request-watch.ts';
import { asAppError, describeForLog } from '../../core/http/thrown-errors.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { AppError } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { failureAnswer, successAnswer, type ToolAnswer } from './answers.ts';
import type { Tool } from './catalogue.ts';
import { requestOf } from './inputs.ts';
import type { McpCaller } from './zone.ts';

interface CallDeps {
  readonly callSettled: SettledInnerCaller;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'error'>;
}

/** The request that brought the call, and who sent it. */
export interface CallContext {
  readonly request: Request;
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
  readonly caller: McpCaller;
}

/** Longer than any operation waits for a platform. A longer call continues, but its answer is lost. */
const CALL_MS = 60_000;

/** Failures are answers as well: what an agent did wrong is for the agent to read. */
export async function callTool(
  deps: CallDeps,
  context: CallContext,
  { scheme, route, inputs, withholds }: Tool,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const { caller } = context;
  try {
    if (caller.scheme !== scheme)
      throw new AppError('unauthenticated', `This tool needs a connection with ${scheme}`);
    const asked = requestOf(route, inputs, args);
    const outcome = await askWithin(deps, context, inAccountOf(context, asked, args));
    return 'failure' in outcome
      ? failureAnswer(outcome)
      : successAnswer(outcome.value, inputs, withholds);
  } catch (error) {
    const failure = asAppError(error);
    if (failure.reason === 'internal')
      deps.log.error('a tool has failed', {
        requestId: requestIdOf(context),
        cause: describeForLog(error),
      });
    return failureAnswer(failureOf(failure));
  }
}

/** A connection may name its account once, for all tools; one that is given to the tool comes first. */
function inAccountOf(
  { request }: CallContext,
  asked: InnerRequest,
  { account_id }: Readonly<Record<string, unknown>>,
): InnerRequest {
  const account = request.headers.get('account-id');
  if (account === null || (account_id ?? null) !== null) return asked;
  return { ...asked, headers: { ...asked.headers, 'account-id': account } };
}

async function askWithin(
  { callSettled, clock }: CallDeps,
  { request, set, caller }: CallContext,
  asked: InnerRequest,
): ReturnType<SettledInnerCaller> {
  const late = new AbortController();
  const signal = AbortSignal.any([request.signal, late.signal]);
  // The call runs as if the caller had sent it to the zone of the credential; a service key would act as one caller for
  // all.
  const asking = new Request(request.url, { signal, headers: credentialsIn(request.headers) });
  admit(asking, caller.zone, caller.principal);
  attachClientReader(asking, () => clientOf({ request }));
  const work = callSettled({ request: asking, set }, asked);
  return withTimeout({ clock, ms: CALL_MS }, work, () => {
    late.abort();
    return new AppError('upstream', LATE);
  });
}

const LATE = `No answer within ${CALL_MS / 1_000} s. The operation may still take effect: check that before you call it again.`;

function failureOf({ reason, message, headers: own }: AppError): InnerFailure {
  const failure = { ...FAILURES[reason], reason, message, details: undefined };
  const headers = { ...own };
  addRetryAfter(failure.status, headers);
  return { failure, headers };
}
