/** Adds what phones require beside the content of some messages; without it they ignore them. Pure. */
import { randomBytes } from 'node:crypto';
import type { BinaryNode, MessageRelayOptions, proto } from '@whiskeysockets/baileys';
import type { Fields } from '../foreign-values.ts';

const POLLS = ['pollCreationMessage', 'pollCreationMessageV3'] as const;

/** Votes are sealed with a secret that the poll brings along. */
export const withSecret = (content: Fields): Fields =>
  POLLS.some((field) => field in content)
    ? { ...content, messageContextInfo: { messageSecret: randomBytes(32) } }
    : content;

/** Values of `ProtocolMessage.Type`. */
const REVOKE = 0;
const EDIT = 14;

/** What is sent with a message without being part of it. */
export interface RelayedBeside {
  /** For a status: the JIDs for which it is encrypted. */
  readonly viewers?: readonly string[] | undefined;
  /** For a file in a channel: its handle. */
  readonly handle?: string | undefined;
  /** For buttons and the like: what phones require beside them. */
  readonly nodes?: readonly BinaryNode[] | undefined;
}

export function relayOptions(
  message: proto.IMessage,
  { viewers, handle, nodes = [] }: RelayedBeside,
): MessageRelayOptions {
  const options = optionsOf(message);
  return {
    ...options,
    ...(nodes.length > 0 && { additionalNodes: [...nodes] }),
    ...(viewers && { statusJidList: [...viewers] }),
    ...(handle && {
      additionalAttributes: { ...options.additionalAttributes, media_id: handle },
    }),
  };
}

function optionsOf(message: proto.IMessage): MessageRelayOptions {
  const { protocolMessage } = message;
  if (protocolMessage?.type === EDIT) return { additionalAttributes: { edit: '1' } };
  // An admin deletes somebody else's message.
  if (protocolMessage?.type === REVOKE)
    return { additionalAttributes: { edit: protocolMessage.key?.fromMe ? '7' : '8' } };
  if (POLLS.some((field) => message[field]))
    return { additionalNodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] };
  if (message.pollUpdateMessage)
    return { additionalNodes: [{ tag: 'meta', attrs: { polltype: 'vote' } }] };
  // The library does not treat round videos as files.
  if (message.ptvMessage) return { additionalAttributes: { type: 'media' } };
  return {};
}
