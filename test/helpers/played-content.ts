/** What a person says at a sandbox that is played by an event: everything but texts, files and reactions. */
import type { MessageContent } from '../../src/core/events/types/message-data.ts';
import type { ContactCard } from '../../src/core/providers/contact-card.ts';
import { messageContent } from '../../src/core/providers/message-content.ts';

export type PlayedContent =
  | {
      readonly kind: 'location';
      readonly latitude: number;
      readonly longitude: number;
      readonly name?: string;
      readonly address?: string;
    }
  | { readonly kind: 'contact'; readonly contacts: readonly ContactCard[] }
  | { readonly kind: 'poll'; readonly name: string; readonly options: readonly string[] }
  | { readonly kind: 'edit'; readonly about: string; readonly text: string }
  | { readonly kind: 'revoke'; readonly about: string }
  /** A vote in a poll of the account. */
  | { readonly kind: 'vote'; readonly about: string; readonly options: readonly string[] };

/** Nothing is answered and nobody is mentioned. */
const NOBODY = { self: '', chat: '', decode: () => ({}), nowMs: 0 };

/** The message as the person with this number says it in the chat with the account. */
export function playedData(number: string, said: PlayedContent) {
  const Chat = `${number}@s.whatsapp.net`;
  const key = (fromMe: boolean, id: string) => ({ remoteJid: Chat, fromMe, id });
  const data = (Type: string, Message: MessageContent, MediaType = '') => ({
    Info: { Chat, Sender: Chat, Type, MediaType },
    Message,
  });
  switch (said.kind) {
    case 'location':
      return data('media', messageContent(said, NOBODY), 'location');
    case 'contact': {
      const MediaType = said.contacts.length === 1 ? 'vcard' : 'contact_array';
      return data('media', messageContent({ ...said, kind: 'contacts' }, NOBODY), MediaType);
    }
    case 'poll':
      return data('poll', messageContent({ ...said, selectableCount: 0 }, NOBODY));
    case 'edit': {
      const protocolMessage = { key: key(false, said.about), type: 14 };
      return { ...data('text', { conversation: said.text, protocolMessage }), IsEdit: true };
    }
    case 'revoke':
      return data('revoke', { protocolMessage: { key: key(false, said.about), type: 0 } });
    case 'vote': {
      const pollCreationMessageKey = key(true, said.about);
      const vote = { selectedOptions: [...said.options] };
      return data('poll_vote', { pollUpdateMessage: { pollCreationMessageKey, vote } });
    }
  }
}

const PLAYED: ReadonlySet<string> = new Set<PlayedContent['kind']>([
  ...(['location', 'contact', 'poll', 'edit', 'revoke', 'vote'] as const),
]);
export const isPlayed = (said: { readonly kind: string }): said is PlayedContent =>
  PLAYED.has(said.kind);

let played = 0;
/** A new id for a message that a test plays. */
export const playedId = (): string => `PLAYED${String(++played).padStart(10, '0')}`;

type Call = (
  method: string,
  path: string,
  body: unknown,
) => Promise<{ readonly status: number; readonly body: { readonly [field: string]: unknown } }>;

/** Lets the person say anything at the instance, by the operation that has it; resolves with the id of the message. */
export async function says(
  call: Call,
  instance: string,
  number: string,
  said: { readonly kind: string; readonly pushName?: string; readonly [field: string]: unknown },
): Promise<string> {
  const { pushName, ...words } = said;
  const named = pushName !== undefined && { PushName: pushName };
  if (!isPlayed(words)) {
    const message = { from: number, ...said };
    const { status, body } = await call('POST', `/sandbox/${instance}/message`, message);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return String(body.messageId);
  }
  const { Info, ...data } = playedData(number, words);
  const ID = playedId();
  const event = { event: 'Message', data: { ...data, Info: { ...Info, ...named, ID } } };
  const { status, body } = await call('POST', `/sandbox/${instance}/event`, event);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return ID;
}

/** The body that plays how the person fills in the form that the message `about` opens. */
export function formAnswer(number: string, about: string, fields: object) {
  const Chat = `${number}@s.whatsapp.net`;
  const interactiveResponseMessage = {
    body: { text: 'Sent' },
    nativeFlowResponseMessage: {
      name: 'galaxy_message',
      paramsJson: JSON.stringify(fields),
      version: 3,
    },
    contextInfo: { stanzaId: about },
  };
  const Info = { Chat, Sender: Chat, Type: 'media', MediaType: 'native_flow_response' };
  return { event: 'Message', data: { Info, Message: { interactiveResponseMessage } } };
}
