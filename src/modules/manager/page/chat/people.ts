/** The names of people and groups, and their current activities. */
import { texts } from '../texts.ts';
import { activityWords, userOf } from './content.ts';
import type { Entry, InstanceEvent } from './conversation.ts';
import { type LatestValues, latestValues, remember } from './latest-values.ts';

const STATUS_UPDATES = 'status@broadcast';

/** The fields of event payloads that are read. */
interface PersonData {
  readonly JID: string;
  readonly Name?: string | { readonly Name: string } | null;
  readonly Chat: string;
  readonly Sender: string;
  readonly From: string;
  readonly Unavailable: boolean;
}

export class People {
  readonly #names: LatestValues<string> = latestValues();
  /** Current activities by chat. */
  readonly #activities: LatestValues<readonly [author: string, words: string]> = latestValues();
  readonly #own: string;

  /** `own`: the number of the account. */
  constructor(own: string) {
    this.#own = own;
  }

  /** An empty JID is the account itself. */
  nameOf(jid: string): string {
    if (jid === '' || userOf(jid) === this.#own) return texts().chat.you;
    if (jid === STATUS_UPDATES) return texts().chat.statusUpdates;
    return this.#names.value.get(jid) ?? userOf(jid);
  }

  /** Returns the activities in a chat, such as `Ana is writing`, or ''. */
  activityOf(jid: string): string {
    const [author, words] = this.#activities.value.get(jid) ?? [];
    return author === undefined ? '' : `${this.nameOf(author)} ${words}`;
  }

  /** Names that are not known change nothing. */
  learn(names: readonly (readonly [jid: string, name: string | null | undefined])[]): void {
    remember(
      this.#names,
      names.map(([jid, name]) => [jid, name || undefined]),
    );
  }

  learnAuthors(entries: readonly Entry[]): void {
    this.learn(entries.map(({ author, authorName }) => [author, authorName]));
  }

  notice({ event, data }: InstanceEvent): void {
    const { JID, Name, Chat, Sender, From, Unavailable } = data as unknown as PersonData;
    const { offline, online } = texts().chat.activities;
    if (event === 'ChatPresence')
      remember(this.#activities, [[Chat, [Sender, activityWords(data)]]]);
    if (event === 'Presence')
      remember(this.#activities, [[From, [From, Unavailable ? offline : online]]]);
    if (event === 'JoinedGroup' || event === 'GroupInfo')
      this.learn([[JID, typeof Name === 'string' ? Name : Name?.Name]]);
  }

  /** A person whose message has arrived has stopped writing. */
  hear(entries: readonly Entry[]): void {
    const received = entries.filter(({ isFromMe }) => !isFromMe);
    this.learnAuthors(received);
    remember(
      this.#activities,
      received.map(({ chat }) => [chat, null]),
    );
  }
}
