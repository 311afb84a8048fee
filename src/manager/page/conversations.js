/**
 * The events of an instance as conversations: who wrote what, what was said about it later, and what became of it.
 * Pure.
 */
import { userOf, wordsOf } from './message-words.js';

/** In all chats together; the oldest go. */
const MESSAGES_MAX = 500;
const NAMES_MAX = 1_000;

/**
 * @typedef {object} Message
 * @property {string} key its side and id: each side has ids of its own
 * @property {string} id
 * @property {string} chat
 * @property {string} author the address; of what the account says ''
 * @property {boolean} isFromMe
 * @property {string} at RFC 3339
 * @property {object} content as `data.Message` of its event; of what cannot be read and of notes empty
 * @property {string} note what is shown in place of content
 * @property {boolean} isEdited
 * @property {boolean} isDeleted
 * @property {boolean} isViewOnce
 * @property {number} version goes up when other content is to be shown
 * @property {Map<string, string>} reactions by author
 * @property {Map<string, string[]>} votes the options that each voter chose last, by author
 * @property {{ status: string, code: number | null, reason: string | null } | null} fate null: not sent by the API
 * @property {string[]} problems what was said about it and refused
 */

export function createConversations() {
  /** @type {Map<string, Message>} the oldest first */
  const messages = new Map();
  /** Of chats, by address. @type {Map<string, string>} */
  const names = new Map();
  /** What the API said about other messages, by id. */
  const ownWords = new Map();

  const add = (message) => {
    messages.delete(message.key);
    remember(messages, message.key, message, MESSAGES_MAX);
  };
  const say = (data, isByApi) => {
    const { Info, Message } = data;
    if (!Info.IsFromMe && Info.PushName) remember(names, Info.Sender, Info.PushName, NAMES_MAX);
    const about = wordAbout(data);
    const target = about && messages.get(keyOf(about.key.fromMe, about.key.id));
    if (about === null) add(messageOf(data, { isByApi }));
    else if (!target) add(messageOf(data, { note: `${wordsOf(Message)} (of an earlier message)` }));
    else {
      about.apply(target, Info.IsFromMe ? '' : Info.Sender);
      if (isByApi) remember(ownWords, Info.ID, { target, what: about.what }, MESSAGES_MAX);
    }
  };
  const progress = ({ ID, Status: status, Code: code, Reason: reason }) => {
    const message = messages.get(keyOf(true, ID));
    if (message) message.fate = { status, code, reason };
    const word = ownWords.get(ID);
    if (word && status === 'Error') word.target.problems.push(`${word.what} refused: ${reason}`);
  };
  const takers = {
    Message: (data) => say(data, false),
    SendMessage: (data) => say(data, true),
    MessageStatus: progress,
    Undecryptable: (data) =>
      add(messageOf(data, { note: `Cannot be read. ${data.Reason} ${data.Action}` })),
    JoinedGroup: ({ JID, Name }) => Name && remember(names, JID, Name, NAMES_MAX),
    GroupInfo: ({ JID, Name }) => Name && remember(names, JID, Name.Name, NAMES_MAX),
  };
  return {
    /** @param {{ event: string, data: any }} event in the order of their sequences */
    take: ({ event, data }) => void takers[event]?.(data),
    nameOf: (jid) => names.get(jid) ?? userOf(jid),
    /** @returns {Message[]} the oldest first */
    messagesOf: (jid) => [...messages.values()].filter(({ chat }) => chat === jid),
    /** The last message of each chat, the newest first. @returns {Message[]} */
    latest() {
      const last = new Map();
      for (const message of messages.values()) {
        last.delete(message.chat);
        last.set(message.chat, message);
      }
      return [...last.values()].toReversed();
    },
  };
}

const keyOf = (isFromMe, id) => `${isFromMe ? 'out' : 'in'} ${id}`;

/** As the last of at most `max`. */
function remember(map, key, value, max) {
  map.set(key, value);
  if (map.size > max) map.delete(map.keys().next().value);
}

/** @returns {Message} */
const messageOf = ({ Info, Message = {}, IsViewOnce }, { isByApi = false, note = '' }) => ({
  key: keyOf(Info.IsFromMe, Info.ID),
  id: Info.ID,
  chat: Info.Chat,
  author: Info.IsFromMe ? '' : Info.Sender,
  isFromMe: Info.IsFromMe,
  at: Info.Timestamp,
  content: note === '' ? withoutLargeFile(Message) : {},
  note,
  isEdited: false,
  isDeleted: false,
  isViewOnce: IsViewOnce === true,
  version: 0,
  reactions: new Map(),
  votes: new Map(),
  fate: isByApi ? { status: 'Pending', code: null, reason: null } : null,
  problems: [],
});

/** Larger files are asked for when they are to be shown. */
const INLINE_CHARACTERS_MAX = 256 * 1024;

const withoutLargeFile = ({ base64, ...content }) =>
  base64 && base64.length <= INLINE_CHARACTERS_MAX ? { ...content, base64 } : content;

/** What a message says of another one, and how that one shows it; null: it is a message of its own. */
function wordAbout({ Info, Message, IsEdit }) {
  const { reactionMessage, protocolMessage, pollUpdateMessage } = Message;
  if (IsEdit && protocolMessage) {
    const { protocolMessage: _, ...content } = Message;
    return { what: 'Edit', key: protocolMessage.key, apply: (one) => edit(one, content) };
  }
  switch (Info.Type) {
    case 'reaction': {
      const { key, text } = reactionMessage;
      return { what: 'Reaction', key, apply: (one, author) => react(one, author, text) };
    }
    case 'revoke':
      return { what: 'Deletion', key: protocolMessage.key, apply: erase };
    case 'poll_vote': {
      const { pollCreationMessageKey: key, vote } = pollUpdateMessage;
      const chosen = vote?.selectedOptions ?? [];
      return { what: 'Vote', key, apply: (one, author) => one.votes.set(author, chosen) };
    }
    default:
      return null;
  }
}

function edit(message, content) {
  message.content = content;
  message.isEdited = true;
  message.version++;
}

function react({ reactions }, author, text) {
  if (text) reactions.set(author, text);
  else reactions.delete(author);
}

function erase(message) {
  message.isDeleted = true;
  message.version++;
}
