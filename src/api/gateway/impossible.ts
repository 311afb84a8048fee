/** Operations of other gateways that nothing here can do: each is answered with the reason, and never pretended. */
import { Type } from '@sinclair/typebox';
import { FailureEnvelope } from '../../http/failures.ts';
import type { Scope } from '../../instances/scopes.ts';
import { invalid } from '../../shared/errors.ts';
import { checkedBody } from './body.ts';
import { instanceOperation, type Operation } from './operation.ts';

interface Impossible {
  /** The path without the instance's name, which follows it. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly scope: Scope;
  readonly summary: string;
  readonly reason: string;
}

const NO_CATALOGS = 'catalogs of businesses are read by their own phones alone';

const IMPOSSIBLE: readonly Impossible[] = [
  {
    path: '/call/offer',
    tag: 'Chats',
    scope: 'send',
    summary: 'Call somebody',
    reason:
      'Gatehouse does not carry the audio of calls, so it places none: calls that come in can be rejected at /call/reject',
  },
  {
    path: '/business/getCatalog',
    tag: 'Chats',
    scope: 'read',
    summary: 'The catalog of a business',
    reason: NO_CATALOGS,
  },
  {
    path: '/business/getCollections',
    tag: 'Chats',
    scope: 'read',
    summary: 'The collections in the catalog of a business',
    reason: NO_CATALOGS,
  },
];

export const IMPOSSIBLE_OPERATIONS: readonly Operation[] = IMPOSSIBLE.map(
  ({ path, tag, scope, summary, reason }) =>
    instanceOperation(`POST ${path}/:instanceName`, {
      tag,
      scope,
      summary: `${summary}: always a bad request`,
      description: `It cannot be done: ${reason}.`,
      body: checkedBody(Type.Object({}, { additionalProperties: true })),
      answer: FailureEnvelope('BAD_REQUEST'),
      status: 400,
      run() {
        throw invalid(reason);
      },
    }),
);
