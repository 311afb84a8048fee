/** What a caller asks of the deliveries, checked; an empty selection never stands for everything. */
import { DELIVERY_STATES, type DeliveryPage } from '../../events/log/deliveries.ts';
import type { Redelivery } from '../../events/log/redelivery.ts';
import { invalid } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { readInstant } from '../../shared/instant.ts';
import { contradictions, REDELIVERABLE, REDELIVERY_IDS_MAX } from '../../webhooks/deliveries.ts';
import { isFields } from '../instance/fields.ts';
import { parseLimit } from '../page-query.ts';

type Texts = Partial<Record<'state' | 'after' | 'limit', string>>;

/** Query texts to a page; 400 names every wrong one. */
export function parseDeliveryQuery({ state, after, limit }: Texts): DeliveryPage {
  const problems: string[] = [];
  const found = DELIVERY_STATES.find((known) => known === state) ?? null;
  if (state !== undefined && found === null)
    problems.push(`state must be one of ${DELIVERY_STATES.join(', ')}`);
  if (after !== undefined && !isUuid(after)) problems.push('after must be a delivery id');
  const page = {
    state: found,
    after: after?.toLowerCase() ?? '',
    limit: parseLimit(limit, problems),
  };
  if (problems.length > 0) throw invalid(problems.join('; '));
  return page;
}

/** A body to a selection; 400 names every wrong field. */
export function parseRedelivery(body: unknown): Redelivery {
  if (!isFields(body)) throw invalid('the body must be a JSON object');
  const { ids, state, from, to } = body;
  const problems: string[] = [];
  const selection: Redelivery = {
    ...(ids !== undefined && { ids: parseIds(ids, problems) }),
    ...(state !== undefined && parseState(state, problems)),
    ...parseTime('from', from, problems),
    ...parseTime('to', to, problems),
  };
  if (Object.keys(selection).length === 0 && problems.length === 0)
    problems.push('one of ids, state, from and to is required');
  for (const { field, problem } of contradictions(body, selection))
    problems.push(`${field} ${problem}`);
  if (problems.length > 0) throw invalid(problems.join('; '));
  return selection;
}

function parseIds(value: unknown, problems: string[]): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= REDELIVERY_IDS_MAX;
  if (isList && value.every((id) => typeof id === 'string' && isUuid(id)))
    return [...new Set(value.map((id: string) => id.toLowerCase()))];
  problems.push(`ids must be an array of 1 to ${REDELIVERY_IDS_MAX} delivery ids`);
  return [];
}

function parseState(value: unknown, problems: string[]): Pick<Redelivery, 'state'> {
  const state = REDELIVERABLE.find((known) => known === value);
  if (state !== undefined) return { state };
  problems.push(`state must be one of ${REDELIVERABLE.join(', ')}`);
  return {};
}

function parseTime(name: 'from' | 'to', value: unknown, problems: string[]): Partial<Redelivery> {
  if (value === undefined) return {};
  const time = typeof value === 'string' ? readInstant(value, { dateAlone: true }) : null;
  if (time !== null) return { [name]: time };
  problems.push(`${name} must be an ISO 8601 time such as 2026-01-05T10:00:00Z`);
  return {};
}
