/** The actions of an account in WhatsApp groups. */

import { count } from '../../../core/providers/foreign-values.ts';
import {
  type CreatedGroup,
  type GroupActions,
  type JoinAnswer,
  type JoinRequest,
  type MemberAction,
  type MemberAddMode,
  type MemberResult,
  type NewGroup,
  NO_REQUEST,
} from '../../../core/providers/groups.ts';
import { inTurns } from '../../../core/shared/async/mutex.ts';
import { failure, messageOf } from '../../../core/shared/errors.ts';
import type { WhatsAppConnection } from '../connection.ts';
import type { SessionContext } from '../context.ts';
import type { Baileys, BinaryNode, WASocket } from '../engine/surface.ts';
import { pictureRequest } from '../profiles.ts';
import { addressesOf, groupOf } from '../translate/group-metadata.ts';
import { bareJid, isMe, person, type Self } from '../translate/jids.ts';
import { attribute, attributes, child, children } from '../translate/node.ts';
import {
  ALL_GROUPS,
  answerTo,
  ask,
  describedIn,
  failureOfOrder,
  MEMBERS_PER_TURN,
  reasonForPerson,
  refusalOf,
} from './queries.ts';

interface GroupActionsDeps extends Pick<SessionContext, 'groups' | 'self'> {
  readonly connection: Pick<WhatsAppConnection, 'requireOpen'>;
  readonly baileys: Pick<Baileys, 'generateMessageIDV2'>;
}

export class WhatsAppGroups implements GroupActions {
  readonly #deps: GroupActionsDeps;

  constructor(deps: GroupActionsDeps) {
    this.#deps = deps;
  }

  find(group: string) {
    const { groups, self } = this.#deps;
    return this.#ask(group, async (socket) => groupOf(await groups.find(group, socket), self()));
  }

  async *all() {
    const groups = await this.#ask('', (socket) => this.#deps.groups.all(socket));
    const inSlices = inTurns(groups, MEMBERS_PER_TURN, ({ participants }) => participants.length);
    for await (const group of inSlices) yield groupOf(group, this.#deps.self());
  }

  async create({
    subject,
    description,
    participants,
    promoteParticipants,
  }: NewGroup): Promise<CreatedGroup> {
    const { baileys, self } = this.#deps;
    const request = node(
      'create',
      { subject, key: baileys.generateMessageIDV2() },
      people(participants),
    );
    const answer = await this.#ask('', (socket) => ask(socket, 'set', ALL_GROUPS, request)).catch(
      (error: unknown) => {
        throw failureOfOrder(error);
      },
    );
    const { id } = describedIn(answer);
    const results = resultsIn(child(answer, 'group'), self());
    const problems: string[] = [];
    const besides = async (what: string, work: () => Promise<unknown>) => {
      await work().catch((error) => problems.push(`${what}: ${messageOf(error)}`));
    };
    if (description !== '')
      await besides('the description was not set', () => this.describe(id, description));
    const added = results.filter(({ status }) => status === 200).map(({ jid }) => jid);
    if (promoteParticipants && added.length > 0)
      await besides('nobody was made an admin', () => this.changeMembers(id, 'promote', added));
    return { group: await this.#afterwards(id, answer, problems), results, problems };
  }

  async rename(group: string, subject: string) {
    await this.#change(group, { ...node('subject'), content: Buffer.from(subject) });
  }

  async describe(group: string, description: string) {
    const { groups, baileys } = this.#deps;
    const before = await this.#ask(group, (socket) => groups.find(group, socket));
    const prev = before.descId ? { prev: before.descId } : {};
    const text = { ...node('body'), content: Buffer.from(description) };
    await this.#change(
      group,
      description === ''
        ? node('description', { delete: 'true', ...prev })
        : node('description', { id: baileys.generateMessageIDV2(), ...prev }, [text]),
    );
  }

  async changeMembers(group: string, action: MemberAction, jids: readonly string[]) {
    const addresses = action === 'add' ? jids : await this.#addressesIn(group, jids);
    const answer = await this.#change(group, node(action, {}, people(addresses)));
    return resultsIn(child(answer, action), this.#deps.self());
  }

  async set(group: string, setting: string) {
    await this.#change(group, node(setting));
  }

  async setMemberAddMode(group: string, mode: MemberAddMode) {
    await this.#change(group, { ...node('member_add_mode'), content: Buffer.from(mode) });
  }

  async setPicture(group: string, jpeg: Uint8Array) {
    await this.#ask(group, (socket) => answerTo(socket, pictureRequest(jpeg, group)));
  }

  async setEphemeral(group: string, seconds: number) {
    const expiration = String(seconds);
    await this.#change(
      group,
      seconds === 0 ? node('not_ephemeral') : node('ephemeral', { expiration }),
    );
  }

  async leave(group: string) {
    await this.#change(group, node('leave', {}, [node('group', { id: group })]), ALL_GROUPS);
  }

