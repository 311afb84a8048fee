/** The table from our failures to the errors of the Graph API. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { withErrors } from '../../../scripts/graph-page.ts';
import type { FailureFacts } from '../../../src/core/http/zone.ts';
import {
  AppError,
  kindOf,
  NotConnected,
  platformRefusalOf,
  UnknownNumbers,
} from '../../../src/core/shared/errors.ts';
import { META_ERRORS } from '../../../src/core/webhooks/format/meta-errors.ts';
import { GRAPH_FAILURES, graphError, graphStatus } from '../../../src/modules/graph/errors.ts';
import { failureOf } from '../../../src/modules/whatsapp-cloud/graph-failure.ts';
import {
  namingMessage,
  refusalOf,
  templateRefusalOf,
} from '../../../src/modules/whatsapp-cloud/graph-refusal.ts';
import { graphError as metaError } from '../../doubles/graph/answers.ts';

const bare: FailureFacts = {
  ...{
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'invalid',
    message: 'to must be a number',
    details: undefined,
  },
};
const error = (facts: Partial<FailureFacts>) =>
  graphError({ ...bare, ...facts }, { requestId: 'r-1' }).error;

test('an error has the whole form of Meta, with our sentence, what to do, and the id of the request', () => {
  expect(error({ hint: 'send digits' })).toEqual({
    message: '(#100) Invalid parameter',
    type: 'OAuthException',
    code: 100,
    error_data: { messaging_product: 'whatsapp', details: 'to must be a number. send digits' },
    fbtrace_id: 'r-1',
  });
});

test.each([
  ['BAD_REQUEST', 100, undefined, 400],
  ['UNAUTHORIZED', 190, undefined, 401],
  ['FORBIDDEN', 10, undefined, 403],
  ['NOT_FOUND', 100, 33, 404],
  ['METHOD_NOT_ALLOWED', 100, 33, 405],
  ['VALIDATION_ERROR', 131051, undefined, 400],
  ['CONFLICT', 131009, undefined, 400],
  ['GONE', 131052, undefined, 400],
  ['PAYLOAD_TOO_LARGE', 100, undefined, 413],
  ['UNSUPPORTED_MEDIA_TYPE', 100, undefined, 415],
  ['RATE_LIMITED', 4, undefined, 429],
  ['UPSTREAM_ERROR', 131000, undefined, 500],
  ['SERVICE_UNAVAILABLE', 131016, undefined, 503],
  ['INTERNAL_SERVER_ERROR', 131000, undefined, 500],
] as const)('%s is the code %i of Meta', (code, meta, subcode, status) => {
  expect(error({ code })).toMatchObject({ code: meta });
  expect(error({ code }).error_subcode).toBe(subcode);
  expect(graphStatus({ ...bare, code })).toBe(status);
  expect(GRAPH_FAILURES).toHaveProperty(`${status}`);
});

test.each([
  [new NotConnected(), 133010],
  [new NotConnected('account_locked', 'instance_not_connected', { name: 'shop' }), 131031],
  [new UnknownNumbers([]), 131026],
  [new AppError('conflict', 'closed', { kind: 'window_closed' }), 131047],
  [new AppError('invalid', 'no polls', { kind: 'unsupported_message' }), 131051],
  [new AppError('too_large', 'too large', { kind: 'unusable_file' }), 131053],
  [new AppError('rate_limited', 'slowly', { kind: 'sent_too_fast' }), 130429],
  [new AppError('conflict', 'locked', { kind: 'no_new_chats' }), 131048],
  [new AppError('not_found', 'no template', { kind: 'no_template' }), 132001],
  [new AppError('conflict', 'paused', { kind: 'template_paused' }), 132015],
  [new AppError('conflict', 'disabled', { kind: 'template_disabled' }), 132016],
  [new AppError('invalid', 'parameters', { kind: 'template_parameters' }), 132012],
  [new AppError('upstream', 'lost', { mayBeDone: true }), 135000],
] as const)('%s is the code %i, also when other words were put around it', (thrown, code) => {
  for (const one of [thrown, new AppError('upstream', 'in other words', { cause: thrown })]) {
    const kind = kindOf(one);
    expect(error({ message: one.message, ...(kind && { kind }) })).toMatchObject({
      code,
      error_data: { details: one.message },
    });
  }
});

const ANSWERED = { headers: new Headers(), receivedAt: 0, token: 'EAAG0000000000000000' };

/** The failure that our own client reads from an answer of Meta. */
const readFrom = (code: number) => {
  const { status, body } = metaError(code, {
    ...{ status: META_ERRORS.find((one) => one.code === code)?.status ?? 400, subcode: 2494010 },
    details: `What was wrong: ${code}`,
  });
  return failureOf({ status, ...ANSWERED }, body);
};

describe.each(META_ERRORS)('the code $code that Meta refuses with', ({ code, status }) => {
  test.each([
    ['a check', (failure: ReturnType<typeof readFrom>) => refusalOf(failure, 'check')],
    ['a read', (failure: ReturnType<typeof readFrom>) => refusalOf(failure, 'read')],
    ['a message', (failure: ReturnType<typeof readFrom>) => refusalOf(failure)],
    [
      'a stored message',
      (failure: ReturnType<typeof readFrom>) => namingMessage(refusalOf(failure), 'ID'),
    ],
    ['a template', templateRefusalOf],
  ])('leaves with the same code, subcode, details and status after %s', (_, refuse) => {
    const platform = platformRefusalOf(refuse(readFrom(code)));
    if (platform === undefined) throw new Error('the refusal is lost');
    expect(error({ platform })).toMatchObject({
      ...{ message: `(#${code}) An error`, code, error_subcode: 2494010 },
      error_data: { messaging_product: 'whatsapp', details: `What was wrong: ${code}` },
    });
    expect(graphStatus({ ...bare, platform })).toBe(status);
  });
});

test('a refusal of Meta without details says ours, and its words for people are kept', () => {
  const { status, body } = metaError(100, { userTitle: 'Too short', userText: 'Write more.' });
  const platform = failureOf({ status, ...ANSWERED }, body).platform;
  expect(error({ message: 'Meta: (#100) Write more.', ...(platform && { platform }) })).toEqual({
    ...{ message: '(#100) Write more.', type: 'OAuthException', code: 100, fbtrace_id: 'r-1' },
    ...{ error_user_title: 'Too short', error_user_msg: 'Write more.' },
    error_data: { messaging_product: 'whatsapp', details: 'Meta: (#100) Write more.' },
  });
});

test('docs/graph.md shows the table as it is (else: bun run scripts/graph-page.ts)', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/graph.md')).text();
  expect(withErrors(page)).toBe(page);
});
