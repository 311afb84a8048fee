/** The operations about one message. Each resolves with the text of its success. */
import { askForText, askToConfirm } from '../components/dialog.tsx';
import { useApi } from '../gateway/api-context.ts';
import { texts } from '../texts.ts';
import { useChats, usePost } from './chat-context.ts';
import type { Message } from './conversation.ts';

export function useMessageCalls({ id, isFromMe: fromMe, chat: remoteJid }: Message) {
  const api = useApi();
  const post = usePost();
  const { name } = useChats();
  const { chat } = texts();
  const params = { instanceName: name };
  const key = { id, fromMe, remoteJid };
  return {
    async react(reaction: string): Promise<undefined> {
      await post('/message/sendReaction/{instanceName}', { key, reaction });
    },
    /** An empty list takes the vote back. */
    async vote(options: string[]): Promise<undefined> {
      await post('/message/sendPollVote/{instanceName}', { key, options });
    },
    async forward() {
      const to = await askForText({
        title: chat.forwardTo,
        label: chat.numberOrJid,
        action: chat.forward,
      });
      if (to === null) return '';
      await post('/message/forward/{instanceName}', { number: to, key });
      return chat.forwarded(to);
    },
    async remove(): Promise<undefined> {
      const isSure = await askToConfirm({
        title: chat.deleteTitle,
        text: chat.deleteText,
        action: chat.deleteAction,
      });
      if (isSure)
        await api.call('DELETE', '/chat/deleteMessageForEveryone/{instanceName}', {
          params,
          body: { id, fromMe },
        });
    },
    async explain() {
      const { sentence } = await api.call('GET', '/message/explain/{instanceName}/{messageId}', {
        params: { ...params, messageId: id },
      });
      return sentence;
    },
  };
}
