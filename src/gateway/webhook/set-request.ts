/**
 * The body of webhook/set turned into settings. Owns: every rule about it, told all at once.
 * Must never: store; what is wrong anywhere changes nothing.
 */
import { nearestEventName, parseSubscription } from '../../events/contract/event-names.ts';
import { checkHeaders, type Headers, type StoredHeaders } from '../../webhooks/headers.ts';
import { checkWebhookUrl, isSameOrigin, type UrlGuard } from '../../webhooks/url.ts';
import { type Fields, isFields } from '../instance/fields.ts';
import type { EventSettings } from './settings.ts';

/** What webhook/set replaces, whole. */
type SetRequest = Pick<
  EventSettings,
  'webhookSet' | 'webhookEnabled' | 'webhookUrl' | 'headers' | 'base64' | 'subscribe'
>;
type ParsedSetRequest = { readonly record: SetRequest } | { readonly problems: string[] };

const EVENT_NAMES_MAX = 100;

/** `body` is as the caller sent it; masked header values stand for those in `stored`, the present settings. */
export function parseSetRequest(
  body: unknown,
  guard: UrlGuard,
  stored: Pick<EventSettings, 'webhookUrl' | 'headers'>,
): ParsedSetRequest {
  const fields = unwrap(body);
  if (fields === null) return { problems: ['the body must be a JSON object'] };
  const problems: string[] = [];
  const webhookEnabled = parseEnabled(fields.enabled, problems);
  const webhookUrl = parseUrl(fields.url, webhookEnabled, guard, problems);
  const isElsewhere = webhookUrl !== '' && !isSameOrigin(webhookUrl, stored.webhookUrl);
  const record: SetRequest = {
    webhookSet: true,
    webhookEnabled,
    webhookUrl,
    headers: parseHeaders(fields.headers, { headers: stored.headers, isElsewhere }, problems),
    base64: parseBase64(fields.base64, problems),
    subscribe: parseEvents(fields.events, problems),
  };
  return problems.length > 0 ? { problems } : { record };
}

/** Clients of an older system send everything inside `webhook`. */
function unwrap(body: unknown): Fields | null {
  if (!isFields(body)) return null;
  return isFields(body.webhook) ? body.webhook : body;
}

function parseEnabled(value: unknown, problems: string[]): boolean {
  if (value === undefined) problems.push('enabled is required');
  else if (typeof value !== 'boolean') problems.push('enabled must be true or false');
  return value === true;
}

function parseUrl(
  value: unknown,
  isRequired: boolean,
  guard: UrlGuard,
  problems: string[],
): string {
  if (value === undefined || value === '') {
    if (isRequired) problems.push('url is required while enabled is true');
    return '';
  }
  if (typeof value !== 'string') {
    problems.push('url must be a text');
    return '';
  }
  const checked = checkWebhookUrl(value, guard);
  if ('url' in checked) return checked.url;
  problems.push(`url ${checked.problem}`);
  return '';
}

function parseHeaders(value: unknown, stored: StoredHeaders, problems: string[]): Headers {
  if (value === undefined) return {};
  const checked = checkHeaders(value, stored);
  if ('headers' in checked) return checked.headers;
  problems.push(...checked.problems);
  return {};
}

function parseBase64(value: unknown, problems: string[]): boolean | null {
  // Null is what webhook/find shows for a webhook that follows WEBHOOK_FILES.
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value;
  problems.push('base64 must be true or false');
  return null;
}

function parseEvents(value: unknown, problems: string[]): readonly string[] {
  if (value === undefined) return parseEventNames([], problems);
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
  if (isList && value.length <= EVENT_NAMES_MAX) return parseEventNames(value, problems);
  problems.push(`events must be an array of at most ${EVENT_NAMES_MAX} event names`);
  return [];
}

function parseEventNames(names: readonly string[], problems: string[]): readonly string[] {
  const parsed = parseSubscription(names);
  if ('subscription' in parsed) return parsed.subscription;
  const told = parsed.unknown.map(
    (name) => `"${name.slice(0, 64)}" (nearest: ${nearestEventName(name)})`,
  );
  problems.push(`events holds unknown names: ${told.join(', ')}`);
  return [];
}
