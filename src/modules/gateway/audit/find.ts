/** The entries of the audit, in order. */

import { type Static, Type } from '@sinclair/typebox';
import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import type { Orm } from '../../../core/db/client.ts';
import { gatewayAudit } from '../../../core/db/schema/service.ts';
import { Choice } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { optional } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { iso } from '../../../core/shared/clock.ts';
import { operation } from '../operation.ts';
import { AfterNumber, PageLimit } from '../page-query.ts';

const Hash = Type.String({ description: 'SHA-256, lower-case hex' });

const AuditEntry = NamedObject('AuditEntry', {
  id: Type.Integer({ minimum: 1, description: 'Id of the entry, from 1 without gaps' }),
  at: Time(),
  action: Type.String({
    description: 'Action, such as instance.create, webhook.set or auth.refused',
  }),
  actor: Type.String({
    description:
      'global, instance:ID, portal:ID of a link to a customer’s page, anonymous or service',
  }),
  keyId: textOrNull('Distinguishes the keys of the actor'),
  instanceId: textOrNull('Instance that it was done to'),
  instanceName: textOrNull('Its name at that time'),
  address: textOrNull('Where the request came from; see TRUST_PROXY'),
  requestId: textOrNull('The x-request-id of the answer'),
  status: orNull(
    Type.Integer(),
    'Status of the answer; null if the service ended before the operation did',
  ),
  details: orNull(
    Type.Object({}, { additionalProperties: true }),
    'Fields of the request, without secrets; for refused log-ins, how many and why',
  ),
  previousHash: Hash,
  hash: Hash,
});

/** An action or a name that nothing has finds nothing. */
const AuditQuery = Type.Object({
  order: optional(
    Choice(['oldest', 'newest'], {
      description: 'Which entries come first; default `oldest`',
    }),
  ),
  after: AfterNumber(
    'an id',
    'Id after which to begin, in this order; 0 begins with the first entry',
  ),
  limit: PageLimit(),
  action: Type.Optional(
    Type.String({
      description: 'Only entries of this action',
      examples: ['instance.create'],
    }),
  ),
  instanceName: Type.Optional(
    Type.String({
      description: 'Only entries about an instance that had this name',
      examples: ['shop'],
    }),
  ),
});

export const findAudit = operation('GET /audit/find', {
  tag: 'Audit',
  scope: 'global',
  summary: 'Read the audit of the gateway zone',
  description:
    'Returns who did what in the gateway zone; each entry carries the hash of the one before. Keep `head`, which the log has each hour, somewhere else: with it `gatehouse audit verify` also finds a chain that was computed again.',
  query: AuditQuery,
  answer: NamedObject('AuditPage', {
    entries: Type.Array(AuditEntry, { description: 'In the wanted order' }),
    next: Type.Integer({ description: 'Value of `after` for the next call' }),
    head: Type.Object(
      { id: Type.Integer(), hash: Hash },
      { description: 'The newest entry of all; 0 and zeros before the first one' },
    ),
  }),
  failures: ['BAD_REQUEST'],
  isForAnyNode: true,
  async run({ db, audit }, { query }) {
    const entries = (await findEntries(db.orm, query)).map(toAuditEntry);
    const head = await audit.rows.head();
    return { entries, next: entries.at(-1)?.id ?? query.after, head };
  },
});

const findEntries = (
  orm: Orm,
  { order, after, limit, action, instanceName }: Static<typeof AuditQuery>,
) =>
  orm
    .select()
    .from(gatewayAudit)
    .where(
      and(
        isAfter(after, order),
        action === undefined ? undefined : eq(gatewayAudit.action, action),
        instanceName === undefined ? undefined : eq(gatewayAudit.instanceName, instanceName),
      ),
    )
    .orderBy(order === 'newest' ? desc(gatewayAudit.id) : asc(gatewayAudit.id))
    .limit(limit);

function isAfter(after: number, order: Static<typeof AuditQuery>['order']) {
  if (order !== 'newest') return gt(gatewayAudit.id, after);
  return after === 0 ? undefined : lt(gatewayAudit.id, after);
}

const toAuditEntry = ({ at, details, ...row }: typeof gatewayAudit.$inferSelect) => ({
  ...row,
  at: iso(at),
  // Written as the text of an object, or null.
  details: details === null ? null : (JSON.parse(details) as object),
});
