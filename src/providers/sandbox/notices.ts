/** Builds events for receipts, groups and channels. Pure except for the ids it invents. */
import type { CatalogEvent, Payloads } from '../../events/contract/catalog.ts';
import type { GroupName } from '../../events/types/groups.ts';
import { iso } from '../../shared/clock.ts';
import { isGroup } from '../chats.ts';
import type { Account } from '../provider.ts';
import { RECEIPT_TYPE } from '../session-events.ts';
import type { ArrivingGroup, ArrivingReceipt } from './driver.ts';
import { newMessageId, type Random } from './invented.ts';
import { chatJid, groupJid, newsletterJid, personJid } from './jids.ts';

export interface Notice {
  readonly nowMs: number;
  readonly random: Random;
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

export const groupEvent = (group: ArrivingGroup, notice: Notice): CatalogEvent =>
  group.step === 'joined'
    ? { type: 'JoinedGroup', data: joinedGroup(group, notice) }
    : { type: 'GroupInfo', data: groupInfo(group, notice) };

function joinedGroup(group: ArrivingGroup, { nowMs, account }: Notice): Payloads['JoinedGroup'] {
  const at = iso(nowMs);
  const name = group.name ?? 'Sandbox group';
  const admins = new Set(people('promote', group.promote));
  const members = new Set([account.jid, ...people('join', group.join), ...admins]);
  return {
    Reason: 'invite',
    Type: 'new',
    JID: groupJid('jid', group.jid),
    GroupName: { Name: name, NameSetAt: at },
    Name: name,
    GroupCreated: at,
    Participants: [...members].map((jid) => ({
      JID: jid,
      IsAdmin: admins.has(jid),
      IsSuperAdmin: false,
    })),
  };
}

export function groupInfo(
  group: ArrivingGroup,
  { nowMs, random, account }: Notice,
): Payloads['GroupInfo'] {
  const at = iso(nowMs);
  const by = group.from === undefined ? account.jid : personJid('from', group.from);
  const { name, topic } = group;
  const renamed: GroupName | null =
    name === undefined ? null : { Name: name, NameSetAt: at, NameSetBy: by };
  return {
    JID: groupJid('jid', group.jid),
    Sender: by,
    Timestamp: at,
    Name: renamed,
    Topic:
      topic === undefined
        ? null
        : {
            Topic: topic,
            TopicID: newMessageId(random),
            TopicSetAt: at,
            TopicSetBy: by,
            TopicDeleted: topic === '',
          },
    Join: people('join', group.join),
    Leave: people('leave', group.leave),
    Promote: people('promote', group.promote),
    Demote: people('demote', group.demote),
  };
}

const people = (field: string, addresses: readonly string[] = []): string[] =>
  addresses.map((address) => personJid(field, address));

export function newsletterEvent(
  newsletter: { readonly jid: string; readonly name: string },
  { nowMs, random }: Pick<Notice, 'nowMs' | 'random'>,
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
