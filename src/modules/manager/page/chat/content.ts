/** The content of messages in WhatsApp's own spelling, and its summary in a few words. */
import { chatOf, readAddress } from '../../../../core/shared/addresses/chat-address.ts';
import { UnreadableAddress } from '../../../../core/shared/addresses/unreadable-address.ts';
import {
  type FileInMessage,
  fileInField,
  isFileField,
} from '../../../../core/shared/file-in-message.ts';
import { texts } from '../texts.ts';

/** An object with one field, which is named after the kind, as in events and stored messages. */
export type Content = Readonly<Record<string, unknown>>;

interface Context {
  readonly participant?: string;
  readonly quotedMessage?: Content;
}

interface NativeButton {
  readonly name?: string;
  readonly buttonParamsJson?: string;
}

interface Template {
  readonly hydratedContentText?: string;
}

interface Card {
  readonly header?: { readonly title?: string };
  readonly body?: { readonly text?: string };
  readonly nativeFlowMessage?: { readonly buttons?: readonly NativeButton[] };
}

/** The value of a message's field; which of these members it has depends on the kind of message. */
export interface Fields extends Card {
  readonly text?: string;
  readonly contextInfo?: Context;
  readonly caption?: string;
  readonly fileName?: string;
  readonly mimetype?: string;
  readonly fileLength?: number | string;
  /** The size of a picture or video in pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly jpegThumbnail?: unknown;
  readonly ptt?: boolean;
  readonly viewOnce?: boolean;
  readonly name?: string;
  readonly address?: string;
  readonly degreesLatitude?: number;
  readonly degreesLongitude?: number;
  readonly displayName?: string;
  readonly vcard?: string;
  readonly contacts?: readonly Fields[];
  readonly options?: readonly { readonly optionName?: string }[];
  readonly title?: string;
  readonly description?: string;
  readonly contentText?: string;
  readonly footerText?: string;
  readonly footer?: { readonly text?: string };
  readonly buttonText?: string;
  readonly buttons?: readonly { readonly buttonText?: { readonly displayText?: string } }[];
  readonly sections?: readonly { readonly title?: string; readonly rows?: readonly Fields[] }[];
  readonly hydratedTemplate?: Template;
  readonly hydratedFourRowTemplate?: Template;
  readonly interactiveMessageTemplate?: Card;
  readonly carouselMessage?: { readonly cards?: readonly Card[] };
  readonly selectedDisplayText?: string;
  readonly message?: Content;
  readonly response?: string;
  readonly vote?: { readonly selectedOptions?: readonly string[] };
  readonly type?: number;
  readonly key?: AboutKey;
  readonly pollCreationMessageKey?: AboutKey;
}

/** The key of the message that another one is about. */
export interface AboutKey {
  readonly id: string;
  readonly fromMe: boolean;
}

type Kinds = ReturnType<typeof texts>['chat']['kinds'];

/** `Photo · look`, where there is such a detail. */
const named = (kind: string, detail?: string) => [kind, detail].filter(Boolean).join(' · ');
const poll = ({ name }: Fields, { poll }: Kinds) => named(poll, name);

/** Templates of official numbers have their whole text beside their parts. */
export function templateText({ text, ...formats }: Fields): string {
  const { hydratedTemplate, hydratedFourRowTemplate, interactiveMessageTemplate } = formats;
  const { hydratedContentText } = hydratedTemplate ?? hydratedFourRowTemplate ?? {};
  return text ?? hydratedContentText ?? interactiveMessageTemplate?.body?.text ?? '';
}

/** Returns the file in the header of a business's message; null without one, and before it has been uploaded. */
export function headerFile({ kind, fields }: KindContent): FileInMessage | null {
  const found = isFileField(kind) ? null : fileInField(kind, fields);
  return found?.said.fileSha256 ? found : null;
}

/** Tells whether a button opens a form. */
export const opensForm = ({ name }: NativeButton): boolean => name === 'galaxy_message';

/** The fields in which content may stand, with their words. */
const WORDS: Readonly<Record<string, (fields: Fields, kinds: Kinds) => string>> = {
  conversation: ({ text = '' }) => text,
  extendedTextMessage: ({ text = '' }) => text,
  imageMessage: ({ caption }, { image }) => named(image, caption),
  videoMessage: ({ caption }, { video }) => named(video, caption),
  ptvMessage: (_, { ptv }) => ptv,
  audioMessage: ({ ptt }, { voice, audio }) => (ptt ? voice : audio),
  documentMessage: ({ caption, fileName }, kinds) => named(kinds.document, caption || fileName),
  stickerMessage: (_, { sticker }) => sticker,
  locationMessage: ({ name, address }, { location }) => named(location, name || address),
  liveLocationMessage: (_, { liveLocation }) => liveLocation,
  contactMessage: ({ displayName }, { contact }) => named(contact, displayName),
  contactsArrayMessage: ({ displayName }, { contacts }) => named(contacts, displayName),
  templateMessage: templateText,
  buttonsMessage: ({ contentText }, { buttons }) => named(buttons, contentText),
  listMessage: ({ description, title }, { list }) => named(list, description || title),
  interactiveMessage: ({ body, carouselMessage, nativeFlowMessage }, { cards, buttons, form }) => {
    const isForm = nativeFlowMessage?.buttons?.some(opensForm);
    return named(isForm ? form : carouselMessage ? cards : buttons, body?.text);
  },
  buttonsResponseMessage: ({ selectedDisplayText }, { answer }) =>
    named(answer, selectedDisplayText),
  listResponseMessage: ({ title }, { answer }) => named(answer, title),
  interactiveResponseMessage: ({ body }, { answer }) => named(answer, body?.text),
  templateButtonReplyMessage: ({ selectedDisplayText }, { answer }) =>
    named(answer, selectedDisplayText),
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  eventMessage: ({ name }, { event }) => named(event, name),
  commentMessage: ({ message }, { comment }) => named(comment, message && wordsOf(message)),
  eventResponseMessage: ({ response }, { eventAnswer }) => named(eventAnswer, response),
  reactionMessage: ({ text }, { reaction, reactionGone }) =>
    text ? named(reaction, text) : reactionGone,
  pollUpdateMessage: ({ vote }, kinds) => {
    const options = vote?.selectedOptions ?? [];
    return options.length === 0 ? kinds.voteGone : named(kinds.vote, options.join(', '));
  },
  protocolMessage: ({ type }, { deleted }) => (type === REVOKE ? deleted : ''),
};

/** The type of the `protocolMessage` that deletes another message. */
export const REVOKE = 0;
/** The type of the protocol message that carries the new content of an edited message. */
export const EDIT = 14;

export interface KindContent {
  /** The name of the field that has the content. */
  readonly kind: string;
  readonly fields: Fields;
}

export const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null;

/** Returns null if the kind of the content is unknown. Envelopes, such as of view-once messages, are opened. */
export function contentOf(content: Content | undefined): KindContent | null {
  if (content === undefined) return null;
  const kind = Object.keys(WORDS).find((name) => content[name]);
  const value = kind === undefined ? undefined : content[kind];
  if (kind !== undefined)
    return { kind, fields: isObject(value) ? value : { text: String(value) } };
  const envelope = Object.values(content).find((one) => isObject(one) && isObject(one.message));
  return isObject(envelope) ? contentOf((envelope as Fields).message) : null;
}

/** `otherwise` is for content of no known kind. */
export function wordsOf(
  content: Content | undefined,
  otherwise = texts().chat.kinds.message,
): string {
  const found = contentOf(content);
  return (found && WORDS[found.kind]?.(found.fields, texts().chat.kinds)) || otherwise;
}

/** Returns the text, or the caption of a file, or ''. */
export function editableText(content: Content): string {
  const { text, caption } = contentOf(content)?.fields ?? {};
  return text ?? caption ?? '';
}

/** Returns the words for the activity in a ChatPresence event. */
export function activityWords({ State, Media }: { State?: unknown; Media?: unknown }): string {
  const { activities } = texts().chat;
  if (State !== 'composing') return activities.stopped;
  return Media === 'audio' ? activities.records : activities.writes;
}

/** Returns the part of a JID before the @. */
export const userOf = (jid = ''): string => jid.split('@', 1)[0] ?? '';

/** Returns the JID for a phone number or JID that a person has typed, or null if it is neither. */
export function jidOf(typed: string): string | null {
  const found = readAddress(typed);
  return found instanceof UnreadableAddress ? null : chatOf(found);
}

export const isGroup = (jid: string): boolean => jid.endsWith('@g.us');
export const isPerson = (jid: string): boolean => /@(s\.whatsapp\.net|lid)$/.test(jid);

/** Returns the phone numbers of a contact card. Somebody else has written it: each line is read once. */
export const numbersOf = (vcard: string): string[] =>
  vcard
    .split('\n')
    .filter((line) => /^(?:[\w-]{1,40}\.)?TEL[;:]/i.test(line) && line.includes(':'))
    .map((line) => line.slice(line.indexOf(':') + 1).trim())
    .filter(Boolean);
