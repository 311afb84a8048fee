/** Reads what Baileys reports of the account and of messages that waited. Pure. */
import type { CatalogEvent } from '../../../events/contract/catalog.ts';
import { count, record, text } from '../../foreign-values.ts';
import { offlineSyncCompleted } from '../../session-events.ts';
import type { BinaryNode } from '../engine/surface.ts';
import { bareJid, type Self } from './jids.ts';
import { attribute, child } from './node.ts';

/** Reads the account from credentials; null before pairing. */
export function selfOf(account: unknown): Self | null {
  const { id, lid, name } = record(account);
  const jid = bareJid(id);
  return jid === '' ? null : { jid, lid: bareJid(lid) || null, pushName: text(name) };
}

/** `ib` is the stanza that follows the last message that waited. Returns null for any other. */
export function caughtUp(ib: BinaryNode): CatalogEvent | null {
  const offline = child(ib, 'offline');
  return offline ? offlineSyncCompleted(count(attribute(offline, 'count')) ?? 0) : null;
}
