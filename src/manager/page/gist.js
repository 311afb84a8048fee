/** What happened, in a few words: who wrote, rang or read, which group, which channel. */

import { activityWords, wordsOf } from './message-words.js';

const messageGist = ({ data }) => `${authorOf(data.Info)}: ${messageWords(data)}`;

const GISTS = {
  QRCode: ({ data }) => `${data.count} of ${data.maxCount}`,
  PasskeyRequest: ({ data }) => data.stage,
  Message: messageGist,
  SendMessage: ({ data }) => `to ${data.Info.Chat}: ${messageWords(data)}`,
  MessageStatus: ({ data }) => [data.Status, data.Reason, data.Chat].filter(Boolean).join(' · '),
  Undecryptable: ({ data }) => `${authorOf(data.Info)}: ${data.Reason}`,
  Presence: ({ data }) => `${data.From} · ${data.Unavailable ? 'offline' : 'online'}`,
  ChatPresence: ({ data }) => `${data.Sender} · ${activityWords(data)}`,
  Receipt: ({ state, data }) => `${state} · ${data.Chat}`,
  CallOffer: ({ data }) => data.From,
  CallRelayLatency: ({ data }) => data.From,
  CallTerminate: ({ data }) => [data.From, data.Reason].filter(Boolean).join(' · '),
  JoinedGroup: ({ data }) => data.Name || data.JID,
  GroupInfo: ({ data }) => changesOf(data).join(' · '),
  NewsletterJoin: ({ data }) => data.thread_metadata?.name?.text || data.id,
};

/** '' where there are no such words. */
export function gist(event) {
  const words = GISTS[event.event]?.(event) ?? event.data.reason ?? event.data.jid ?? '';
  return String(words);
}

const authorOf = ({ IsFromMe, PushName, Sender } = {}) =>
  IsFromMe ? 'the account itself' : PushName || Sender || 'somebody';

const messageWords = ({ Info = {}, Message = {}, IsEdit }) =>
  `${wordsOf(Message, Info.MediaType || Info.Type)}${IsEdit ? ' (edited)' : ''}`;

const changesOf = ({ JID, Name, Topic, ...others }) => [
  ...(Name ? [`name: ${Name.Name}`] : []),
  ...(Topic ? [`topic: ${Topic.Topic}`] : []),
  ...Object.entries(others)
    .filter(([, value]) => Array.isArray(value) && value.length > 0)
    .map(([change, people]) => `${change.toLowerCase()}: ${people.join(', ')}`),
  JID,
];
