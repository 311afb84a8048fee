/** Shared parts of operations on groups. */

import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { checkedBy, fieldsIn } from '../../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import type { Sessions } from '../../../core/instances/sessions.ts';
import type { GroupActions } from '../../../core/providers/groups.ts';
import { startWhenConnected } from '../../../core/sending/sender.ts';
import { type BodyReader, readBody } from '../body.ts';
import {
  type Call,
  type Declaration,
  instanceOperation,
  type Operation,
  type Route,
} from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { bodyWithGroup, GroupBesideBody, lenient, NamedGroup } from './model.ts';

/** 409 when the instance is not connected; else what `call` comes to. */
export const callGroups = <T>(
  sessions: Sessions,
  { id }: InstanceRecord,
  call: (groups: GroupActions) => Promise<T>,
): Promise<T> =>
  // The call does not wait in line: a slow answer of WhatsApp must not delay other work of the instance.
  startWhenConnected(sessions, id, async (session) => ({ answer: call(session.groups()) }));

export const LIMITS =
  'Answers 409 if the instance is not connected, 403 if WhatsApp does not let the account do this, and 503 if WhatsApp does not answer within 10 seconds.';

/** A call, with what else its operation works with. */
type GroupCall<R extends string, Q, B> = Call<R, Q, B, undefined> & {
  readonly parts: GatewayParts;
  readonly instance: InstanceRecord;
};

type GroupDeclaration<R extends string, Q, B, A extends TSchema> = Omit<
  Declaration<Q, B, A, undefined>,
  'tag' | 'description'
> & {
  /** Says what the operation does; the answers that all of them may give follow. */
  readonly description: string;
  act(groups: GroupActions, call: GroupCall<R, Q, B>): Promise<Static<A> | Response>;
};

/** An operation on the groups that the account of an instance is in. */
export const groupOperation = <
  const R extends Route,
  A extends TSchema,
  Q extends TObject | undefined = undefined,
  B extends TObject | BodyReader<unknown> | undefined = undefined,
>(
  route: R,
  { act, description, ...declared }: GroupDeclaration<R, Q, B, A>,
): Operation =>
  instanceOperation<R, A, Q, B>(route, {
    tag: 'Groups',
    failures: ['CONFLICT'],
    resolveInstanceBeforeBody: true,
    ...declared,
    description: `${description} ${LIMITS}`,
    run(parts, call) {
      const { groupJid: group, action } = fieldsIn(call.body);
      if (group !== undefined) call.note({ details: { group, action } });
      return callGroups(parts.sessions, call.instance, (groups) => act(groups, { ...call, parts }));
    },
  });

/** A body whose group the query may name in its place, see `GroupBesideBody`. */
export const bodyOfGroup = <S extends TObject>(
  schema: S,
  options?: { readonly isOptional: boolean },
): BodyReader<Static<S>> =>
  readBody(schema, (body, _, { query }) => checkedBy(schema, bodyWithGroup(body, query)), options);

/** The body of a change of a group: the group and these fields. */
export function groupWith<P extends TProperties>(fields: P) {
  const all: TProperties = { ...NamedGroup.properties, ...fields };
  // The cast: these are the types of the fields in `all`.
  return bodyOfGroup(Type.Object(all, lenient)) as BodyReader<
    Static<typeof NamedGroup> & Static<TObject<P>>
  >;
}

/** The inputs of operations that need only the group. The query or the body names it, and the body may be absent. */
export const GROUP_ONLY = {
  query: GroupBesideBody,
  body: bodyOfGroup(NamedGroup, { isOptional: true }),
} as const;
