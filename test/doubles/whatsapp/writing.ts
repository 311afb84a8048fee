/** Messages on their way to linked devices: sealed for each by the writer's phone, then put into stanzas. */
import { randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import type { EncodedMessage } from '../../../packages/signal/test/peer.ts';
import type { Companion } from './companion.ts';
import type { Group } from './groups.ts';
import type { Person } from './person.ts';
import { encNodes } from './post.ts';
import { type BinaryNode, newId, nowSeconds, stanza } from './stanzas.ts';

export interface WritingOptions {
  /** The message's id; a new one when absent. */
  readonly id?: string;
  /** Which of the writer's addresses a direct message comes from. `pn` when absent. */
  readonly addressing?: 'pn' | 'lid';
  /** With `lid`: the number is not said beside it. */
  readonly hidesNumber?: boolean;
  /** Spoils the ciphertext, so that nobody can read it; `once`: until the reader asks again. */
  readonly undecryptable?: boolean | 'once';
  /** With `undecryptable`: spoils it in another way; given a copy of the sealed bytes. */
  readonly spoil?: (bytes: Buffer) => Uint8Array;
  /** Nothing but a notice of this type, in place of the content; '': nothing at all. */
  readonly unavailable?: string;
  /** What the sealed part calls itself, in place of its true type. */
  readonly sealedAs?: string;
  /** Posted for everyone to see for a day, instead of written to the account. */
  readonly isStatus?: boolean;
  /** The name on the writer's certificate as a business. */
  readonly verifiedName?: string;
  /** Of a copy to own devices: the phone address of whom it was written to, told beside the hidden one. */
  readonly peerNumber?: string;
  /** Seconds since 1970; now when absent. */
  readonly timestamp?: number;
  /** `text`, `media`, `reaction`: what the stanza says of its content. */
  readonly type?: string;
  /** `image`, `video`, `ptt`...: what the sealed part says of its content. */
  readonly mediaType?: string;
}

/** Gives the message's id once the message is on its way to every linked device of `to`. */
export function writeTo(
  from: Person,
  to: Person,
  message: proto.IMessage,
  options: WritingOptions = {},
): Promise<string> {
  const id = options.id ?? newId();
  return from.lane.run(async () => {
    for (const companion of linkedOf(to))
      await sendTo(from, companion, message, { ...options, id });
    return id;
  });
}

/** To one device. Runs inside the writer's lane. */
export async function sendTo(
  from: Person,
  companion: Companion,
  message: proto.IMessage,
  options: WritingOptions & { readonly id: string },
): Promise<void> {
  const usesLid = options.addressing === 'lid';
  const address = usesLid ? from.lid : from.pn;
  const sealed = await sealFor(from, companion, message);
  companion.push(
    stanza(
      'message',
      {
        from: options.isStatus ? 'status@broadcast' : address,
        participant: options.isStatus ? address : undefined,
        username: from.username ?? undefined,
        sender_pn: usesLid && !options.hidesNumber ? from.pn : undefined,
        sender_lid: usesLid ? undefined : from.lid,
        addressing_mode: usesLid ? 'lid' : undefined,
        ...common(from, options.id, options),
      },
      [...certificateOf(options), ...contentOf(sealed, options)],
    ),
  );
}

/** What the account's own phone wrote to `chat`, as its linked devices learn of it. */
export function copyToOwnDevices(
  from: Person,
  chat: string,
  message: proto.IMessage,
  options: WritingOptions = {},
): Promise<string> {
  const id = options.id ?? newId();
  const usesLid = options.addressing === 'lid';
  const { messageContextInfo, ...said } = message;
  const copy = {
    deviceSentMessage: { destinationJid: chat, message: said },
    ...(messageContextInfo && { messageContextInfo }),
  };
  return from.lane.run(async () => {
    for (const companion of linkedOf(from)) {
      const sealed = await sealFor(from, companion, copy);
      companion.push(
        stanza(
          'message',
          {
            from: usesLid ? from.lid : from.pn,
            recipient: chat,
            peer_recipient_pn: options.peerNumber,
            ...common(from, id, options),
          },
          encNodes([sealed], options.mediaType),
        ),
      );
    }
    return id;
  });
}

/** From the account's own phone to its linked devices alone: history, keys. */
export function writeToOwnDevices(from: Person, message: proto.IMessage): Promise<string> {
  const id = newId();
  return from.lane.run(async () => {
    for (const companion of linkedOf(from)) {
      const sealed = await sealFor(from, companion, message);
      companion.push(
        stanza(
          'message',
          { from: from.pn, category: 'peer', ...common(from, id, {}) },
          encNodes([sealed]),
        ),
      );
    }
    return id;
  });
}

/** To every linked device of every other member; new ones get the writer's group keys along. */
export function writeToGroup(
  from: Person,
  group: Group,
  message: proto.IMessage,
  options: WritingOptions = {},
): Promise<string> {
  const id = options.id ?? newId();
  const usesLid = group.addressing === 'lid';
  return from.lane.run(async () => {
    const { sealed, distribution } = await from.signal.sealForGroup(group.jid, from.pn, message);
    const content = options.undecryptable ? spoilt(sealed, options) : sealed;
    for (const companion of group.members.flatMap((member) => member.linked())) {
      const parts = [content];
      const pair = `${from.number}>${companion.jid}`;
      if (!group.keysGiven.has(pair)) {
        group.keysGiven.add(pair);
        parts.unshift(
          await sealFor(from, companion, {
            senderKeyDistributionMessage: {
              groupId: group.jid,
              axolotlSenderKeyDistributionMessage: distribution,
            },
          }),
        );
      }
      companion.push(
        stanza(
          'message',
          {
            from: group.jid,
            participant: group.addressOf(from),
            participant_pn: usesLid ? from.pn : undefined,
            participant_lid: usesLid ? undefined : from.lid,
            participant_username: from.username ?? undefined,
            addressing_mode: group.addressing,
            ...common(from, id, options),
          },
          encNodes(parts, options.mediaType),
        ),
      );
    }
    return id;
  });
}

function contentOf(sealed: EncodedMessage, options: WritingOptions): BinaryNode[] {
  const { unavailable, undecryptable, mediaType, sealedAs } = options;
  if (unavailable === '') return [];
  if (unavailable !== undefined) return [stanza('unavailable', { type: unavailable })];
  const nodes = encNodes([undecryptable ? spoilt(sealed, options) : sealed], mediaType);
  if (sealedAs === undefined) return nodes;
  return nodes.map((node) => ({ ...node, attrs: { ...node.attrs, type: sealedAs } }));
}

function certificateOf({ verifiedName }: WritingOptions): BinaryNode[] {
  if (verifiedName === undefined) return [];
  const { VerifiedNameCertificate } = proto;
  // More than a floating point number holds.
  const serial = '9007199254740993';
  const details = VerifiedNameCertificate.Details.fromObject({
    serial,
    issuer: 'smb:wa',
    verifiedName,
  });
  const certificate = VerifiedNameCertificate.encode({
    details: VerifiedNameCertificate.Details.encode(details).finish(),
    signature: randomBytes(64),
  });
  return [stanza('verified_name', { v: '1' }, certificate.finish())];
}

const common = (from: Person, id: string, options: WritingOptions) => ({
  id,
  t: options.timestamp === undefined ? nowSeconds() : `${options.timestamp}`,
  type: options.type ?? 'text',
  notify: from.name,
});

export function linkedOf(person: Person): Companion[] {
  const linked = person.linked();
  if (linked.length === 0) throw new Error(`no device is linked to ${person.number}`);
  return linked;
}

const sealFor = (
  from: Person,
  companion: Companion,
  message: proto.IMessage,
): Promise<EncodedMessage> =>
  from.signal.seal(companion.jid, message, () => companion.takeBundle());

function spoilt(sealed: EncodedMessage, { spoil = flipped }: WritingOptions): EncodedMessage {
  return { ...sealed, bytes: spoil(Buffer.from(sealed.bytes)) };
}

function flipped(bytes: Buffer): Uint8Array {
  bytes[bytes.length - 12]! ^= 0xff;
  return bytes;
}
