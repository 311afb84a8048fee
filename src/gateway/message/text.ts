/** Sending a text. */
import type { SentMessage } from '../../providers/provider.ts';
import { invalid } from '../../shared/errors.ts';
import { isFields } from '../instance/fields.ts';
import type { Sessions } from '../instance/sessions.ts';
import { begunWhenConnected } from './connected.ts';
import { TEXT_CHARACTERS_MAX } from './model.ts';
import { recipientIn } from './recipient.ts';

interface Text {
  readonly number: string;
  readonly text: string;
}

/** 400 naming every wrong field. */
export function parseText(body: unknown): Text {
  if (!isFields(body)) throw invalid('the body must be a JSON object');
  const problems: string[] = [];
  const number = recipientIn(body.number, problems);
  const text = textIn(body.text, problems);
  if (problems.length > 0) throw invalid(problems.join('; '));
  return { number, text };
}

function textIn(text: unknown, problems: string[]): string {
  if (typeof text === 'string' && text !== '' && text.length <= TEXT_CHARACTERS_MAX) return text;
  problems.push(
    text === undefined
      ? 'text is required'
      : `text must be a text of 1-${TEXT_CHARACTERS_MAX} characters`,
  );
  return '';
}

/** Begun in turn with the instance's other calls, which wait for its end only where the session asks for that. */
export const sendText = (sessions: Sessions, id: string, message: Text): Promise<SentMessage> =>
  begunWhenConnected(sessions, id, async (session) => {
    const answer = session.sendText(message);
    if (!session.keepsTextsInOrder) await answer;
    return { answer };
  });
