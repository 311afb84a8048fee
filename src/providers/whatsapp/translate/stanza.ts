/**
 * What the platform tells beside messages, as events of the catalog. Owns: which stanza is read by whom.
 * Must never: ask anybody; what has to be asked for first is named in the answer. Pure.
 */
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { CatalogEvent } from '../../../events/contract/catalog.ts';
import { callOfNode } from './calls.ts';
import { groupChange, isJoinOfOurs } from './group-changes.ts';
import { bareJid, type Self } from './jids.ts';
import { joinedGroupOfNode } from './joined-group.ts';
import { phonesIn } from './lids.ts';
import { newsletterJoin } from './newsletters.ts';
import { attribute, child } from './node.ts';
import { receiptsOfNode } from './receipts.ts';

export interface Told {
  readonly events: readonly CatalogEvent[];
  /** A group the account was just added to without a description: `joinedGroup` of its metadata is to follow. */
  readonly joined: string | null;
}

/** For each `receipt`, `call` and `notification` as it arrives; anything else tells nothing. */
export function eventsOfStanza(node: BinaryNode, account: Self, nowMs: number): Told {
  const phones = phonesIn(node);
  const phoneOf = (lid: string) => phones.get(lid) ?? account.phoneOf?.(lid) ?? null;
  const self: Self = { ...account, phoneOf };
  switch (node.tag) {
    case 'receipt':
      return told(...receiptsOfNode(node, self, nowMs));
    case 'call':
      return told(callOfNode(node, self, nowMs));
    case 'notification':
      return notification(node, self, nowMs);
    default:
      return told();
  }
}

function notification(node: BinaryNode, self: Self, nowMs: number): Told {
  const type = attribute(node, 'type');
  if (type === 'mex') return told(newsletterJoin(node));
  if (type !== 'w:gp2') return told();
  const create = child(node, 'create');
  if (create !== undefined) return told(joinedGroupOfNode(create, self, nowMs));
  const change = groupChange(node, self, nowMs);
  const joined = isJoinOfOurs(change, self) ? bareJid(attribute(node, 'from')) : null;
  return { ...told(change), joined };
}

const told = (...events: readonly (CatalogEvent | null)[]): Told => ({
  events: events.filter((event) => event !== null),
  joined: null,
});
