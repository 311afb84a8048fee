/** Messages on their way to linked devices: sealed for each by the writer's phone, then put into stanzas. */
import type { proto } from '@whiskeysockets/baileys';
import type { Companion } from './companion.ts';
import type { Person } from './person.ts';
import { encNodes } from './post.ts';
import type { Sealed } from './signal.ts';
import { newId, nowSeconds, stanza } from './stanzas.ts';

export interface WritingOptions {
  /** The message's id; a new one when absent. Giving a known one again makes a duplicate. */
  readonly id?: string;
  /** Which of the writer's addresses the message comes from. `pn` when absent. */
  readonly addressing?: 'pn' | 'lid';
  /** Spoils the ciphertext, so that nobody can read it. */
  readonly undecryptable?: boolean;
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
  const isHidden = options.addressing === 'lid';
  return from.lane.run(async () => {
    for (const companion of linkedOf(to)) {
      const sealed = await sealFor(from, companion, message, options.undecryptable);
      companion.push(
        stanza(
          'message',
          {
            from: isHidden ? from.lid : from.pn,
            sender_pn: isHidden ? from.pn : undefined,
            sender_lid: isHidden ? undefined : from.lid,
            addressing_mode: isHidden ? 'lid' : undefined,
            ...common(from, id, options),
          },
          encNodes([sealed], options.mediaType),
        ),
      );
    }
    return id;
  });
}

export const common = (from: Person, id: string, options: WritingOptions) => ({
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

export async function sealFor(
  from: Person,
  companion: Companion,
  message: proto.IMessage,
  isSpoilt = false,
): Promise<Sealed> {
  const sealed = await from.signal.seal(companion.jid, message, () => companion.takeBundle());
  if (!isSpoilt) return sealed;
  const bytes = Buffer.from(sealed.bytes);
  bytes[bytes.length - 12]! ^= 0xff;
  return { ...sealed, bytes };
}
