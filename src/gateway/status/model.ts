/** Schemas of /health and /ready. */

import { Type } from '@sinclair/typebox';
import { Time } from '../../http/time.ts';

export const Health = Type.Object({ status: Type.Literal('ok') });

const Condition = Type.Union([Type.Literal('up'), Type.Literal('down')]);
export const Readiness = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('unavailable')]),
  database: Condition,
  error: Type.Optional(
    Type.String({
      description: 'Why the database cannot be written to, and since when',
      examples: ['the disk is full since 2026-01-05T10:00:00.000Z'],
    }),
  ),
  channels: Type.Record(
    Type.String(),
    Type.Object({
      state: Condition,
      since: Time(),
      error: Type.Union([Type.String(), Type.Null()]),
    }),
    { description: 'Brokers and object storage, as far as they are configured' },
  ),
});
