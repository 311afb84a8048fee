/**
 * The body of POST /instance/connect turned into a change of settings. Owns: every rule about it, told at once.
 * Must never: name a setting that the caller left out, since what is absent stays.
 */
import { nearestEventName, parseSubscription } from '../../events/contract/event-names.ts';
import { checkWebhookUrl, isSameOrigin, type UrlGuard } from '../../webhooks/url.ts';
import type { EventSettings } from '../webhook/settings.ts';
import { type Fields, isFields } from './fields.ts';
import { isPhone, PHONE_PROBLEM } from './phone.ts';

export interface ConnectRequest {
  readonly change: Partial<EventSettings>;
  /** Answer without waiting for the code. */
  readonly isImmediate: boolean;
  /** Digits; set: pair by code. */
  readonly phone: string | null;
}
type ParsedConnectRequest =
  | { readonly request: ConnectRequest }
  | { readonly problems: readonly string[] };

const EVENT_NAMES_MAX = 100;

/** `body` is as the caller sent it; none at all asks for nothing but the connection. */
export function parseConnectRequest(body: unknown, guard: UrlGuard): ParsedConnectRequest {
  const fields = body ?? {};
  if (!isFields(fields)) return { problems: ['the body must be a JSON object'] };
  const problems: string[] = [];
  const request: ConnectRequest = {
    change: {
      ...webhookIn(fields, guard, problems),
      ...subscriptionIn(fields, problems),
      ...switchIn(fields, 'rabbitmqEnable', 'amqpEnabled', problems),
      ...switchIn(fields, 'natsEnable', 'natsEnabled', problems),
      ...switchIn(fields, 'websocketEnable', 'websocketEnabled', problems),
    },
    isImmediate: immediateIn(fields, problems),
    phone: phoneIn(fields, problems),
  };
  return problems.length > 0 ? { problems } : { request };
}

/** Names of the stored headers that must not follow the webhook: their values were given for another origin. */
export function headersToDrop(present: EventSettings, { webhookUrl }: Change): string[] {
  const isElsewhere = webhookUrl !== undefined && !isSameOrigin(webhookUrl, present.webhookUrl);
  return isElsewhere ? Object.keys(present.headers) : [];
}

type Change = Partial<EventSettings>;

function webhookIn({ webhookUrl }: Fields, guard: UrlGuard, problems: string[]): Change {
  if (webhookUrl === undefined) return {};
  if (typeof webhookUrl !== 'string') {
    problems.push('webhookUrl must be a text');
    return {};
  }
  const checked = checkWebhookUrl(webhookUrl, guard);
  if ('url' in checked) return { webhookSet: true, webhookEnabled: true, webhookUrl: checked.url };
  problems.push(`webhookUrl ${checked.problem}`);
  return {};
}

function subscriptionIn({ subscribe }: Fields, problems: string[]): Change {
  if (subscribe === undefined) return {};
  const isList = Array.isArray(subscribe) && subscribe.every((name) => typeof name === 'string');
  if (!isList || subscribe.length > EVENT_NAMES_MAX) {
    problems.push(`subscribe must be an array of at most ${EVENT_NAMES_MAX} event names`);
    return {};
  }
  const parsed = parseSubscription(subscribe);
  if ('subscription' in parsed) return { subscribe: parsed.subscription };
  const told = parsed.unknown.map(
    (name) => `"${name.slice(0, 64)}" (nearest: ${nearestEventName(name)})`,
  );
  problems.push(`subscribe holds unknown names: ${told.join(', ')}`);
  return {};
}

const SWITCH = new Map<unknown, boolean>([
  ['enabled', true],
  [true, true],
  ['disabled', false],
  [false, false],
]);

function switchIn(
  fields: Fields,
  name: 'rabbitmqEnable' | 'natsEnable' | 'websocketEnable',
  setting: 'amqpEnabled' | 'natsEnabled' | 'websocketEnabled',
  problems: string[],
): Change {
  if (fields[name] === undefined) return {};
  const isOn = SWITCH.get(fields[name]);
  if (isOn !== undefined) return { [setting]: isOn };
  problems.push(`${name} must be "enabled", "disabled", true or false`);
  return {};
}

function immediateIn({ immediate }: Fields, problems: string[]): boolean {
  if (immediate !== undefined && typeof immediate !== 'boolean')
    problems.push('immediate must be true or false');
  return immediate === true;
}

function phoneIn({ phone }: Fields, problems: string[]): string | null {
  if (phone === undefined) return null;
  if (isPhone(phone)) return phone;
  problems.push(`phone ${PHONE_PROBLEM}`);
  return null;
}
