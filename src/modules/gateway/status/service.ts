/** The service as a whole: its version, the limits in force, and the newest backup. */
import { Type } from '@sinclair/typebox';
import { version } from '../../../../package.json';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { Time } from '../../../core/http/time.ts';
import { iso } from '../../../core/shared/clock.ts';
import { operation } from '../operation.ts';

const Limit = NamedObject('Limit', {
  variable: Type.String({
    description: 'Variable that sets it',
    examples: ['RATE_LIMIT_PER_MINUTE'],
  }),
  value: textOrNull('Limit in force, as the variable takes it; null if there is no limit'),
  reached: Type.Integer({
    minimum: 0,
    description:
      'How often something was refused, delayed or removed for it, by the answering node since its start; 0 also where that is not counted',
  }),
});

export const readService = operation('GET /service', {
  tag: 'Status',
  scope: 'global',
  summary: 'Get the version, the limits in force and the last backup',
  description:
    'Returns what the answering node runs, which limits are in force, and the newest backup that `gatehouse backup` has made of the database file.',
  answer: NamedObject('Service', {
    version: Type.String({ examples: ['0.1.0'] }),
    limits: Type.Array(Limit),
    databaseIsFile: Type.Boolean({
      description: 'Whether the database is a file; one on a server is backed up there',
    }),
    lastBackup: orNull(
      Type.Object({
        file: Type.String({ description: 'Its path or its address in a bucket' }),
        bytes: Type.Integer({ minimum: 0 }),
        createdAt: Time(),
      }),
      'Newest backup of the database file; null if none is known',
    ),
  }),
  anyNode: true,
  async run({ limitsInForce, timesReached, lastBackup }) {
    const last = (await lastBackup?.()) ?? null;
    return {
      version,
      limits: limitsInForce.map((limit) => ({ ...limit, reached: timesReached(limit.variable) })),
      databaseIsFile: lastBackup !== null,
      lastBackup: last && { ...last, createdAt: iso(last.createdAt) },
    };
  },
});
