/** Events in the form of the Cloud API, for the tests of that form. */
import {
  type EventType,
  type Payloads,
  sampleBody,
} from '../../../../../src/core/events/contract/catalog.ts';
import type {
  MessageData,
  MessageInfo,
} from '../../../../../src/core/events/types/message-data.ts';
import { toCloudBody } from '../../../../../src/core/webhooks/format/whatsapp-cloud/body.ts';

export const NOW = Date.UTC(2026, 0, 5, 10);
export const SECONDS = String(NOW / 1000);
export const PERSON = '5511999990000@s.whatsapp.net';
export const GROUP = '120363000000000001@g.us';
export const LID = '123456789012345@lid';
/** The id of that person in Meta's form. */
export const HIDDEN = 'ZZ.123456789012345';
export const OWN = '5511988880000:1@s.whatsapp.net';
export const IDENTITY = { phoneNumberId: '100000000000001', wabaId: '200000000000002' };
export const METADATA = {
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '5511988880000', phone_number_id: '100000000000001' },
};

interface ReceiverFacts {
  readonly gets?: (type: string) => boolean;
  readonly ownerJid?: string | null;
}

/** The sample of a type with some fields of its payload replaced, as a webhook. */
export function told<T extends EventType>(
  type: T,
  change: Partial<Payloads[T]> = {},
  { gets = () => true, ownerJid = OWN }: ReceiverFacts = {},
) {
  const frame = { id: 'event-id', instanceId: 'instance-id', instanceName: 'shop', now: NOW };
  const stored = JSON.parse(sampleBody(type, frame));
  const event = { ...stored, data: { ...stored.data, ...change } };
  return toCloudBody(event, { identity: IDENTITY, ownerJid, gets, filesAt: null });
}

/** The changes of that webhook; none if there is no webhook. */
export const changesOf = <T extends EventType>(
  type: T,
  change: Partial<Payloads[T]> = {},
  receiving: ReceiverFacts = {},
) => told(type, change, receiving)?.entry.flatMap(({ changes }) => changes) ?? [];

const INFO: MessageInfo = {
  Chat: PERSON,
  Sender: PERSON,
  SenderAlt: '',
  IsFromMe: false,
  IsGroup: false,
  ID: 'SAMPLE0000000001',
  Type: 'text',
  PushName: 'Sample person',
  Timestamp: new Date(NOW).toISOString(),
  MediaType: '',
  VerifiedName: null,
};

/** The value of the one change that a message with this content becomes. */
export function saidBy(
  Message: MessageData['Message'],
  info: Partial<MessageInfo> = {},
  rest: Partial<MessageData> = {},
): Record<string, unknown> {
  const [change] = changesOf('Message', { Info: { ...INFO, ...info }, Message, ...rest });
  return (change?.value ?? {}) as Record<string, unknown>;
}

/** The message itself, without its head. */
export function contentOf(
  Message: MessageData['Message'],
  info: Partial<MessageInfo> = {},
  rest: Partial<MessageData> = {},
): Record<string, unknown> {
  const [message] = (saidBy(Message, info, rest).messages ?? []) as Record<string, unknown>[];
  const { from: _, id: __, timestamp: ___, ...content } = message ?? {};
  return content;
}
