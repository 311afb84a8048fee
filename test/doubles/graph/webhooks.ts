/** Webhooks as Meta makes them: their envelope, how their text is escaped and how they are signed. */
import { createHmac } from 'node:crypto';

export const ACCOUNT_ID = '102290129340398';
export const PHONE_NUMBER_ID = '106540352242922';
export const DISPLAY_NUMBER = '+55 11 5555-0100';
/** The JID of that number. */
export const BUSINESS = '551155550100@s.whatsapp.net';

type Node = Record<string, unknown>;

/** Above U+007F as `\uXXXX` in lower-case hex, and slashes escaped: other bytes than JSON.stringify gives. */
export const escaped = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const signatureOf = (secret: string, body: string | Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** One entry with one change. */
export const change = (field: string, value: Node, accountId = ACCOUNT_ID): Node => ({
  object: 'whatsapp_business_account',
  entry: [{ id: accountId, changes: [{ field, value }] }],
});

/** The value of a change about a number. */
export const ofNumber = (rest: Node, phoneNumberId = PHONE_NUMBER_ID): Node => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: DISPLAY_NUMBER, phone_number_id: phoneNumberId },
  ...rest,
});

export interface Customer {
  readonly number?: string;
  readonly bsuid?: string;
  readonly name?: string;
  readonly username?: string;
}

export const ANA: Customer = { number: '5511987654321', name: 'Ana' };

export const contactOf = ({ number, bsuid, name, username }: Customer): Node => ({
  profile: { name, ...(username && { username }) },
  ...(number && { wa_id: number }),
  ...(bsuid && { user_id: bsuid }),
});

let messages = 0;
export const newWamid = (): string =>
  `wamid.${Buffer.from(`message ${++messages}`).toString('base64')}`;

export const SENT_AT = '1767612000';

/** A message of a customer; `node` holds its type and content. */
export const messageFrom = ({ number, bsuid }: Customer, node: Node): Node => ({
  ...(number && { from: number }),
  ...(bsuid && { from_user_id: bsuid }),
  id: newWamid(),
  timestamp: SENT_AT,
  ...node,
});

export const textFrom = (customer: Customer, body: string, rest: Node = {}): Node =>
  messageFrom(customer, { type: 'text', text: { body }, ...rest });

/** A webhook with messages of one customer. */
export const received = (customer: Customer, ...several: readonly Node[]): Node =>
  change('messages', ofNumber({ contacts: [contactOf(customer)], messages: several }));

/** A webhook with statuses of messages that were sent. */
export const reported = (...statuses: readonly Node[]): Node =>
  change('messages', ofNumber({ statuses }));

/** Posts a webhook signed with `secret`, as Meta does. */
export const postWebhook = (url: string, webhook: unknown, secret: string): Promise<Response> => {
  const body = escaped(webhook);
  return fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': signatureOf(secret, body),
    },
  });
};
