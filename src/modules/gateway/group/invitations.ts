/** Links to join groups by: asking for them, joining by them, sending them to people. */

import { type Static, Type } from '@sinclair/typebox';
import { TrimmedText } from '../../../core/http/field-types.ts';
import type { IdempotentWork } from '../../../core/http/idempotency.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { fieldError, optional, parsedBy, words } from '../../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import { newMessageId } from '../../../core/providers/outgoing.ts';
import {
  AppError,
  isOutcomeUnknown,
  messageOf,
  unavailabilityOf,
} from '../../../core/shared/errors.ts';
import { findEarlierSend } from '../message/operation.ts';
import type { GatewayParts } from '../parts.ts';
import {
  GroupBesideBody,
  type GroupForm,
  GroupJid,
  GroupQuery,
  lenient,
  peopleField,
} from './model.ts';
import { bodyOfGroup, GROUP_ONLY, groupOperation } from './operation.ts';

const LINK = 'https://chat.whatsapp.com/';
const CODE = /^[A-Za-z0-9]{22}$/;

const CodeQuery = Type.Object(
  {
    inviteCode: parsedBy(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Code of the invitation, or the whole link that ends in it',
        examples: ['AbCdEfGhIjKlMnOpQrStUv'],
      }),
      (value) => {
        const text = typeof value === 'string' ? value : '';
        const [code = ''] = (text.startsWith(LINK) ? text.slice(LINK.length) : text).split('?');
        return CODE.test(code) ? code : fieldError('not_invite_code');
      },
    ),
  },
  lenient,
);

const inviteUrlOf = (inviteCode: string): string => `${LINK}${inviteCode}`;

const Invitation = { inviteUrl: Type.String(), inviteCode: Type.String() };
const invitation = (inviteCode: string) => ({ inviteUrl: inviteUrlOf(inviteCode), inviteCode });

const JoinRequests = NamedObject('JoinRequests', {
  requests: Type.Array(
    Type.Object({
      jid: Type.String(),
      requestedAt: orNull(Type.Integer(), 'Seconds since 1970'),
      method: Type.String({ description: 'How the person asks, such as `invite_link`' }),
    }),
  ),
});

export const inviteCode = groupOperation('GET /group/inviteCode/:instanceName', {
  scope: 'send',
  summary: 'Get the invitation link of a group',
  description: 'Answers with the link by which people join.',
  query: GroupQuery,
  answer: Type.Object(Invitation),
  act: async (groups, { query: { groupJid } }) => invitation(await groups.inviteCode(groupJid)),
});

export const revokeInviteCode = groupOperation('POST /group/revokeInviteCode/:instanceName', {
  scope: 'send',
  summary: 'Replace the invitation link of a group',
  description: 'Makes a new link; the former one no longer works.',
  ...GROUP_ONLY,
  status: 201,
  answer: Type.Object({ revoked: Type.Literal(true), ...Invitation }),
  act: async (groups, { body: { groupJid } }) => ({
    revoked: true as const,
    ...invitation(await groups.revokeInviteCode(groupJid)),
  }),
});

export const joinRequests = groupOperation('GET /group/joinRequests/:instanceName', {
  scope: 'read',
  summary: 'List the requests to join a group',
  description: 'Lists the people who wait for an admin to let them in.',
  query: GroupQuery,
  answer: JoinRequests,
  act: async (groups, { query: { groupJid } }) => ({
    requests: [...(await groups.joinRequests(groupJid))],
  }),
});

export const inviteInfo = ({ schema, from }: GroupForm) =>
  groupOperation('GET /group/inviteInfo/:instanceName', {
    scope: 'read',
    summary: 'Get the group that an invitation leads to',
    description: 'Looks the group up without joining it.',
    query: CodeQuery,
    answer: schema,
    act: async (groups, { query }) => from(await groups.inviteInfo(query.inviteCode)),
  });

export const acceptInviteCode = groupOperation('GET /group/acceptInviteCode/:instanceName', {
  scope: 'send',
  summary: 'Join a group by its invitation link',
  description: 'Joins the group, or asks its admins if they decide about it.',
  audit: 'group.join',
  query: CodeQuery,
  answer: Type.Object({
    accepted: Type.Boolean({
      description: 'Whether the account is in the group; false while admins decide about it',
    }),
    groupJid: Type.String(),
  }),
  async act(groups, { query }) {
    const { group, isJoined } = await groups.join(query.inviteCode);
    return { accepted: isJoined, groupJid: group };
  },
});

