/** Finds the content of a message inside its envelopes. Pure. */
import { type MessageFlags, NO_FLAGS } from '../../../core/events/types/message-data.ts';
import { type Fields, isRecord, record } from '../../../core/providers/foreign-values.ts';
import { EDIT } from '../../../core/providers/message-content.ts';

interface UnwrappedContent {
  readonly content: Fields;
  readonly flags: MessageFlags;
}

/** A message to be seen once stays one in every later form. */
const FLAGS: Readonly<Record<string, readonly (keyof MessageFlags)[]>> = {
  ephemeralMessage: ['IsEphemeral'],
  viewOnceMessage: ['IsViewOnce'],
  viewOnceMessageV2: ['IsViewOnce', 'IsViewOnceV2'],
  viewOnceMessageV2Extension: ['IsViewOnce', 'IsViewOnceV2', 'IsViewOnceV2Extension'],
  documentWithCaptionMessage: ['IsDocumentWithCaption'],
  lottieStickerMessage: ['IsLottieSticker'],
  editedMessage: ['IsEdit'],
  // A copy of a message that another device of the account sent.
  deviceSentMessage: [],
  associatedChildMessage: [],
  botInvokeMessage: [],
  botForwardedMessage: [],
  groupMentionedMessage: [],
  groupStatusMessage: [],
  groupStatusMessageV2: [],
  groupStatusMentionMessage: [],
  statusMentionMessage: [],
  statusAddYours: [],
  limitSharingMessage: [],
  questionMessage: [],
  questionReplyMessage: [],
  pollCreationMessageV4: [],
};
/** The flags of envelopes, by name; most messages have no envelope. */
const ENVELOPES = new Map(Object.entries(FLAGS));

/** `Message.ProtocolMessage.Type.MESSAGE_EDIT`; some paths of Baileys give its name. */
const MESSAGE_EDIT: readonly unknown[] = [EDIT, 'MESSAGE_EDIT'];

/** Phones nest two or three envelopes; deeper nesting is ignored. */
const MOST_ENVELOPES = 8;

/** `outer` are the flags of the envelope around it. */
export function unwrap(message: unknown, outer: MessageFlags = NO_FLAGS): UnwrappedContent {
  const flags = { ...outer };
  let content = record(message);
  let context = content.messageContextInfo;
  for (let layer = 0; layer < MOST_ENVELOPES; layer++) {
    const inner = innerOf(content, flags);
    if (inner === null) break;
    content = inner;
    context = content.messageContextInfo ?? context;
  }
  return {
    content: isRecord(context) ? { ...content, messageContextInfo: context } : content,
    flags,
  };
}

function innerOf(content: Fields, flags: MessageFlags): Fields | null {
  for (const name of Object.keys(content)) {
    const meaning = ENVELOPES.get(name);
    const { message } = record(content[name]);
    if (meaning === undefined || !isRecord(message)) continue;
    for (const flag of meaning) flags[flag] = true;
    return message;
  }
  return null;
}

interface Edit extends UnwrappedContent {
  /** Names the changed message and the time of the change, by which a receiver finds it. */
  readonly protocolMessage: Fields;
}

/** Returns the complete new content of an edit, or null for content that is not an edit. */
export function editOf({ content, flags }: UnwrappedContent): Edit | null {
  const { type, key, timestampMs, editedMessage } = record(content.protocolMessage);
  if (!MESSAGE_EDIT.includes(type) || !isRecord(editedMessage)) return null;
  const edited = unwrap(editedMessage, { ...flags, IsEdit: true });
  return { ...edited, protocolMessage: { key: record(key), type, timestampMs } };
}
