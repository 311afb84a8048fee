/** Sends WhatsApp questions about groups, each with a time limit. */
import { record } from '../../../core/providers/foreign-values.ts';
import { inTurns } from '../../../core/shared/async/mutex.ts';
import {
  AppError,
  failure,
  messageOf,
  NotConnected,
  optionsOf,
} from '../../../core/shared/errors.ts';
import { refusalCode } from '../ask.ts';
import type { BinaryNode, GroupMetadata, WASocket } from '../engine/surface.ts';
import { metadataOfNode } from '../translate/group-metadata.ts';
import { child, children } from '../translate/node.ts';

const ANSWER_MS = 10_000;
const TIME_IS_OVER = 408;
/** The recipient of questions that are not about one group. */
export const ALL_GROUPS = '@g.us';
/** This many take a few milliseconds of the event loop. */
export const MEMBERS_PER_TURN = 1_000;

export class NoAnswer extends Error {}

/** Rejects with Baileys' error, whose `data` is WhatsApp's code, when WhatsApp refuses, and with NoAnswer after 10 s. */
export async function ask(
  socket: WASocket,
  type: 'get' | 'set',
  to: string,
  content: BinaryNode,
): Promise<BinaryNode> {
  return answerTo(socket, { tag: 'iq', attrs: { type, xmlns: 'w:g2', to }, content: [content] });
}

/** Resolves with the answer to a question, also one that is not about groups. Rejects as `ask` does. */
export async function answerTo(socket: WASocket, question: BinaryNode): Promise<BinaryNode> {
  const answer: BinaryNode | undefined = await socket
    .query(question, ANSWER_MS)
    .catch(undefinedInTime);
  if (answer === undefined) throw new NoAnswer(`there was no answer within ${ANSWER_MS} ms`);
  return answer;
}

/** Baileys has two timers for a question: one makes it return undefined, the other throw this. */
function undefinedInTime(error: unknown): undefined {
  if (record(record(error).output).statusCode !== TIME_IS_OVER) throw error;
}

export async function askForGroup(socket: WASocket, group: string): Promise<GroupMetadata> {
  const question = { tag: 'query', attrs: { request: 'interactive' } };
  return describedIn(await ask(socket, 'get', group, question));
}

export async function askForAll(socket: WASocket): Promise<GroupMetadata[]> {
  const parts = [
    { tag: 'participants', attrs: {} },
    { tag: 'description', attrs: {} },
  ];
  const question = { tag: 'participating', attrs: {}, content: parts };
  const answer = await ask(socket, 'get', ALL_GROUPS, question);
  const described = children(child(answer, 'groups'));
  const groups: GroupMetadata[] = [];
  for await (const node of inTurns(described, MEMBERS_PER_TURN, (one) => children(one).length)) {
    const group = metadataOfNode(node);
    if (group !== null) groups.push(group);
  }
  return groups;
}

/** Returns the group that an answer describes. */
export function describedIn(answer: BinaryNode): GroupMetadata {
  const described = metadataOfNode(child(answer, 'group'));
  if (described === null) throw new Error('the answer describes no group');
  return described;
}

/** Turns WhatsApp's number for a refusal into an error with a reason and words that say what to do. */
export function refusalOf(error: unknown, group: string): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error ? record(error).data : null;
  const about = group === '' ? '' : ` in ${group}`;
  const said = { where: about, text: messageOf(error) };
  switch (code) {
    case 401:
    case 403:
      return failure('group_refused', { where: about }, { cause: error });
    case 404:
      return failure('group_not_found', { which: group && ` ${group}` }, { cause: error });
    case 400:
    case 406:
      return failure('group_change_refused', said, { cause: error });
    case 410:
      return failure('group_invitation_revoked', {}, { cause: error });
    case 409:
      return failure('group_unchanged', { where: about }, { cause: error });
    case 419:
      return failure('group_full', { where: about }, { cause: error });
    case 429:
      return failure('groups_asked_too_often', {}, { cause: error });
    default:
      return failure('group_change_failed', said, { cause: error });
  }
}

/** Returns the failure of a change, marked as possibly done unless WhatsApp has refused it or was never asked. */
export function failureOfOrder(error: unknown): unknown {
  if (!(error instanceof AppError) || error instanceof NotConnected) return error;
  if (refusalCode(error.cause) !== null) return error;
  return new AppError(error.reason, error.message, {
    ...optionsOf(error),
    cause: error,
    mayBeDone: true,
  });
}

/** Returns what happened to one person for whom WhatsApp answered this number. */
export function reasonForPerson(status: number): string | null {
  switch (status) {
    case 200:
      return null;
    case 401:
      return 'They have blocked the account.';
    case 403:
      return 'They let only their contacts add them: send them an invitation.';
    case 404:
      return 'They are not on WhatsApp, or not in the group.';
    case 408:
      return 'They left the group lately: send them an invitation.';
    case 409:
      return 'They are in the group already.';
    case 419:
      return 'The group is full.';
    default:
      return `WhatsApp refused with ${status}.`;
  }
}
