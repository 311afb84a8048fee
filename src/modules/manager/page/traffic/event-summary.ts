/** Summaries of events in a few words: the sender, the caller or reader, the group, the channel. */
import { activityWords, type Content, wordsOf } from '../chat/content.ts';
import type { InstanceEvent } from '../chat/conversation.ts';
import { texts } from '../texts.ts';
import { errorWords } from './error-words.ts';

interface Info {
  readonly Chat?: string;
  readonly Sender?: string;
  readonly PushName?: string;
  readonly IsFromMe?: boolean;
  readonly Type?: string;
  readonly MediaType?: string;
}

/** The fields of payloads that are read; each type has some of them. */
interface Data {
  readonly Info?: Info;
  readonly Message?: Content;
  readonly IsEdit?: boolean;
  readonly count?: number;
  readonly maxCount?: number;
  readonly stage?: string;
  readonly Status?: string;
  readonly Reason?: string | null;
  readonly Chat?: string;
  readonly From?: string;
  readonly Sender?: string;
  readonly Unavailable?: boolean;
  readonly State?: string;
  readonly Media?: string;
  readonly JID?: string;
  readonly Name?: string | { readonly Name: string } | null;
  readonly Topic?: { readonly Topic: string } | null;
  readonly id?: string;
  readonly thread_metadata?: { readonly name?: { readonly text?: string } };
  readonly reason?: string;
  readonly jid?: string;
}

const joined = (...parts: readonly (string | null | undefined)[]) =>
  parts.filter(Boolean).join(' · ');

const SUMMARIES: Readonly<Record<string, (data: Data, state?: string) => string | undefined>> = {
  QRCode: ({ count, maxCount }) => `${count} / ${maxCount}`,
  PasskeyRequest: ({ stage }) => stage,
  Message: (data) => `${authorOf(data)}: ${messageWords(data)}`,
  SendMessage: (data) => texts().traffic.summary.to(data.Info?.Chat ?? '', messageWords(data)),
  MessageStatus: ({ Status, Reason, Chat }) => joined(Status, Reason && errorWords(Reason), Chat),
  Undecryptable: (data) => `${authorOf(data)}: ${errorWords(data.Reason ?? '')}`,
  Presence({ From, Unavailable }) {
    const { offline, online } = texts().chat.activities;
    return joined(From, Unavailable ? offline : online);
  },
  ChatPresence: (data) => joined(data.Sender, activityWords(data)),
  Receipt: ({ Chat }, state) => joined(state, Chat),
  CallOffer: ({ From }) => From,
  CallRelayLatency: ({ From }) => From,
  CallTerminate: ({ From, Reason }) => joined(From, Reason),
  JoinedGroup: ({ Name, JID }) => (typeof Name === 'string' && Name) || JID,
  GroupInfo: (data) => joined(...changesOf(data)),
  NewsletterJoin: ({ thread_metadata: about, id }) => about?.name?.text || id,
};

export type NamesByJid = ReadonlyMap<string, string>;

/** Returns the names that events tell, by the JIDs of people and of groups that were joined. */
export function namesIn(events: readonly Pick<InstanceEvent, 'event' | 'data'>[]): NamesByJid {
  const names = new Map<string, string>();
  for (const { event, data } of events) {
    const { Info: { Sender, PushName, IsFromMe } = {}, JID, Name }: Data = data;
    if (Sender && PushName && !IsFromMe) names.set(Sender, PushName);
    if (event === 'JoinedGroup' && JID && typeof Name === 'string') names.set(JID, Name);
  }
  return names;
}

/** Returns a payload in which JIDs that have names are those names; what a message says stays. */
function withNames(fields: object, names: NamesByJid): Data {
  const named = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => named(one));
    if (key === 'Info' && value) return withNames(value, names);
    return typeof value === 'string' ? (names.get(value) ?? value) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, named(value, key)]));
}

/** Returns an empty text for events without a summary. JIDs that are in `names` are shown as their names. */
export function summaryOf(
  { event, state, data }: Pick<InstanceEvent, 'event' | 'state' | 'data'>,
  names: NamesByJid,
) {
  const known = withNames(data, names);
  return SUMMARIES[event]?.(known, state) ?? known.reason ?? known.jid ?? '';
}

function authorOf({ Info: { IsFromMe, PushName, Sender } = {} }: Data): string {
  const { account, somebody } = texts().traffic.summary;
  return IsFromMe ? account : PushName || Sender || somebody;
}

function messageWords({ Info = {}, Message, IsEdit }: Data): string {
  const words = wordsOf(Message, Info.MediaType || Info.Type);
  return IsEdit ? texts().traffic.summary.edited(words) : words;
}

function changesOf({ JID, Name, Topic, ...others }: Data): string[] {
  const { name, topic } = texts().traffic.summary;
  const people = Object.entries(others)
    .filter(([, value]) => Array.isArray(value) && value.length > 0)
    .map(([change, list]) => `${change.toLowerCase()}: ${String(list).replaceAll(',', ', ')}`);
  return [
    ...(typeof Name === 'object' && Name !== null ? [name(Name.Name)] : []),
    ...(Topic ? [topic(Topic.Topic)] : []),
    ...people,
    JID ?? '',
  ];
}
