import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AnswerTo } from '../api.ts';
import type { Status } from '../components/status.tsx';
import { usePostTo } from '../gateway/api-context.ts';
import { linkTo } from '../links.ts';
import type { Chats } from './chats.ts';

export type Label = AnswerTo<'GET', '/label/findLabels/{instanceName}'>[number];
export type ScheduledMessage = AnswerTo<
  'GET',
  '/message/scheduled/{instanceName}'
>['messages'][number];

interface ChatParts {
  readonly chats: Chats;
  /** The name of the instance. */
  readonly name: string;
  /** The messages of the instance that wait to be sent. */
  readonly scheduled: readonly ScheduledMessage[];
  /** The labels of the account. */
  readonly labels: readonly Label[];
  /** Reads again at once. */
  readonly refresh: () => void;
  /** The result of an action whose button has left the page. */
  readonly status: Status;
}

export const ChatContext = createContext<ChatParts | null>(null);

export function useChats(): ChatParts {
  const parts = useContext(ChatContext);
  if (parts === null) throw new Error('no chats are shown');
  return parts;
}

/** Returns a function that posts a body to an operation on the instance. */
export const usePost = () => usePostTo(useChats().name);

export const chatLink = (name: string, jid = ''): string => linkTo(name, 'conversations', jid);