/** Links to strangers are what accounts are banned for first. */
const NUMBERS_MAX = 50;
const DESCRIPTION_CHARACTERS_MAX = 2_048;

const NewInvitations = NamedObject(
  'NewInvitations',
  {
    groupJid: GroupJid,
    description: optional(
      TrimmedText({
        maxLength: DESCRIPTION_CHARACTERS_MAX,
        description: `Text above the link, at most ${DESCRIPTION_CHARACTERS_MAX} characters, such as \`Join our group\``,
        examples: ['Join our group'],
      }),
    ),
    numbers: peopleField(NUMBERS_MAX),
  },
  lenient,
);

const InvitationResult = NamedObject('InvitationResult', {
  number: Type.String({ description: 'A JID' }),
  status: Type.Unsafe<'PENDING' | 'QUEUED' | 'UNKNOWN' | 'FAILED'>({
    ...words('PENDING', 'QUEUED', 'UNKNOWN', 'FAILED'),
    description:
      'Status as of every sent message; UNKNOWN: it may have been sent, and the status of `id` says so once it is known; FAILED: nothing was sent',
  }),
  id: textOrNull('Id of the message; null without a message'),
  reason: textOrNull('Why nothing was sent, or why that is not known'),
});

const InvitationsSent = NamedObject('InvitationsSent', {
  send: Type.Boolean({ description: 'Whether the link goes to at least one person' }),
  inviteUrl: Type.String(),
  results: Type.Array(InvitationResult),
});

type Result = Static<typeof InvitationResult>;

interface GroupInvitation {
  /** JIDs. */
  readonly people: readonly string[];
  readonly text: string;
  readonly idempotentWork: IdempotentWork | null;
}

type SendingParts = Pick<GatewayParts, 'send' | 'messages' | 'log'>;

const IN_ITS_TURN = { scheduleAt: null, delayMs: 0, mayWait: true };

/** A text to each, as `sendText` sends it; one that cannot be sent stops no other. */
const sendToEach = (
  parts: SendingParts,
  instance: InstanceRecord,
  { people, text, idempotentWork }: GroupInvitation,
): Promise<Result[]> =>
  Promise.all(
    people.map(async (number): Promise<Result> => {
      const id = idempotentWork?.messageId(number) ?? newMessageId();
      try {
        const before =
          idempotentWork && (await findEarlierSend(parts, instance, idempotentWork, number));
        const message = { id, number, content: { kind: 'text', text } } as const;
        const sent = before ?? (await parts.send(instance.id, { message }, IN_ITS_TURN));
        return { number, status: sent.isQueued ? 'QUEUED' : 'PENDING', id: sent.id, reason: null };
      } catch (error) {
        return unsent(parts, number, id, error);
      }
    }),
  );

const FAULT = 'the service failed';

function unsent(
  { log }: Pick<GatewayParts, 'log'>,
  number: string,
  id: string,
  error: unknown,
): Result {
  const known = error instanceof AppError ? error : unavailabilityOf(error);
  if (known === null)
    log.error('sending an invitation failed', { messageId: id, reason: messageOf(error) });
  const mayBeSent = (error instanceof AppError && error.mayBeDone) || isOutcomeUnknown(error);
  const reason = known?.message ?? FAULT;
  // After a fault of the service the message may have been sent before the failure.
  if (mayBeSent || known === null) return { number, status: 'UNKNOWN', id, reason };
  return { number, status: 'FAILED', id: null, reason };
}

export const sendInvite = groupOperation('POST /group/sendInvite/:instanceName', {
  scope: 'send',
  summary: 'Send people the invitation link of a group',
  description:
    'Sends each person the link in a text of its own, which waits in the queue if sending has a pace; `results` says what became of each.',
  query: GroupBesideBody,
  body: bodyOfGroup(NewInvitations),
  answer: InvitationsSent,
  idempotency: 'resumes',
  async act(groups, { parts, instance, body, idempotentWork }) {
    const { groupJid, description = '', numbers: people } = body;
    const inviteUrl = inviteUrlOf(await groups.inviteCode(groupJid));
    const text = description === '' ? inviteUrl : `${description}\n\n${inviteUrl}`;
    const results = await sendToEach(parts, instance, { people, text, idempotentWork });
    return { send: results.some(({ status }) => status !== 'FAILED'), inviteUrl, results };
  },
});
