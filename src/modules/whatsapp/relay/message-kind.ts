/** Says what a stanza tells beside the content of its message: its kind, and what phones need to show it. */
import { randomBytes } from 'node:crypto';
import { type Fields, record, text } from '../../../core/providers/foreign-values.ts';
import { MEDIA_WORDS } from '../../../core/providers/media-content.ts';
import { EDIT, REVOKE } from '../../../core/providers/message-content.ts';
import type { BinaryNode, proto } from '../engine/surface.ts';
import { unwrap } from '../translate/content.ts';

type Field = keyof proto.IMessage;

/** In stanzas a place is a text, and servers know round videos only as files. */
const NOT_IN_STANZAS: ReadonlySet<string> = new Set(['locationMessage', 'ptvMessage']);
const MEDIA = [...MEDIA_WORDS].filter(([field]) => !NOT_IN_STANZAS.has(field));

const TYPES: readonly (readonly [Field, string])[] = [
  ['reactionMessage', 'reaction'],
  ['encReactionMessage', 'reaction'],
  ['pollCreationMessage', 'poll'],
  ['pollCreationMessageV2', 'poll'],
  ['pollCreationMessageV3', 'poll'],
  ['pollUpdateMessage', 'poll'],
  ['eventMessage', 'event'],
];

/** Returns the kind of file, or null for a message without a file. */
function mediaTypeOf(message: proto.IMessage): string | null {
  const fields = record(message);
  if (message.videoMessage?.gifPlayback) return 'gif';
  if (message.audioMessage?.ptt) return 'ptt';
  return MEDIA.find(([field]) => fields[field])?.[1] ?? null;
}

/** `content` is the message without its envelopes. */
export const stanzaType = (content: proto.IMessage): string =>
  TYPES.find(([field]) => content[field])?.[1] ??
  (mediaTypeOf(content) === null ? 'text' : 'media');

/** Returns attributes of each ciphertext. `content` is the message without its envelopes. */
export function ciphertextAttributes(
  message: proto.IMessage,
  content: proto.IMessage,
): Record<string, string> {
  const mediatype = mediaTypeOf(message);
  const isHidden = content.pinInChatMessage || content.reactionMessage;
  return { ...(mediatype && { mediatype }), ...(isHidden && { 'decrypt-fail': 'hide' }) };
}

const POLLS = ['pollCreationMessage', 'pollCreationMessageV3'] as const;

/** Votes are sealed with a secret that the poll brings along. */
export const withSecret = (content: Fields): Fields =>
  POLLS.some((field) => field in content)
    ? { ...content, messageContextInfo: { messageSecret: randomBytes(32) } }
    : content;

/** Data that is sent with a message without being part of it. */
export interface RelayOptions {
  /** For a status: the JIDs for which it is encrypted. */
  readonly viewers?: readonly string[] | undefined;
  /** For a file in a channel: its handle. */
  readonly handle?: string | undefined;
  /** For buttons and the like: what phones require beside them. */
  readonly nodes?: readonly BinaryNode[] | undefined;
}

/** Returns what phones require in the stanza; without it they ignore the message. */
export function requiredParts(
  message: proto.IMessage,
  { handle, nodes = [] }: RelayOptions,
): { attrs: Record<string, string>; nodes: BinaryNode[] } {
  const { attrs, meta } = requirementsOf(message);
  return {
    attrs: { ...attrs, ...(handle && { media_id: handle }) },
    nodes: [...(meta ? [{ tag: 'meta', attrs: meta }] : []), ...nodes],
  };
}

interface Requirements {
  readonly attrs?: Record<string, string>;
  readonly meta?: Record<string, string>;
}

function requirementsOf(message: proto.IMessage): Requirements {
  const { protocolMessage } = message;
  if (protocolMessage?.type === EDIT) return { attrs: { edit: '1' } };
  if (message.pinInChatMessage) return { attrs: { edit: '2' } };
  // An admin deletes somebody else's message.
  if (protocolMessage?.type === REVOKE)
    return { attrs: { edit: protocolMessage.key?.fromMe ? '7' : '8' } };
  if (POLLS.some((field) => message[field])) return { meta: { polltype: 'creation' } };
  if (message.pollUpdateMessage) return { meta: { polltype: 'vote' } };
  if (message.eventMessage) return { meta: { event_type: 'creation' } };
  // Servers know round videos only as files.
  if (message.ptvMessage) return { attrs: { type: 'media' } };
  return {};
}

const DECISION_BYTES = 20;

/**
 * Returns what is sent beside buttons, lists and carousels, as phones require it since 2026: WhatsApp accepts such a
 * message without it, and phones show nothing. Returns no nodes for messages of other kinds. `content` is the message,
 * of which only the form matters.
 */
export function interactiveNodes(kind: string, content: unknown, nowMs: number): BinaryNode[] {
  switch (kind) {
    case 'native_buttons':
    case 'carousel':
      return [business(NATIVE_FLOW, nowMs)];
    case 'list':
      return [business({ tag: 'list', attrs: { type: 'product_list', v: '2' } }, nowMs)];
    case 'pix':
      return [{ tag: 'biz', attrs: { native_flow_name: pixFlow(content) } }];
    default:
      return [];
  }
}

/** An order that is looked at and paid, or a key alone. */
function pixFlow(content: unknown): string {
  const { nativeFlowMessage } = record(unwrap(content).content.interactiveMessage);
  const { buttons } = record(nativeFlowMessage);
  const [button] = Array.isArray(buttons) ? buttons : [];
  const name = text(record(button).name);
  return name === 'review_and_pay' ? 'order_details' : name;
}

const NATIVE_FLOW: BinaryNode = {
  tag: 'interactive',
  attrs: { type: 'native_flow', v: '1' },
  content: [{ tag: 'native_flow', attrs: { v: '9', name: 'mixed' } }],
};

const business = (form: BinaryNode, nowMs: number): BinaryNode => ({
  tag: 'biz',
  attrs: {
    actual_actors: '2',
    host_storage: '2',
    privacy_mode_ts: `${Math.floor(nowMs / 1_000)}`,
  },
  content: [
    form,
    {
      tag: 'quality_control',
      attrs: {
        decision_id: randomBytes(DECISION_BYTES).toString('hex'),
        source_type: 'third_party',
      },
      content: [{ tag: 'decision_source', attrs: { value: 'df' } }],
    },
  ],
});
