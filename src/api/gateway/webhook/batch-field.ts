/** The field that says how many events a request may have. */
import { Type } from '@sinclair/typebox';
import { readBy, readIfGiven, type Wrong, wrong } from '../../../http/read-fields.ts';
import { BATCH_MAX } from '../../../webhooks/batch.ts';

const schema = Type.Integer({
  minimum: 1,
  maximum: BATCH_MAX,
  description: `How many waiting events one request may have at most, 1-${BATCH_MAX}, 1 unless set; more than 1 only in the format \`whatsapp-cloud\` and without a transform. Requests then follow each other in the order of the instance, and what comes during one goes with the next`,
});

const read = (value: unknown): number | Wrong =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= BATCH_MAX
    ? Number(value)
    : wrong(`must be a whole number from 1 to ${BATCH_MAX}`);

/** An absent number stays. */
export const BatchChange = readIfGiven(schema, read);

/** An absent number is 1. */
export const Batch = readBy(Type.Optional(schema), (value = 1) => read(value));
