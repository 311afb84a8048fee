/** Sends WhatsApp the questions that a caller waits for. */
import { faultOf, isPassing } from '../../core/db/client.ts';
import { count, type Fields, jsonIn, record, text } from '../../core/providers/foreign-values.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { AppError, failure, messageOf } from '../../core/shared/errors.ts';
import type { WASocket } from './engine/surface.ts';
import { body, child } from './translate/node.ts';

export interface QuestionContext {
  readonly connection: {
    /** Returns the open connection. Throws `conflict` without one. */
    requireOpen(): { readonly socket: WASocket };
    readonly isOpen: boolean;
  };
  readonly clock: Clock;
}

/** Baileys itself waits for a minute. */
const ANSWER_MS = 10_000;
const TOO_OFTEN = 429;

/**
 * Resolves with what WhatsApp answers. Throws `conflict` when it refuses (its code and words are in the text) or the
 * connection is lost, `rate_limited` when it asks to wait, and `unavailable` when no answer comes within 10 s.
 */
export async function ask<T>(
  { connection, clock }: QuestionContext,
  question: (socket: WASocket) => Promise<T>,
): Promise<T> {
  const { socket } = connection.requireOpen();
  const isOpen = () => connection.isOpen && socket.ws.isOpen;
  return askOver({ socket, clock, isOpen }, question);
}

interface OpenSocket {
  readonly socket: WASocket;
  readonly clock: Clock;
  readonly isOpen: () => boolean;
}

/** Asks over one socket, whether it is logged in or not. Throws as `ask` does. */
export async function askOver<T>(
  { socket, clock, isOpen }: OpenSocket,
  question: (socket: WASocket) => Promise<T>,
): Promise<T> {
  try {
    return await withTimeout({ clock, ms: ANSWER_MS }, question(socket), noAnswer);
  } catch (error) {
    if (error instanceof AppError || isPassing(faultOf(error))) throw error;
    if (!isOpen()) throw failure('connection_lost');
    throw refusal(error);
  }
}

const noAnswer = (): Error => failure('lookup_unanswered', { seconds: ANSWER_MS / 1000 });

/** Returns WhatsApp's own code for a refusal, such as 404, or null when `error` is not a refusal. */
export function refusalCode(error: unknown): number | null {
  const { data } = error instanceof Error ? record(error) : { data: null };
  return typeof data === 'number' && data >= 400 ? data : null;
}

function refusal(error: unknown): AppError {
  const code = refusalCode(error);
  return code === null
    ? failure('whatsapp_not_asked', { problem: messageOf(error) }, { cause: error })
    : refusalOf(code, messageOf(error), error);
}

/** Returns `rate_limited` when WhatsApp asks to wait, else `conflict` with its words and code ('-' without a code). */
export const refusalOf = (code: number | '-', text: string, cause?: unknown): AppError =>
  code === TOO_OFTEN
    ? failure('asked_too_often', {}, { cause })
    : failure('whatsapp_refused', { text, code }, { cause });

/**
 * Asks WhatsApp what it answers in GraphQL: it knows each question by a number. Returns the `data` of the answer, or an
 * empty object. Throws the error that `refused` makes of WhatsApp's refusal.
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
