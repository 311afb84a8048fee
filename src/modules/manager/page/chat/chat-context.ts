import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PathOf } from '../../../../../packages/client/src/operations.ts';
import type { AnswerTo, BodyFor } from '../api.ts';
import type { Status } from '../components/status.tsx';
import { useApi } from '../gateway/api-context.ts';
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

/** The paths in which only the name of the instance is to be filled in. */
type PostPath = Exclude<
  Extract<PathOf<'POST'>, `${string}{instanceName}${string}`>,
  `${string}{${string}{${string}`
>;

/** Returns a function that posts a body to an operation on the instance. */
export function usePost() {
  const { name: instanceName } = useChats();
  // The compiler cannot tell whether the operation of any path may be called without options.
  const call = useApi().call as (method: 'POST', path: PostPath, options: object) => unknown;
  return <P extends PostPath>(path: P, body: BodyFor<'POST', P>) =>
    call('POST', path, { params: { instanceName }, body }) as Promise<AnswerTo<'POST', P>>;
}

export const chatLink = (name: string, jid = ''): string => linkTo(name, 'conversations', jid);
