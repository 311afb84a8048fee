/** What phones want to see beside the content of some messages; without it they pass them over. Pure. */
import { randomBytes } from 'node:crypto';
import type { MessageRelayOptions, proto } from '@whiskeysockets/baileys';
import type { Fields } from '../message-content.ts';

const POLLS = ['pollCreationMessage', 'pollCreationMessageV3'] as const;

/** Votes are sealed with a secret that the poll brings along. */
export const withSecret = (content: Fields): Fields =>
  POLLS.some((field) => field in content)
    ? { ...content, messageContextInfo: { messageSecret: randomBytes(32) } }
    : content;

/** Values of the protocol's `ProtocolMessage.Type`. */
const REVOKE = 0;
const EDIT = 14;

/** What goes along with a message and is no part of it. */
export interface RelayedBeside {
  /** Of a status: whom it is encrypted for. */
  readonly viewers?: readonly string[] | undefined;
  /** Of a file in a channel. */
  readonly handle?: string | undefined;
}

export function relayOptions(
  message: proto.IMessage,
  { viewers, handle }: RelayedBeside,
): MessageRelayOptions {
  const options = optionsOf(message);
  return {
    ...options,
    ...(viewers && { statusJidList: [...viewers] }),
    ...(handle && {
      additionalAttributes: { ...options.additionalAttributes, media_id: handle },
    }),
  };
}

function optionsOf(message: proto.IMessage): MessageRelayOptions {
  const { protocolMessage } = message;
  if (protocolMessage?.type === EDIT) return { additionalAttributes: { edit: '1' } };
  // An admin removes what somebody else wrote.
  if (protocolMessage?.type === REVOKE)
    return { additionalAttributes: { edit: protocolMessage.key?.fromMe ? '7' : '8' } };
  if (POLLS.some((field) => message[field]))
    return { additionalNodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] };
  if (message.pollUpdateMessage)
    return { additionalNodes: [{ tag: 'meta', attrs: { polltype: 'vote' } }] };
  // The library does not count round videos among files.
  if (message.ptvMessage) return { additionalAttributes: { type: 'media' } };
  return {};
}
