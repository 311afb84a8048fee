/**
 * The events of an instance as conversations: who wrote what, what was said about it later, and what became of it.
 * Pure.
 */
import { activityWords, userOf, wordsOf } from './message-words.js';

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

export class Conversations {
  /** The oldest first. @type {Map<string, Message>} */
  #messages = new Map();
  /** Of chats and people, by address. @type {Map<string, string>} */
  #names = new Map();
  /** What people show, by chat: that they are online, or write. */
  #activities = new Map();
  /** What the API said about other messages, by id. */
  #ownWords = new Map();

  /** @param {{ event: string, data: any }} event in the order of their sequences */
  take({ event, data }) {
    TAKERS[event]?.call(this, data);
  }

  nameOf(jid) {
    return this.#names.get(jid) ?? userOf(jid);
  }

  /** What its people show at this moment, `Ana writes`; '' while nothing is known. */
  activityOf(jid) {
    const shown = this.#activities.get(jid);
    return shown ? `${this.nameOf(shown.from)} ${shown.words}` : '';
  }

  /** @returns {Message[]} the oldest first */
  messagesOf(jid) {
    return [...this.#messages.values()].filter(({ chat }) => chat === jid);
  }

  /** The last message of each chat, the newest first. @returns {Message[]} */
  latest() {
    const last = new Map();
    for (const message of this.#messages.values()) {
      last.delete(message.chat);
      last.set(message.chat, message);
    }
    return [...last.values()].toReversed();
  }

  named(jid, name) {
    if (name) remember(this.#names, jid, name, NAMES_MAX);
  }

  shown(chat, from, words) {
    remember(this.#activities, chat, { from, words }, NAMES_MAX);
  }

  add(message) {
    this.#messages.delete(message.key);
    remember(this.#messages, message.key, message, MESSAGES_MAX);
  }

  said(data, isByApi) {
    const { Info, Message } = data;
    if (!Info.IsFromMe) {
      this.named(Info.Sender, Info.PushName);
      this.#activities.delete(Info.Chat);
    }
    const about = wordAbout(data);
    if (about === null) return this.add(messageOf(data, { isByApi }));
    const target = this.#messages.get(keyOf(about.key.fromMe, about.key.id));
    if (!target)
      return this.add(messageOf(data, { note: `${wordsOf(Message)} (of an earlier message)` }));
    about.apply(target, Info.IsFromMe ? '' : Info.Sender);
    if (isByApi) remember(this.#ownWords, Info.ID, { target, what: about.what }, MESSAGES_MAX);
  }

  progressed({ ID, Status: status, Code: code, Reason: reason }) {
    const message = this.#messages.get(keyOf(true, ID));
    if (message) message.fate = { status, code, reason };
    const word = this.#ownWords.get(ID);
    if (word && status === 'Error') word.target.problems.push(`${word.what} refused: ${reason}`);
  }
}

/** What is done with an event of each type; of any other type nothing. @type {Record<string, (this: Conversations, data: any) => void>} */
const TAKERS = {
  Message(data) {
    this.said(data, false);
  },
  SendMessage(data) {
    this.said(data, true);
  },
  MessageStatus(data) {
    this.progressed(data);
  },
  Undecryptable(data) {
    this.add(messageOf(data, { note: `Cannot be read. ${data.Reason} ${data.Action}` }));
  },
  Presence({ From, Unavailable }) {
    this.shown(From, From, Unavailable ? 'is offline' : 'is online');
  },
  ChatPresence(data) {
    this.shown(data.Chat, data.Sender, activityWords(data));
  },
  JoinedGroup({ JID, Name }) {
    this.named(JID, Name);
  },
  GroupInfo({ JID, Name }) {
    this.named(JID, Name?.Name);
  },
};

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
