import { type Static, Type } from '@sinclair/typebox';
import { COUNTED_MAX, countByState } from '../../../core/events/log/delivery-counts.ts';
import { ChoiceText, WholeText } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { optional, words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { storedName } from '../../../core/instances/directory.ts';
import { PROVIDER_NAMES } from '../../../core/providers/all.ts';
import { PHASES } from '../../../core/providers/provider.ts';
import { iso } from '../../../core/shared/clock.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { type EventSettings, endpointsIn } from '../../../core/webhooks/event-settings.ts';
import { visibleInstances } from '../guard.ts';
import { operation } from '../operation.ts';
import { PageLimit } from '../page-query.ts';
import { createSharedAnswer } from '../shared-answer.ts';
import {
  ATTENTION,
  filterRows,
  type OverviewRow,
  readActivity,
  SORTS,
  toOverviewRow,
  totalsOf,
} from './overview.ts';

const SEARCH_MAX = 100;
const STATES = ['close', 'connecting', 'open'] as const;
const TRUTHS = ['true', 'false'] as const;

const OverviewQuery = Type.Object({
  search: optional(
    Type.String({
      maxLength: SEARCH_MAX,
      description: 'Only instances with this text in name, number or account, in any case',
      examples: ['shop'],
      failsWith: problem('too_long', { max: SEARCH_MAX }),
    }),
  ),
  instanceName: Type.Optional(
    Type.String({
      description: 'Only the instance with this name, such as `shop`',
      examples: ['shop'],
    }),
  ),
  state: optional(ChoiceText(STATES, { description: 'Only instances in this state' })),
  needsAttention: optional(
    ChoiceText(TRUTHS, { description: '`true` returns only instances that need attention' }),
  ),
  sort: optional(
    ChoiceText(SORTS, {
      description:
        'Field to sort by; with `-` before it, descending. `endpointsFailing` counts disabled endpoints too. Without it, instances that need attention come first',
      examples: ['-waiting'],
    }),
  ),
  offset: WholeText({ minimum: 0, default: 0, description: 'Number of entries to skip first' }),
  limit: PageLimit(),
});

const upTo = `counted up to ${COUNTED_MAX}`;
const Count = (description: string) => Type.Integer({ minimum: 0, description });

const InstanceGlance = NamedObject('InstanceGlance', {
  instanceId: Type.String({ format: 'uuid' }),
  instanceName: Type.String(),
  provider: words(...PROVIDER_NAMES),
  state: words(...STATES),
  phase: words(...PHASES),
  reason: textOrNull('Why the instance is in this phase'),
  since: Time({ description: 'When the instance entered this phase' }),
  number: textOrNull('Number that the instance was created for, digits only'),
  ownerJid: textOrNull('JID of the paired account'),
  profileName: textOrNull('Name of the paired account'),
  attention: Type.Unsafe<OverviewRow['attention']>(
    Type.Union(
      ATTENTION.map((word) => Type.Literal(word)),
      {
        description:
          'Why the instance needs attention, most urgent first: its connection has ended and will not come back by itself; deliveries were discarded; it reconnects; deliveries have failed and will be retried; it waits to be paired; nothing',
      },
    ),
  ),
  waiting: Count(`Deliveries that wait to be sent, ${upTo}`),
  retrying: Count(`Waiting deliveries that have failed before, ${upTo}`),
  discarded: Count(`Discarded deliveries that are still listed, ${upTo}`),
  messagesPerMinute: Count('Messages received and sent through the API in the last minute'),
  messagesPerDay: Count(
    'Messages received and sent through the API in the last 24 hours, in half hours; never fewer than `messagesPerMinute`, but some of the last 10 seconds may be missing',
  ),
  lastActivityAt: orNull(
    Time(),
    'When its newest event that is still stored was created; null without any',
  ),
  webhooks: Count('Webhooks that are switched on'),
  endpointsFailing: Count('Endpoints whose last attempt failed'),
  endpointsDisabled: Count('Endpoints that were switched off because they failed for long'),
});

const Overview = NamedObject('Overview', {
  totals: Type.Object(
    {
      instances: Count('All'),
      open: Count('Connected'),
      connecting: Count('Instances that connect, or wait to be paired'),
      close: Count('Not connected'),
      needAttention: Count('Instances whose `attention` is not `none`'),
      waiting: Count('Total over all instances'),
      discarded: Count('Total over all instances'),
      messagesPerMinute: Count('Total over all instances'),
    },
    { description: 'Totals over all instances that the key may see, whatever was searched for' },
  ),
  found: Count('Number of instances that match'),
  instances: Type.Array(InstanceGlance, {
    description:
      'In the wanted order; without `sort`, instances that need attention first, then by waiting deliveries, then by name',
  }),
});

export const readOverview = operation('GET /instance/overview', {
  tag: 'Instances',
  scope: 'read',
  summary: 'Get an overview of all instances',
  description:
    'Returns states with their reasons, the last activity, messages, waiting and discarded deliveries, and endpoints that fail; instances that need attention come first. An instance key sees only its own instance. All of it is counted at most once a second.',
  query: OverviewQuery,
  answer: Overview,
  failures: ['BAD_REQUEST'],
  isForAnyNode: true,
  agent: { tool: 'get_overview', effect: 'reads' },
  prepare: ({ db, clock, directory }) =>
    createSharedAnswer(clock, async () => {
      const ids = directory.all().map(({ id }) => id);
      return {
        deliveries: await countByState(db, ids),
        activity: await readActivity(db, ids, clock.now()),
      };
    }),
  async run({ directory, lastMinute, settings }, { query, caller, prepared: counts }) {
    const {
      search = '',
      instanceName,
      state = null,
      needsAttention,
      sort = null,
      offset,
      limit,
    } = query;
    const visible = visibleInstances(caller, directory);
    const { deliveries, activity } = await counts();
    const messages = await lastMinute();
    const glances = visible.map((record) =>
      toOverviewRow(record, {
        deliveries: deliveries.get(record.id),
        activity: activity.get(record.id),
        messagesPerMinute: messages.get(record.id),
      }),
    );
    const found = filterRows(glances, {
      search,
      name: instanceName === undefined ? null : storedName(instanceName),
      state,
      needsAttention: needsAttention === 'true',
      sort,
    });
    return {
      totals: totalsOf(glances),
      found: found.length,
      instances: found
        .slice(offset, offset + limit)
        .map((row) => toInstanceGlance(row, settings.get(row.record.id))),
    };
  },
});

const toInstanceGlance = (
  glance: OverviewRow,
  settings: EventSettings | null,
): Static<typeof InstanceGlance> => {
  const { record, attention, deliveries, messagesPerMinute } = glance;
  const { lastEventAt, ...activity } = glance.activity;
  return {
    instanceId: record.id,
    instanceName: record.name,
    provider: record.provider,
    state: record.state,
    phase: record.phase,
    reason: record.reason,
    since: iso(record.phaseSince ?? record.createdAt),
    number: record.number,
    ownerJid: record.ownerJid,
    profileName: record.profileName,
    attention,
    ...deliveries,
    messagesPerMinute,
    lastActivityAt: lastEventAt === null ? null : iso(lastEventAt),
    webhooks: settings === null ? 0 : endpointsIn(settings).filter(({ enabled }) => enabled).length,
    ...activity,
  };
};
