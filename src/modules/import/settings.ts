/** Webhook, settings and proxy of one instance of a source, as this service has them. */

import { neverSentIn } from '../../core/events/contract/event-names.ts';
import type { InstanceProxy } from '../../core/instances/proxies.ts';
import { type AccountSettings, NO_SETTINGS } from '../../core/providers/chats.ts';
import { AppError, invalid } from '../../core/shared/errors.ts';
import { sentenceOf } from '../../core/shared/reasons/problems.ts';
import type { SettingsChange } from '../../core/webhooks/event-settings.ts';
import { checkHeaders } from '../../core/webhooks/headers.ts';
import { checkEventNames } from '../../core/webhooks/subscription.ts';
import type { UrlGuard } from '../../core/webhooks/url.ts';
import { NOTHING_STORED, parseProxy, parseSetRequest, parseSettings } from '../gateway/api.ts';
import { flagIn, jsonIn, type SourceRow, textIn } from './source.ts';

/** An imported value, and sentences on what was left out of it. */
export interface Part<T> {
  readonly value: T | null;
  readonly notes: readonly string[];
}

/** Where webhooks and proxies may be. */
export interface Guards {
  readonly webhook: UrlGuard;
  readonly proxy: UrlGuard;
}

/** A webhook that cannot be here is left out, with the reason. */
export function webhookOf(row: SourceRow | null, guards: Guards): Part<SettingsChange> {
  if (row === null) return { value: null, notes: [] };
  const headers = headersOf(jsonIn(row, 'headers'));
  const events = eventsOf(jsonIn(row, 'events'));
  const notes = [...headers.notes, ...events.notes].map((note) => `webhook: ${note}`);
  if (events.value === null) return { value: null, notes };
  const body = {
    enabled: flagIn(row, 'enabled') ?? true,
    url: textIn(row, 'url') ?? '',
    headers: headers.value,
    base64: flagIn(row, 'webhookBase64') ?? false,
    byEvents: flagIn(row, 'webhookByEvents') ?? false,
    format: 'evolution-api',
    events: events.value,
  };
  try {
    const context = { guard: guards.webhook, stored: NOTHING_STORED };
    return { value: { webhook: parseSetRequest(body, context) }, notes };
  } catch (error) {
    return { value: null, notes: [`webhook: not taken, ${reasonOf(error)}`, ...notes] };
  }
}

/** Where Evolution API finds the secret of a token that it makes itself: never a header to send. */
const TOKEN_SECRET = 'jwt_key';

function headersOf(value: unknown): { value: Record<string, string>; notes: string[] } {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const taken: Record<string, string> = {};
  const notes: string[] = [];
  for (const [name, text] of entries) {
    const checked = checkHeaders({ [name]: text });
    if (name.toLowerCase() === TOKEN_SECRET)
      notes.push(
        `${TOKEN_SECRET} is not taken, since no tokens are made with it here: verify the signature instead`,
      );
    else if ('headers' in checked) Object.assign(taken, checked.headers);
    else notes.push(`${sentenceOf(checked.problems)}: left out`);
  }
  return { value: taken, notes };
}

const LISTED_MAX = 10;

/** Each once, the first of them; a damaged row may hold any number. */
function listNames(names: readonly string[]): string {
  const all = [...new Set(names.map((name) => name.slice(0, 64)))];
  const more = all.length > LISTED_MAX ? ` and ${all.length - LISTED_MAX} more` : '';
  return `${all.slice(0, LISTED_MAX).join(', ')}${more}`;
}

/**
 * Returns the known events. An empty list means all events, as in Evolution API. Returns null if every name is unknown.
 */
function eventsOf(value: unknown): { value: string[] | null; notes: string[] } {
  const names = Array.isArray(value) ? value.map(String) : [];
  const isKnown = (name: string) => 'subscription' in checkEventNames([name]);
  const known = names.filter(isKnown);
  const list = listNames(names.filter((name) => !isKnown(name)));
  if (list !== '' && known.length === 0)
    return { value: null, notes: [`not taken, since there are no events ${list} here`] };
  const neverSent = neverSentIn(known).join(', ');
  return {
    value: known,
    notes: [
      ...(list === '' ? [] : [`there are no events ${list} here`]),
      ...(neverSent === '' ? [] : [`never sent here: ${neverSent}`]),
    ],
  };
}

/** Settings that cannot be here are left out, with the reason. */
export function settingsOf(row: SourceRow | null): Part<AccountSettings> {
  if (row === null) return { value: null, notes: [] };
  const switches = ['rejectCall', 'groupsIgnore', 'alwaysOnline', 'readMessages', 'readStatus'];
  const flags = switches.map((name) => [name, flagIn(row, name) ?? false]);
  const body = { ...Object.fromEntries(flags), msgCall: textIn(row, 'msgCall') ?? '' };
  const notes = [
    ...(flagIn(row, 'syncFullHistory') === true
      ? [
          'settings: syncFullHistory is left out, since messages from before the pairing are no events',
        ]
      : []),
    ...(textIn(row, 'wavoipToken') === null
      ? []
      : ['settings: wavoipToken is left out, since calls can be rejected and not taken']),
  ];
  try {
    return { value: { ...NO_SETTINGS, ...parseSettings(body).change }, notes };
  } catch (error) {
    return { value: null, notes: [`settings: not taken, ${reasonOf(error)}`, ...notes] };
  }
}

/**
 * Leaves out an unusable proxy that is switched off. Throws an AppError for an unusable proxy that is on: without it,
 * the account would connect from another address than before.
 */
export function proxyOf(row: SourceRow | null, guards: Guards): Part<InstanceProxy> {
  if (row === null) return { value: null, notes: [] };
  const protocol = textIn(row, 'protocol')?.toLowerCase();
  const enabled = flagIn(row, 'enabled') ?? false;
  const username = textIn(row, 'username') ?? '';
  const body = {
    enabled,
    protocol: protocol === 'socks' ? 'socks5' : protocol,
    host: textIn(row, 'host') ?? '',
    port: textIn(row, 'port') ?? '',
    username,
    // Evolution API sends neither without the other.
    password: username === '' ? '' : (textIn(row, 'password') ?? ''),
  };
  try {
    return { value: parseProxy(body, { guard: guards.proxy, stored: null }), notes: [] };
  } catch (error) {
    const reason = reasonOf(error);
    if (enabled) throw invalid(`its proxy cannot be used here: ${reason}`);
    return { value: null, notes: [`proxy: not taken, ${reason}`] };
  }
}

/** Returns the message of a failed check of a request. Rethrows any other error, since it is a fault. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}
