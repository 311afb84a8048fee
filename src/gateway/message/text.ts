/** Sending a text. */
import type { Static } from '@sinclair/typebox';
import type { SentMessage } from '../../providers/provider.ts';
import type { Sessions } from '../instance/sessions.ts';
import { begunWhenConnected } from './connected.ts';
import type { TextMessage } from './model.ts';

/** Begun in turn with the instance's other calls, which wait for its end only where the session asks for that. */
export const sendText = (
  sessions: Sessions,
  id: string,
  message: Static<typeof TextMessage>,
): Promise<SentMessage> =>
  begunWhenConnected(sessions, id, async (session) => {
    const answer = session.sendText(message);
    if (!session.keepsTextsInOrder) await answer;
    return { answer };
  });