  async inviteCode(group: string) {
    return inviteIn(await this.#ask(group, (socket) => ask(socket, 'get', group, node('invite'))));
  }

  async revokeInviteCode(group: string) {
    return inviteIn(await this.#change(group, node('invite')));
  }

  inviteInfo(code: string) {
    const question = node('invite', { code });
    return this.#ask('', async (socket) =>
      groupOf(describedIn(await ask(socket, 'get', ALL_GROUPS, question)), this.#deps.self()),
    );
  }

  async join(code: string) {
    const request = node('invite', { code });
    const answer = await this.#ask('', (socket) => ask(socket, 'set', ALL_GROUPS, request));
    const joined = bareJid(attribute(child(answer, 'group'), 'jid'));
    const asked = bareJid(attribute(child(answer, 'membership_approval_request'), 'jid'));
    this.#deps.groups.forget(joined);
    return { group: joined || asked, isJoined: joined !== '' };
  }

  async joinRequests(group: string) {
    const tag = 'membership_approval_requests';
    const answer = await this.#ask(group, (socket) => ask(socket, 'get', group, node(tag)));
    const { self } = this.#deps;
    return children(child(answer, tag))
      .map((one) => requestOf(one, self()))
      .filter(({ jid }) => jid !== '');
  }

  async answerJoinRequests(group: string, answer: JoinAnswer, jids: readonly string[]) {
    const tag = 'membership_requests_action';
    const answered = await this.#change(group, node(tag, {}, [node(answer, {}, people(jids))]));
    return resultsIn(child(child(answered, tag), answer), this.#deps.self()).map((result) =>
      result.status === 404 ? { ...result, reason: NO_REQUEST } : result,
    );
  }

  /** Returns the group as WhatsApp describes it now, or as it was created when WhatsApp does not say. */
  async #afterwards(id: string, created: BinaryNode, problems: string[]) {
    return this.find(id).catch((error) => {
      problems.push(`the group was not described again: ${messageOf(error)}`);
      return groupOf(describedIn(created), this.#deps.self());
    });
  }

  /** Sends a change and forgets what is known of the group, whatever the answer is. */
  #change(group: string, request: BinaryNode, to = group): Promise<BinaryNode> {
    return this.#ask(group, (socket) =>
      ask(socket, 'set', to, request).finally(() => this.#deps.groups.forget(group)),
    );
  }

  /** Returns members by the addresses that the group has for them. */
  async #addressesIn(group: string, jids: readonly string[]): Promise<string[]> {
    const { groups } = this.#deps;
    const { participants } = await this.#ask(group, (socket) => groups.find(group, socket));
    const known = new Map(
      participants.flatMap((member) =>
        addressesOf(member).map((address) => [address, member.id] as const),
      ),
    );
    return jids.map((jid) => known.get(jid) ?? jid);
  }

  /** Resolves with what WhatsApp answers; `group` is named in a refusal. */
  async #ask<T>(group: string, question: (socket: WASocket) => Promise<T>): Promise<T> {
    const { socket } = this.#deps.connection.requireOpen();
    try {
      return await question(socket);
    } catch (error) {
      if (!socket.ws.isOpen) throw failure('connection_lost');
      throw refusalOf(error, group);
    }
  }
}

const node = (
  tag: string,
  attrs: Record<string, string> = {},
  content?: BinaryNode[],
): BinaryNode => ({ tag, attrs, ...(content && { content }) });

const people = (jids: readonly string[]): BinaryNode[] =>
  jids.map((jid) => node('participant', { jid }));

function inviteIn(answer: BinaryNode): string {
  const code = attribute(child(answer, 'invite'), 'code');
  if (code === '') throw failure('no_invitation');
  return code;
}

function requestOf(one: BinaryNode, self: Self): JoinRequest {
  const { jid } = person(self, ...attributes(one, 'jid', 'phone_number', 'lid'));
  const requestedAt = count(attribute(one, 'request_time'));
  return { jid, requestedAt, method: attribute(one, 'request_method') };
}

/** Returns a result for everybody whom an answer names, except the account itself. */
const resultsIn = (answer: BinaryNode | undefined, self: Self): MemberResult[] =>
  children(answer, 'participant')
    .map((one) => resultOf(one, self))
    .filter(({ jid }) => jid !== '' && !isMe(jid, self));

function resultOf(one: BinaryNode, self: Self): MemberResult {
  const { jid } = person(self, ...attributes(one, 'jid', 'phone_number', 'lid'));
  const status = count(attribute(one, 'error')) ?? 200;
  const request = child(one, 'add_request');
  const code = attribute(request, 'code');
  const expiration = count(attribute(request, 'expiration')) ?? 0;
  return {
    jid,
    status,
    reason: reasonForPerson(status),
    invite: code === '' ? null : { code, expiration },
  };
}
