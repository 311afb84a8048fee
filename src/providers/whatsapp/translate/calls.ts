/**
 * Calls, as events of the catalog. Owns: which steps of a call are news.
 * Read off the stanza: the client's own event keeps neither why a call ended nor what the caller calls from. Pure.
 */
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { CallData, CatalogEvent } from '../../../events/contract/catalog.ts';
import { iso } from '../../../shared/clock.ts';
import { person, type Self } from './jids.ts';
import { attribute, children } from './node.ts';
import { timeMs } from './reading.ts';

/** Null for the steps between offer and end, and for one that names no caller. */
export function callOfNode(node: BinaryNode, self: Self, nowMs: number): CatalogEvent | null {
  const [step] = children(node);
  const data = callData(node, step, self, nowMs);
  switch (data && step?.tag) {
    case 'offer':
    case 'offer_notice':
      return data && { type: 'CallOffer', data: { ...data, ...callerOf(node) } };
    case 'relaylatency':
      return data && { type: 'CallRelayLatency', data };
    case 'terminate':
      return (
        data && { type: 'CallTerminate', data: { ...data, Reason: attribute(step, 'reason') } }
      );
    case 'reject':
      return data && { type: 'CallTerminate', data: { ...data, Reason: 'reject' } };
    default:
      return null;
  }
}

function callData(
  node: BinaryNode,
  step: BinaryNode | undefined,
  self: Self,
  nowMs: number,
): CallData | null {
  const alt = [attribute(step, 'caller_pn'), attribute(step, 'caller_lid')];
  const creator = person(self, attribute(step, 'call-creator'), ...alt);
  const from = person(self, attribute(node, 'from'));
  const id = attribute(step, 'call-id');
  if (from.jid === '' || id === '') return null;
  // The creator's number is the caller's: one chat has one name.
  const isCreator = from.jid === creator.jid || from.jid === creator.alt;
  return {
    From: isCreator ? creator.jid : from.jid,
    Timestamp: iso(timeMs(attribute(node, 't'), nowMs)),
    CallCreator: creator.jid || from.jid,
    CallID: id,
  };
}

const callerOf = (node: BinaryNode): { RemotePlatform: string; RemoteVersion: string } => ({
  RemotePlatform: attribute(node, 'platform'),
  RemoteVersion: attribute(node, 'version'),
});
