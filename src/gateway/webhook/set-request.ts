/** The body of webhook/set turned into settings; whatever is wrong with it is named at once, and changes nothing. */
import { checkHeaders, type Headers, type StoredHeaders } from '../../webhooks/headers.ts';
import { readEventNames } from '../../webhooks/subscription.ts';
import { isSameOrigin, readWebhookUrl, type UrlGuard } from '../../webhooks/url.ts';
import { type Fields, isFields } from '../instance/fields.ts';
import type { EventSettings } from './settings.ts';

/** What webhook/set replaces, whole. */
type SetRequest = Pick<
  EventSettings,
  'webhookSet' | 'webhookEnabled' | 'webhookUrl' | 'headers' | 'base64' | 'subscribe'
>;
type ParsedSetRequest = { readonly record: SetRequest } | { readonly problems: string[] };

/** `body` is as the caller sent it; masked header values stand for those in `stored`, the present settings. */
export function parseSetRequest(
  body: unknown,
  guard: UrlGuard,
  stored: Pick<EventSettings, 'webhookUrl' | 'headers'>,
): ParsedSetRequest {
  const fields = unwrap(body);
  if (fields === null) return { problems: ['the body must be a JSON object'] };
  const { events = [] } = fields;
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
    subscribe: readEventNames('events', events, problems) ?? [],
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
  return readWebhookUrl('url', value, guard, problems) ?? '';
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
