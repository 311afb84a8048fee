/** Whether a webhook comes from the service, unchanged and lately: Standard Webhooks, scheme v1. */
import type { GatehouseEvent } from './events.ts';
import { GatehouseError, type WebhookFailure } from './failures.ts';
import { webCrypto } from './web-crypto.ts';

export interface WebhookRequest {
  /** From `GET /webhook/secret/{instanceName}`, `whsec_…`; several while you change from one to another. */
  readonly secret: string | readonly string[];
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it arrived, before any parser has read it. */
  readonly body: string | Uint8Array;
  /** The most seconds that a webhook may be old, or ahead of this machine's clock. Default: 300. */
  readonly toleranceSeconds?: number;
  /** The time of this machine's clock. Default: now. */
  readonly now?: Date;
}

/** More than any rotation makes; each costs a hash of the body. */
const SIGNATURES_MAX = 8;

/** Resolves to the event; rejects with a `GatehouseError` when the webhook is not to be believed. */
export async function verifyWebhook(request: WebhookRequest): Promise<GatehouseEvent> {
  const id = headerOf(request, 'webhook-id');
  const timestamp = headerOf(request, 'webhook-timestamp');
  const signatures = signaturesOf(headerOf(request, 'webhook-signature'));
  checkAge(request, timestamp);
  const bytes = new TextEncoder();
  const body = typeof request.body === 'string' ? bytes.encode(request.body) : request.body;
  const signed = concatenated(bytes.encode(`${id}.${timestamp}.`), body);
  const secrets = typeof request.secret === 'string' ? [request.secret] : request.secret;
  for (const secret of secrets)
    if (await isSigned(secret, signatures, signed)) return eventOf(body);
  throw refusal('SIGNATURE_WRONG', 'no signature fits this secret and body');
}

const refusal = (code: WebhookFailure['code'], message: string, cause?: unknown): GatehouseError =>
  new GatehouseError({ code, message }, cause);

function headerOf({ headers }: WebhookRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : fieldOf(headers, name);
  if (value) return value;
  throw refusal('HEADER_MISSING', `the header ${name} is missing`);
}

function fieldOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | undefined {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

const signaturesOf = (header: string): Uint8Array<ArrayBuffer>[] =>
  header
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .slice(0, SIGNATURES_MAX)
    .flatMap((one) => fromBase64(one.slice('v1,'.length)) ?? []);

const TOLERANCE_SECONDS = 300;

function checkAge({ now = new Date(), toleranceSeconds }: WebhookRequest, timestamp: string): void {
  const tolerance = toleranceSeconds ?? TOLERANCE_SECONDS;
  const age = /^\d{1,12}$/.test(timestamp) ? now.getTime() / 1000 - Number(timestamp) : Number.NaN;
  if (Math.abs(age) <= tolerance) return;
  throw refusal(
    'TIMESTAMP_OUT_OF_RANGE',
    `webhook-timestamp is not within ${tolerance} s of this machine's clock`,
  );
}

/** `verify` compares in constant time. */
async function isSigned(
  secret: string,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { subtle } = await webCrypto();
  const key = await subtle.importKey(
    'raw',
    keyOf(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  for (const signature of signatures)
    if (await subtle.verify('HMAC', key, signature, signed)) return true;
  return false;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (key !== null && key.length > 0) return key;
  throw new TypeError('secret must be base64, with or without whsec_ before it');
}

/** Returns the bytes, or null if the text is not Base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenated(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function eventOf(body: Uint8Array): GatehouseEvent {
  try {
    const event = JSON.parse(new TextDecoder().decode(body));
    // Its fields are as the service has signed them.
    if (typeof event?.event === 'string') return event;
  } catch (cause) {
    throw refusal('EVENT_UNREADABLE', 'the body is no JSON', cause);
  }
  throw refusal('EVENT_UNREADABLE', 'the body is no event in the form of Gatehouse');
}
