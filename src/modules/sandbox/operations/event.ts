/** POST /sandbox/{instanceName}/event: any event of the catalog. */

import { randomBytes } from 'node:crypto';
import { type TObject, Type } from '@sinclair/typebox';
import { type CatalogEvent, DECLARED } from '../../../core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../core/events/contract/event-names.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { checkedBy, words } from '../../../core/http/read-fields.ts';
import { type Fields, isRecord, record } from '../../../core/providers/foreign-values.ts';
import { iso } from '../../../core/shared/clock.ts';
import { checkedBody, Done, instanceOperation } from '../../gateway/api.ts';
import { newMessageId } from '../invented.ts';
import { lenient } from './model.ts';
import { ofSandbox, sandboxIn } from './step.ts';

const AnyEvent = Type.Object(
  {
    event: describe('Type of the event', words(...EVENT_TYPES)),
    data: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'Fields of the payload; absent fields are taken from its sample, also those of `Info`',
        },
      ),
    ),
    state: Type.Optional(
      Type.String({
        description: 'Value of `state` beside `data`, for events that have one',
        examples: ['Delivered'],
      }),
    ),
  },
  lenient,
);

export const publishEvent = instanceOperation('POST /sandbox/:instanceName/event', {
  ...ofSandbox,
  scope: 'connect',
  summary: 'Simulate any event',
  description:
    'Records and delivers the event like every other. The state of the account changes with it: groups, channels, calls that ring, templates, and how far sent messages have come. A `Message` is stored, whatever it holds in WhatsApp’s spelling: a place, a card, a poll, a vote, a tap, an edit. Without an `Info.ID` it gets a new one.',
  body: checkedBody(AnyEvent),
  answer: Done,
  failures: ['CONFLICT'],
  example: { body: { event: 'CallOffer', data: { CallID: 'C0FFEE0123456789' } } },
  async run(parts, { instance, body }) {
    const { payload, sample, state } = DECLARED[body.event];
    const data = filledIn(record(sample(iso(parts.clock.now()))), body.data ?? {});
    const fields = { data, ...(state && { state: body.state ?? state.sample }) };
    const schema: TObject = Type.Object({
      data: payload,
      ...(state && { state: state.schema }),
    });
    const event = { type: body.event, ...checkedBy(schema, fields) };
    // The cast: it has been checked against the schema of its type.
    await sandboxIn(parts, instance).event(event as unknown as CatalogEvent);
    return { success: true as const, message: `${body.event} happened` };
  },
});

/** Each message has an id of its own, unlike the sample. */
function filledIn(sample: Fields, data: Fields): Fields {
  const { Info } = sample;
  const isOfMessage = isRecord(Info) && isRecord(data.Info ?? {});
  const info = isOfMessage && { ...Info, ID: newMessageId(randomBytes), ...record(data.Info) };
  return { ...sample, ...data, ...(info && { Info: info }) };
}
