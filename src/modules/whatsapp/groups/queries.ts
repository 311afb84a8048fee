/** Sends WhatsApp questions about groups, each with a time limit. */
import { record } from '../../../core/providers/foreign-values.ts';
import { inTurns } from '../../../core/shared/async/in-turns.ts';
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
