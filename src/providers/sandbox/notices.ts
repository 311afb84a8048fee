/** Builds events for receipts, groups and channels. Pure except for the ids it invents. */
import type { CatalogEvent, Payloads } from '../../events/contract/catalog.ts';
import { iso } from '../../shared/clock.ts';
import { isGroup } from '../chats.ts';
import type { Account } from '../provider.ts';
import { RECEIPT_TYPE } from '../session-events.ts';
import type { ArrivingReceipt } from './driver.ts';
import type { Random } from './invented.ts';
import { chatJid, newsletterJid, personJid } from './jids.ts';

export interface Notice {
  readonly nowMs: number;
  readonly account: Account;
}

export function receiptEvent(receipt: ArrivingReceipt, { nowMs, account }: Notice): CatalogEvent {
  const chat = chatJid('chat', receipt.chat);
  const isOwn = receipt.state === 'ReadSelf';
  const other = receipt.from === undefined ? chat : personJid('from', receipt.from);
  return {
    type: 'Receipt',
    state: receipt.state,
    data: {
      Chat: chat,
      Sender: isOwn ? account.jid : other,
      IsFromMe: isOwn,
      IsGroup: isGroup(chat),
      MessageIDs: [...receipt.messageIds],
      Timestamp: iso(nowMs),
      Type: RECEIPT_TYPE[receipt.state],
    },
  };
}

interface JoinedGroup {
  readonly jid: string;
  readonly name: string;
  /** JIDs, as in `promote`. */
  readonly join: readonly string[];
  readonly promote?: readonly string[];
}

/** Returns the data of a group that the account has joined. */
export function joinedGroup(
  { jid, name, join, promote = [] }: JoinedGroup,
  { nowMs, account }: Notice,
): Payloads['JoinedGroup'] {
  const at = iso(nowMs);
  const members = new Set([account.jid, ...join, ...promote]);
  return {
    Reason: 'invite',
    Type: 'new',
    JID: jid,
    GroupName: { Name: name, NameSetAt: at },
    Name: name,
    GroupCreated: at,
    Participants: [...members].map((one) => ({
      JID: one,
      IsAdmin: promote.includes(one),
      IsSuperAdmin: false,
    })),
  };
}

/** Returns the data of a group in which the account has changed nothing yet. */
export const groupInfo = (JID: string, { nowMs, account }: Notice): Payloads['GroupInfo'] => ({
  ...{ JID, Sender: account.jid, Timestamp: iso(nowMs), Name: null, Topic: null },
  ...{ Join: [], Leave: [], Promote: [], Demote: [] },
});

export function newsletterEvent(
  newsletter: { readonly jid: string; readonly name: string },
  { nowMs, random }: { readonly nowMs: number; readonly random: Random },
): Extract<CatalogEvent, { type: 'NewsletterJoin' }> {
  return {
    type: 'NewsletterJoin',
    data: {
      id: newsletterJid('jid', newsletter.jid),
      state: { type: 'ACTIVE' },
      thread_metadata: {
        creation_time: String(Math.floor(nowMs / 1000)),
        invite: Buffer.from(random(12)).toString('base64url'),
        name: { text: newsletter.name, id: String(nowMs) },
        description: { text: '' },
        subscribers_count: 1,
        verification: 'UNVERIFIED',
        picture: null,
      },
      viewer_metadata: { mute: 'OFF', role: 'SUBSCRIBER' },
    },
  };
}
