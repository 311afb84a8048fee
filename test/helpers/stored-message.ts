/** Messages as they are stored, and events of them as the store gets them. */
import type { CatalogEvent } from '../../src/core/events/contract/catalog.ts';
import {
  type MessageContent,
  type MessageInfo,
  NO_FLAGS,
} from '../../src/core/events/types/message-data.ts';
import type { MessageRecord } from '../../src/core/messages/rows.ts';
import { iso } from '../../src/core/shared/clock.ts';

export const ANA = '5511988887777@s.whatsapp.net';
export const BEN = '5511977776666@s.whatsapp.net';
export const TEAM = '120363000000000001@g.us';

/** A text that Ana has written, unless it says otherwise. */
export const storedRecord = (change: Partial<MessageRecord> = {}): MessageRecord => ({
  id: 'A',
  isFromMe: false,
  chat: ANA,
  sender: ANA,
  chatAddress: ANA,
  authorAddress: '',
  kind: 'text',
  content: null,
  sentAt: 0,
  status: null,
  ...change,
});

export interface MessageFacts extends Partial<Omit<MessageInfo, 'Timestamp'>> {
  readonly text?: string;
  readonly content?: MessageContent;
  /** Ms since 1970. */
  readonly at?: number;
}

const dataOf = ({ text = 'hello', content, at = 0, ...info }: MessageFacts) => ({
  Info: {
    Chat: ANA,
    Sender: ANA,
    SenderAlt: '',
    IsFromMe: false,
    IsGroup: false,
    ID: 'A',
    Type: 'text',
    PushName: 'Ana',
    MediaType: '',
    VerifiedName: null,
    ...info,
    Timestamp: iso(at),
  },
  Message: content ?? { conversation: text },
  ...NO_FLAGS,
});

/** From Ana, unless it says otherwise. */
export const received = (said: MessageFacts): CatalogEvent => ({
  type: 'Message',
  data: dataOf(said),
});

/** To Ana, unless it says otherwise. */
export const sent = (said: MessageFacts): CatalogEvent => ({
  type: 'SendMessage',
  data: dataOf({
    IsFromMe: true,
    Sender: '5511900000000@s.whatsapp.net',
    PushName: 'Shop',
    ...said,
  }),
});

export const readSelf = (chat: string, ...ids: string[]): CatalogEvent => ({
  type: 'Receipt',
  state: 'ReadSelf',
  data: {
    Chat: chat,
    Sender: '5511900000000@s.whatsapp.net',
    IsFromMe: true,
    IsGroup: false,
    MessageIDs: ids,
    Timestamp: iso(0),
    Type: 'read-self',
  },
});
