/** Messages that numbers send: each is kept with the id that it is given. */
import { randomBytes } from 'node:crypto';
import { type GraphAnswer, graphError, ok, success } from './answers.ts';
import type { GraphPart, GraphRequest } from './server.ts';
import { opens } from './world.ts';

export interface SentByGraph {
  /** The id that the answer gave. */
  readonly wamid: string;
  readonly phoneNumberId: string;
  /** As it came. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A message that the account has read, and whether it shows writing. */
export interface ReadMark {
  readonly messageId: unknown;
  readonly isTyping: boolean;
}

export interface GraphMessages {
  readonly part: GraphPart;
  /** In the order in which they were taken. */
  readonly sent: readonly SentByGraph[];
  readonly read: readonly ReadMark[];
  /** The person of this number (digits) is known by another one. */
  spell(number: string, waId: string): void;
  /** The next message is answered with this word in place of `accepted`. */
  hold(word: string): void;
}

export function graphMessages(): GraphMessages {
  const sent: SentByGraph[] = [];
  const read: ReadMark[] = [];
  const spellings = new Map<string, string>();
  let held: string | null = null;

  const take = ({ body }: GraphRequest, phoneNumberId: string): GraphAnswer => {
    const { to, recipient } = body;
    const input = typeof to === 'string' && to !== '' ? to : recipient;
    if (typeof input !== 'string' || typeof body.type !== 'string' || !(body.type in body))
      return graphError(100, { message: '(#100) Invalid parameter', details: 'to and type' });
    const wamid = `wamid.${randomBytes(24).toString('base64url')}`;
    sent.push({ wamid, phoneNumberId, body });
    const who = input === to ? { wa_id: spellings.get(input) ?? input } : { user_id: input };
    const status = held ?? 'accepted';
    held = null;
    return ok({
      messaging_product: 'whatsapp',
      contacts: [{ input, ...who }],
      messages: [{ id: wamid, message_status: status }],
    });
  };

  const markRead = ({ body }: GraphRequest): GraphAnswer => {
    read.push({ messageId: body.message_id, isTyping: body.typing_indicator !== undefined });
    return success();
  };

  const part: GraphPart = (request, world) => {
    const [id = '', edge, more] = request.parts;
    const number = world.numbers.get(id);
    if (number === undefined || edge !== 'messages' || more !== undefined) return null;
    if (request.method !== 'POST' || !opens(world, request.token, number.accountId)) return null;
    if (request.body.messaging_product !== 'whatsapp')
      return graphError(100, { message: '(#100) The parameter messaging_product is required.' });
    return request.body.status === 'read' ? markRead(request) : take(request, id);
  };

  return {
    part,
    sent,
    read,
    spell: (number, waId) => void spellings.set(number, waId),
    hold(word) {
      held = word;
    },
  };
}
