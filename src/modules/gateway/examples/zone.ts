/** The examples of the gateway zone. */
import type { ZoneExamples } from '../../../core/http/openapi-examples.ts';
import { GATEWAY_FIELDS } from './fields.ts';
import { GATEWAY_RECORDS } from './records.ts';

export const GATEWAY_EXAMPLES: ZoneExamples = { fields: GATEWAY_FIELDS, records: GATEWAY_RECORDS };
