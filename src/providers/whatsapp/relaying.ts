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

export function relayOptions(message: proto.IMessage): MessageRelayOptions {
  const { protocolMessage } = message;
  if (protocolMessage?.type === EDIT) return { additionalAttributes: { edit: '1' } };
  // An admin removes what somebody else wrote.
  if (protocolMessage?.type === REVOKE)
    return { additionalAttributes: { edit: protocolMessage.key?.fromMe ? '7' : '8' } };
  if (POLLS.some((field) => message[field]))
    return { additionalNodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] };
  // The library does not count round videos among files.
  if (message.ptvMessage) return { additionalAttributes: { type: 'media' } };
  return {};
}
