/** Sending a text. Owns: what may be sent, and that only a connected instance sends. */
import type { SentMessage } from '../../providers/provider.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import { isFields } from '../instance/fields.ts';
import type { Sessions } from '../instance/sessions.ts';
import { RECIPIENT, TEXT_CHARACTERS_MAX } from './model.ts';

export interface Text {
  readonly number: string;
  readonly text: string;
}

/** 400 naming every wrong field. */
export function parseText(body: unknown): Text {
  if (!isFields(body)) throw invalid('the body must be a JSON object');
  const { number, text } = body;
  const problems: string[] = [];
  const recipient = typeof number === 'string' && RECIPIENT.test(number) ? number : null;
  if (recipient === null)
    problems.push(
      number === undefined ? 'number is required' : 'number must be 5-20 digits or a JID',
    );
  const words = typeof text === 'string' && text.length <= TEXT_CHARACTERS_MAX ? text : '';
  if (words === '')
    problems.push(
      text === undefined
        ? 'text is required'
        : `text must be a text of 1-${TEXT_CHARACTERS_MAX} characters`,
    );
  if (recipient === null || words === '') throw invalid(problems.join('; '));
  return { number: recipient, text: words };
}

/** In turn with the instance's other calls; 409 when it is not connected. */
export const sendText = (sessions: Sessions, id: string, message: Text): Promise<SentMessage> =>
  sessions.inTurn(id, async (record) => {
    if (record.state !== 'open') throw conflict(`instance ${record.name} is not connected`);
    return sessions.sessionOf(record).sendText(message);
  });
