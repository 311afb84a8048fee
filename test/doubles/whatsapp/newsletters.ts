/** Channels: who follows them, what is asked about them, what is posted in them, and what goes wrong. */
import { proto } from '@whiskeysockets/baileys';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import { Inbox } from './inbox.ts';
import type { MediaHost } from './media-host.ts';
import { sha256 } from './media-keys.ts';
import type { Person } from './person.ts';
import {
  type BinaryNode,
  bytesAt,
  childrenOf,
  newId,
  nowSeconds,
  resultOf,
  SERVER,
  stanza,
} from './stanzas.ts';

export interface Newsletter {
  /** Ends in `@newsletter`. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly subscribers?: number;
  readonly invite?: string;
  readonly role?: 'SUBSCRIBER' | 'OWNER' | 'ADMIN' | 'GUEST';
}

/** A message that a linked device posted. */
interface ChannelPost {
  readonly id: string;
  readonly channel: string;
  readonly message: proto.IMessage;
  readonly node: BinaryNode;
}

/** What is asked, by the number of the question. */
const QUESTIONS: Readonly<Record<string, 'describe' | 'follow' | 'unfollow' | 'list'>> = {
  '6563316087068696': 'describe',
  '24404358912487870': 'follow',
  '9767147403369991': 'unfollow',
  '6388546374527196': 'list',
};

export class Newsletters {
  /** The number of the refusal that every question gets; `nonsense`: an answer to something else; null: answers. */
  failure: number | 'nonsense' | null = null;
  /** Whether a device that follows a channel is also told so by a notification. */
  notifiesFollowers = false;
  readonly posts = new Inbox<ChannelPost>('a message in a channel');
  readonly #all = new Map<string, Newsletter>();
  readonly #followers = new Map<string, Set<Person>>();

  add(newsletter: Newsletter): void {
    this.#all.set(newsletter.id, newsletter);
  }

  follows(person: Person, newsletter: Newsletter): void {
    this.add(newsletter);
    this.#followersOf(newsletter.id).add(person);
  }

  isFollowed(id: string, person: Person): boolean {
    return this.#followersOf(id).has(person);
  }

  /** Posted by those who run the channel; gives the message's id. `isOwn`: by the account itself, elsewhere. */
  writes(channel: string, message: proto.IMessage, { isOwn = false, type = 'text' } = {}): string {
    const id = newId();
    const content = proto.Message.encode(proto.Message.fromObject(message)).finish();
    const is_sender = isOwn ? 'true' : undefined;
    const attrs = { from: channel, id, server_id: '101', t: nowSeconds(), type, is_sender };
    const node = stanza('message', attrs, [stanza('plaintext', {}, content)]);
    for (const person of this.#followersOf(channel))
      for (const companion of person.linked()) companion.push(node);
    return id;
  }

  /** The file of a message that was posted, which lies open. */
  opens(media: MediaHost, { message }: ChannelPost): Buffer {
    const part = message.imageMessage ?? message.documentMessage;
    if (!part?.directPath || !part.fileSha256) throw new Error('incomplete');
    if (part.mediaKey?.length || part.fileEncSha256?.length) throw new Error('sealed');
    const bytes = media.read(part.directPath);
    if (!sha256(bytes).equals(Buffer.from(part.fileSha256))) throw new Error('another digest');
    return bytes;
  }

  /** True: it was for a channel. */
  posted(_from: Companion, node: BinaryNode): boolean {
    const { id = '', to = '' } = node.attrs;
    if (!to.endsWith('@newsletter')) return false;
    const message = proto.Message.decode(bytesAt(node, 'plaintext'));
    this.posts.push({ id, channel: to, message, node });
    return true;
  }

  /** Null: it is another question. */
  answer(query: BinaryNode, { companion }: Connection): BinaryNode | null {
    const [question] = childrenOf(query);
    const asked = QUESTIONS[question?.attrs.query_id ?? ''];
    if (asked === undefined || !companion) return null;
    const { variables } = JSON.parse(bytesAt(query, 'query').toString());
    const said = (data: object) => resultOf(query, [stanza('result', {}, JSON.stringify(data))]);
    if (this.failure === 'nonsense') return said({ data: {} });
    if (this.failure !== null) return said(refusal(this.failure));
    if (asked === 'list') {
      const all = [...this.#all.values()].filter(({ id }) => this.isFollowed(id, companion.person));
      return said({ data: { xwa2_newsletter_subscribed: all.map(described) } });
    }
    const found = this.#find(variables.input?.key ?? variables.newsletter_id);
    if (found === undefined) return said(refusal(404));
    return said({ data: this.#done(asked, found, companion) });
  }

  #done(asked: 'describe' | 'follow' | 'unfollow', found: Newsletter, companion: Companion) {
    const followers = this.#followersOf(found.id);
    const { person } = companion;
    if (asked === 'describe') {
      const role = followers.has(person) ? (found.role ?? 'SUBSCRIBER') : 'GUEST';
      return { xwa2_newsletter: described({ ...found, role }) };
    }
    if (asked === 'unfollow') {
      followers.delete(person);
      return { xwa2_newsletter_leave_v2: { id: found.id } };
    }
    followers.add(person);
    if (this.notifiesFollowers) companion.push(joined(found));
    return { xwa2_newsletter_join_v2: { id: found.id } };
  }

  #find(key: string): Newsletter | undefined {
    return this.#all.get(key) ?? [...this.#all.values()].find(({ invite }) => invite === key);
  }

  #followersOf(id: string): Set<Person> {
    const followers = this.#followers.get(id) ?? new Set();
    this.#followers.set(id, followers);
    return followers;
  }
}

const refusal = (code: number) => ({
  data: null,
  errors: [{ message: 'the server refuses', extensions: { error_code: code } }],
});

export function joined(newsletter: Newsletter): BinaryNode {
  const content = JSON.stringify({
    data: { xwa2_notify_newsletter_on_join: described(newsletter) },
  });
  return stanza('notification', { from: SERVER, type: 'mex', id: newId(), t: nowSeconds() }, [
    stanza('update', { op_name: 'NotificationNewsletterJoin' }, content),
  ]);
}

function described({ id, name, description = '', subscribers = 1, invite, role }: Newsletter) {
  const micros = `${Date.now()}000`;
  return {
    id,
    state: { type: 'ACTIVE' },
    thread_metadata: {
      creation_time: nowSeconds(),
      invite: invite ?? '0029VaFakeInviteCode00000',
      name: { id: micros, text: name, update_time: micros },
      description: { id: micros, text: description, update_time: micros },
      subscribers_count: `${subscribers}`,
      verification: 'UNVERIFIED',
      picture: null,
      preview: { id: micros, type: 'PREVIEW', direct_path: '' },
      settings: { reaction_codes: { value: 'ALL' } },
      handle: null,
    },
    viewer_metadata: { mute: 'OFF', role: role ?? 'SUBSCRIBER' },
  };
}
