/** One change of a webhook of the Cloud API, and the number that it is about. */
import { numberIn } from './people.ts';

/** A change that a webhook reports about an account: its field, such as `messages`, and its value. */
export interface CloudChange {
  readonly field: string;
  readonly value: object;
}

/** The ids that paths of the Graph API have for an instance. */
export interface GraphIdentity {
  readonly phoneNumberId: string;
  readonly wabaId: string;
}

/** The number of an instance, as changes name it. */
export interface BusinessNumber {
  /** The number itself; '' while the instance has no account. */
  readonly digits: string;
  /** Where the service is reached for its files; null if that is not known. */
  readonly filesAt: string | null;
  /** The first fields of every change about a number. */
  readonly frame: {
    readonly messaging_product: 'whatsapp';
    readonly metadata: {
      readonly display_phone_number: string;
      readonly phone_number_id: string;
    };
  };
}

export function businessNumber(
  { phoneNumberId }: GraphIdentity,
  ownerJid: string | null,
  filesAt: string | null,
): BusinessNumber {
  const digits = numberIn(ownerJid) ?? '';
  const metadata = { display_phone_number: digits, phone_number_id: phoneNumberId };
  return { digits, filesAt, frame: { messaging_product: 'whatsapp', metadata } };
}
