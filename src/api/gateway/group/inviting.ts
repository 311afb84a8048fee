/** The link of a group, sent to people as a message of its own. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { readIfGiven, words, wrong } from '../../../http/read-fields.ts';
import type { Send } from '../../../sending/sender.ts';
import { AppError, unavailabilityOf } from '../../../shared/errors.ts';
import { GroupJid, lenient, orNull, peopleUpTo } from './model.ts';

/** Links to strangers are what accounts are banned for first. */
const NUMBERS_MAX = 50;
const DESCRIPTION_CHARACTERS_MAX = 2_048;

export const NewInvitations = NamedObject(
  'NewInvitations',
  {
    groupJid: GroupJid,
    description: readIfGiven(
      Type.String({
        maxLength: DESCRIPTION_CHARACTERS_MAX,
        description: `The text above the link, of at most ${DESCRIPTION_CHARACTERS_MAX} characters; absent: none`,
      }),
      (value) =>
        typeof value === 'string' && value.length <= DESCRIPTION_CHARACTERS_MAX
          ? value.trim()
          : wrong(`must be a text of at most ${DESCRIPTION_CHARACTERS_MAX} characters`),
    ),
    numbers: peopleUpTo(NUMBERS_MAX),
  },
  lenient,
);

const InvitationResult = NamedObject('InvitationResult', {
  number: Type.String({ description: 'A JID' }),
  status: Type.Unsafe<'PENDING' | 'QUEUED' | 'FAILED'>({
    ...words('PENDING', 'QUEUED', 'FAILED'),
    description: 'As of every message that is sent; FAILED: nothing was sent',
  }),
  id: orNull(Type.String(), 'Of the message; null: there is none'),
  reason: orNull(Type.String(), 'Why nothing was sent'),
});

export const InvitationsSent = NamedObject('InvitationsSent', {
  send: Type.Boolean({ description: 'Whether it goes to anybody' }),
  inviteUrl: Type.String(),
  results: Type.Array(InvitationResult),
});

type Result = Static<typeof InvitationResult>;

interface Invited {
  readonly instanceId: string;
  /** JIDs. */
  readonly people: readonly string[];
  readonly text: string;
}

const IN_ITS_TURN = { scheduleAt: null, delayMs: 0, mayWait: true };

/** A text to each, as `sendText` sends it; one that cannot be sent stops no other. */
export const sendToEach = (send: Send, { instanceId, people, text }: Invited): Promise<Result[]> =>
  Promise.all(
    people.map(async (number): Promise<Result> => {
      try {
        const message = { number, content: { kind: 'text', text } } as const;
        const { id, isQueued } = await send(instanceId, { message }, IN_ITS_TURN);
        return { number, status: isQueued ? 'QUEUED' : 'PENDING', id, reason: null };
      } catch (error) {
        return { number, status: 'FAILED', id: null, reason: whyNot(error) };
      }
    }),
  );

/** Throws what is a fault of the service. */
function whyNot(error: unknown): string {
  const reason = error instanceof AppError ? error.message : unavailabilityOf(error);
  if (reason === null) throw error;
  return reason;
}
