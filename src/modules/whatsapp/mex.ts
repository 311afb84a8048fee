/** Asks WhatsApp what it answers in GraphQL: it knows each question by a number. */

import { count, type Fields, jsonIn, record, text } from '../../core/providers/foreign-values.ts';
import type { AppError } from '../../core/shared/errors.ts';
import { refusalOf } from './asking.ts';
import type { WASocket } from './engine/surface.ts';
import { body, child } from './translate/node.ts';

/**
 * Returns the `data` of the answer, or an empty object. Throws the error that `refused` makes of WhatsApp's refusal.
 */
export async function askMex(
  socket: WASocket,
  question: string,
  variables: Fields,
  refused: (refusal: Fields) => AppError = mexRefusal,
): Promise<Fields> {
  const content = Buffer.from(JSON.stringify({ variables }));
  const answer = await socket.query({
    tag: 'iq',
    attrs: { to: 's.whatsapp.net', type: 'get', xmlns: 'w:mex' },
    content: [{ tag: 'query', attrs: { query_id: question }, content }],
  });
  const { data, errors } = record(jsonIn(body(child(answer, 'result'))));
  const [refusal] = Array.isArray(errors) ? errors : [];
  if (refusal !== undefined) throw refused(record(refusal));
  return record(data);
}

/** WhatsApp's code of a refusal, such as 404, or null. */
export const mexCode = ({ extensions }: Fields): number | null =>
  count(record(extensions).error_code);

export const mexRefusal = (refusal: Fields): AppError =>
  refusalOf(mexCode(refusal) ?? '-', text(refusal.message) || 'no reason given');
