/** Schemas of /audit. */
import { Type } from '@sinclair/typebox';
import type { gatewayAudit } from '../../db/schema/gateway-audit.ts';
import { Time } from '../../http/time.ts';
import { iso } from '../../shared/clock.ts';

const Maybe = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Hash = Type.String({ description: 'SHA-256, lower-case hex' });

const AuditEntry = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'From 1, without gaps' }),
  at: Time(),
  action: Type.String({ description: 'Such as instance.create, webhook.set or auth.refused' }),
  actor: Type.String({ description: 'global, instance:ID, anonymous or service' }),
  keyId: Maybe("Tells the actor's keys apart"),
  instanceId: Maybe('The instance it was done to'),
  instanceName: Maybe('Its name at that time'),
  address: Maybe('Where the request came from, see TRUST_PROXY'),
  requestId: Maybe('The x-request-id of the answer'),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Status of the answer; null: the service ended before the operation did',
  }),
  details: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
    description: 'What was asked for, without secrets; of refused log-ins, how many and why',
  }),
  previousHash: Hash,
  hash: Hash,
});

export const AuditPage = Type.Object({
  entries: Type.Array(AuditEntry, { description: 'Oldest first' }),
  next: Type.Integer({ description: 'The value for `after` of the next call' }),
  head: Type.Object(
    { id: Type.Integer(), hash: Hash },
    { description: 'The newest entry of all; while there is none, 0 and zeros' },
  ),
});

export const toAuditEntry = ({ at, details, ...row }: typeof gatewayAudit.$inferSelect) => ({
  ...row,
  at: iso(at),
  // Written as the text of an object, or null.
  details: details === null ? null : (JSON.parse(details) as object),
});
