/** Turns presence (online, writing, recording) into events of the catalog. Pure. */
import type { CatalogEvent } from '../../../core/events/contract/catalog.ts';
import { timeMs } from '../../../core/providers/foreign-values.ts';
import { iso } from '../../../core/shared/clock.ts';
import type { BinaryNode } from '../engine/surface.ts';
import { bareJid, isMe, person, type Self } from './jids.ts';
import { attribute, children } from './node.ts';

/** Reads a `presence` or `chatstate`; null when it says nothing of a person other than the account. */
export function presenceOfNode(node: BinaryNode, self: Self, nowMs: number): CatalogEvent | null {
  switch (node.tag) {
    case 'presence':
      return onlineOf(node, self);
    case 'chatstate':
      return activityOf(node, self, nowMs);
    default:
      return null;
  }
}

function onlineOf(node: BinaryNode, self: Self): CatalogEvent | null {
  const { jid } = person(self, attribute(node, 'from'));
  // For a group it is the number of members who are online.
  if (jid === '' || isGroupChat(jid) || isMe(jid, self)) return null;
  const isUnavailable = attribute(node, 'type') === 'unavailable';
  // It is `deny` or the like where the person does not show it.
  const seenMs = timeMs(attribute(node, 'last'), 0);
  const LastSeen = isUnavailable && seenMs > 0 ? iso(seenMs) : null;
  return { type: 'Presence', data: { From: jid, Unavailable: isUnavailable, LastSeen } };
}

function activityOf(node: BinaryNode, self: Self, nowMs: number): CatalogEvent | null {
  const [state] = children(node);
  if (state?.tag !== 'composing' && state?.tag !== 'paused') return null;
  const from = bareJid(attribute(node, 'from'));
  const isGroup = isGroupChat(from);
  const sender = person(self, isGroup ? attribute(node, 'participant') : from);
  if (sender.jid === '' || isMe(sender.jid, self)) return null;
  const isRecording = state.tag === 'composing' && attribute(state, 'media') === 'audio';
  return {
    type: 'ChatPresence',
    data: {
      Chat: isGroup ? from : sender.jid,
      Sender: sender.jid,
      SenderAlt: sender.alt,
      IsFromMe: false,
      IsGroup: isGroup,
      State: state.tag,
      Media: isRecording ? 'audio' : '',
      Timestamp: iso(nowMs),
    },
  };
}

const isGroupChat = (jid: string): boolean => jid.endsWith('@g.us');
