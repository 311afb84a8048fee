/** The body of POST /instance/connect turned into a change of settings; what is absent stays. */
import { readEventNames } from '../../webhooks/subscription.ts';
import { isSameOrigin, readWebhookUrl, type UrlGuard } from '../../webhooks/url.ts';
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

function webhookIn(fields: Fields, guard: UrlGuard, problems: string[]): Change {
  if (fields.webhookUrl === undefined) return {};
  const webhookUrl = readWebhookUrl('webhookUrl', fields.webhookUrl, guard, problems);
  return webhookUrl === null ? {} : { webhookSet: true, webhookEnabled: true, webhookUrl };
}

function subscriptionIn(fields: Fields, problems: string[]): Change {
  if (fields.subscribe === undefined) return {};
  const subscribe = readEventNames('subscribe', fields.subscribe, problems);
  return subscribe === null ? {} : { subscribe };
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
