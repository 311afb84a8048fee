/** Replacing the key of an instance. */
import { type Static, Type } from '@sinclair/typebox';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { Whole } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull } from '../../../core/http/nullable.ts';
import {
  checkedFields,
  errorOf,
  type FieldError,
  fieldError,
  optional,
  parsedIfPresent,
  words,
} from '../../../core/http/read-fields.ts';
import type { WithKey } from '../../../core/instances/create.ts';
import { GRACE_SECONDS_MAX } from '../../../core/instances/keys.ts';
import { SCOPES, type Scope } from '../../../core/instances/scopes.ts';
import { isoOrNull } from '../../../core/shared/clock.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { readBody } from '../body.ts';
import { instanceOperation } from '../operation.ts';
import { NewCredentials, parseNewCredentials } from './cloud-fields.ts';
import { Instance, orNever, Scopes, subscriptionFields, time, toInstance } from './model.ts';

/** A caller that replaces its only key and does not get the answer must be able to ask again with the old key. */
const SELF_GRACE_SECONDS = 300;

const NOT_A_TIME = problem('not_a_time');
const NOT_A_TIME_OR_NULL = { ...NOT_A_TIME, message: `${NOT_A_TIME.message}, or null` };

const KeyRotation = keepingEmpty(
  NamedObject(
    'KeyRotation',
    {
      graceSeconds: optional(
        Whole({
          minimum: 0,
          maximum: GRACE_SECONDS_MAX,
          description: `Seconds for which the current key stays valid beside the new one; earlier keys keep the time that they were given. 0 ends all of them. Defaults to 0, or to ${SELF_GRACE_SECONDS} if the current key replaces itself with an Idempotency-Key, so that it can ask again after a lost answer`,
          examples: [3600],
        }),
      ),
      scopes: parsedIfPresent(
        Type.Array(words(...SCOPES), {
          minItems: 1,
          description: 'Scopes of the new key; defaults to those of the current key',
        }),
        (value): readonly Scope[] | FieldError => {
          const scopes = SCOPES.filter((scope) => Array.isArray(value) && value.includes(scope));
          const isKnown = Array.isArray(value) && value.every((one) => scopes.includes(one));
          if (isKnown && scopes.length > 0) return scopes;
          return fieldError('not_a_list_of', { values: SCOPES.join(', ') });
        },
      ),
      expiresAt: parsedIfPresent(
        orNull(
          Type.String({ format: 'date-time', examples: ['2027-01-31T09:00:00Z'] }),
          'When the new key expires, a time in the future; null for never. Defaults to the expiry of the current key',
        ),
        (value, now: number) => {
          if (value === null) return null;
          const at = typeof value === 'string' ? readInstant(value) : null;
          if (at === null) return errorOf(NOT_A_TIME_OR_NULL);
          return at > now ? at : fieldError('not_in_the_future');
        },
      ),
    },
    { additionalProperties: true },
  ),
);

const RotatedKey = NamedObject('RotatedKey', {
  apikey: Type.String({ description: 'The new key; shown only here' }),
  expiresAt: orNever,
  scopes: Scopes,
  previousKeyExpiresAt: orNull(time, 'When the previous key ends; null if it has ended'),
});

export const rotateKey = instanceOperation('POST /instance/key/rotate/:instanceName', {
  tag: 'Instances',
  scope: SCOPES,
  summary: 'Replace the key of an instance',
  description:
    'Returns a new key. The current key stays valid for `graceSeconds`, and earlier keys for the time that they were given; without `graceSeconds` all of them end at once. Answers 409 if five keys would stay valid beside the new one. A key with every scope may replace itself with a key that does not live longer.',
  failures: ['CONFLICT'],
  body: readBody(KeyRotation, (body, { clock }) => checkedFields(KeyRotation, body, clock.now()), {
    isOptional: true,
  }),
  answer: RotatedKey,
  idempotency: 'resumes',
  audit: 'instance.key.rotate',
  example: { body: { graceSeconds: 3600, scopes: ['read', 'send'] } },
  async run({ service }, { instance, body: change, caller, note, idempotentWork }) {
    const byKeyId = caller.kind === 'global' ? null : caller.keyId;
    const graceSeconds = idempotentWork && byKeyId !== null ? SELF_GRACE_SECONDS : 0;
    const noteOf = (made: WithKey) =>
      idempotentWork?.statementStoring(made.record.key.id, {
        status: 200,
        body: toRotatedKey(made),
      });
    const rotated = toRotatedKey(
      await service.rotateKey(instance.id, {
        byKeyId,
        noteOf,
        change: { graceSeconds, ...change },
      }),
    );
    const { apikey: _, ...details } = rotated;
    note({ details });
    return rotated;
  },
});

const toRotatedKey = ({ record, apikey }: WithKey): Static<typeof RotatedKey> => ({
  apikey,
  expiresAt: isoOrNull(record.key.expiresAt),
  scopes: [...record.key.scopes],
  previousKeyExpiresAt: isoOrNull(record.previousKeys[0]?.expiresAt ?? null),
});

export const replaceCredentials = instanceOperation('PATCH /instance/credentials/:instanceName', {
  tag: 'Instances',
  scope: 'settings',
  summary: "Replace the credentials of a number of WhatsApp's official API",
  description:
    'Replaces the access token, app secret or verify token of a whatsapp-cloud instance; absent fields keep their values. A new access token is checked with Meta as at create, and nothing changes if it does not open the number. The instance then connects, unless it was logged out or disconnected on purpose.',
  body: readBody(NewCredentials, parseNewCredentials),
  answer: Type.Object({ instance: Instance, ...subscriptionFields }),
  failures: ['UPSTREAM_ERROR'],
  audit: 'instance.credentials',
  example: { body: { accessToken: 'EAAGm0PX4ZCpsBAKZCZA' } },
  async run({ service, directory, numberOf }, { instance, body: change, note }) {
    const { replaced, subscription } = await service.replaceCredentials(instance.id, change);
    note({ details: { replaced } });
    const record = directory.byId(instance.id) ?? instance;
    return { instance: toInstance(record, numberOf(instance)), ...subscription };
  },
});
