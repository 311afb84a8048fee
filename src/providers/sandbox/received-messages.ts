/**
 * What arrives at a connected account, as events of the catalog. Pure but for the ids it invents.
 * Owns: how each request of the outside world reads as a payload. Must never: know a session or a phase.
 */
import {
  type CatalogEvent,
  type MessageContent,
  type MessageData,
  NO_FLAGS,
} from '../../events/contract/catalog.ts';
import { iso } from '../../shared/clock.ts';
import { invalid } from '../../shared/errors.ts';
import { STATUS_JID } from '../ignored.ts';
import type { Random } from '../pairing.ts';
import type { ArrivingMessage } from './driver.ts';
import { newMessageId } from './invented.ts';
import { groupJid, isGroup, lidOf, personJid } from './jids.ts';
import { contentOf, fileOf, mediaFields } from './media.ts';

export interface Arrival {
  readonly nowMs: number;
  readonly random: Random;
  /** Above this a message arrives with the reason why its media is missing. */
  readonly mediaLimitBytes: number;
}

type MessageEvent = Extract<CatalogEvent, { type: 'Message' }>;

/** Throws `invalid` for an address, text, base64 or mimetype that cannot be. */
export function messageEvent(message: ArrivingMessage, arrival: Arrival): MessageEvent {
  const { chat, sender } = placeOf(message);
  const Info = {
    Chat: chat,
    Sender: sender,
    SenderAlt: lidOf(sender),
    IsFromMe: false,
    IsGroup: isGroup(chat),
    ID: newMessageId(arrival.random),
    Type: message.kind === 'text' ? 'text' : 'media',
    PushName: message.pushName ?? 'Sandbox contact',
    Timestamp: iso(arrival.nowMs),
    MediaType: message.kind === 'text' ? '' : message.kind,
    VerifiedName: null,
  };
  if (message.kind === 'text') return event(Info, textContent(message.text, arrival), false);
  const file = fileOf(message.kind, message);
  const { nowMs, random } = arrival;
  const caption = message.caption;
  const fields = mediaFields(message.kind, file, { caption, nowMs, random });
  const content: MessageContent = { [`${message.kind}Message`]: fields };
  return {
    ...event(Info, content, message.kind === 'document' && caption !== undefined),
    media: contentOf(file, arrival.mediaLimitBytes),
  };
}

function placeOf({ from, group }: ArrivingMessage): { chat: string; sender: string } {
  if (group === undefined && from === STATUS_JID) return { chat: STATUS_JID, sender: STATUS_JID };
  const sender = personJid('from', from);
  if (group === undefined) return { chat: sender, sender };
  return { chat: group === STATUS_JID ? STATUS_JID : groupJid('group', group), sender };
}

function textContent(text: string | undefined, { nowMs, random }: Arrival): MessageContent {
  if (!text) throw invalid('text is required for a message of kind text');
  return {
    conversation: text,
    messageContextInfo: {
      deviceListMetadata: {
        senderKeyHash: Buffer.from(random(10)).toString('base64'),
        senderTimestamp: Math.floor(nowMs / 1000),
      },
      deviceListMetadataVersion: 2,
    },
  };
}

const event = (
  Info: MessageData['Info'],
  Message: MessageContent,
  IsDocumentWithCaption: boolean,
): MessageEvent => ({
  type: 'Message',
  data: {
    Info,
    Message,
    ...NO_FLAGS,
    IsDocumentWithCaption,
  },
});
