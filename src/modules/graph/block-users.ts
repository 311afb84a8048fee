/** Blocking people, as the Graph API has it: several at once, each with its own outcome. */
import { Type } from '@sinclair/typebox';
import { NUMBER } from '../../core/http/example-values.ts';
import { isFields } from '../../core/http/read-fields.ts';
import { readAddressee } from '../../core/shared/addresses/chat-address.ts';
import { UnreadableAddress } from '../../core/shared/addresses/unreadable-address.ts';
import { AppError, kindOf } from '../../core/shared/errors.ts';
import { withSentence } from '../../core/shared/reasons/problems.ts';
import { metaErrorOf } from '../../core/webhooks/format/meta-errors.ts';
import { GraphFailure, graphCodeOf, graphError, refusedAs } from './errors.ts';
import { atMetaIfThere, type GraphCall, type GraphRow, type GraphRows } from './operation.ts';
import { messagingProduct, PAGE, Paging, pageOf, requireProduct } from './reading.ts';

/** WhatsApp is asked for one after the other. */
const USERS_MAX = 50;

const Person = Type.Object({
  input: Type.String({ description: 'The person as the request names them' }),
  wa_id: Type.String({ description: 'The number of the person in digits' }),
});

const Failed = Type.Object({
  input: Type.String({ description: 'The person as the request names them' }),
  errors: Type.Array(
    Type.Object({
      message: Type.String(),
      code: Type.Integer(),
      error_data: Type.Object({ details: Type.String() }),
    }),
  ),
});

const outcomeOf = (name: 'added_users' | 'removed_users', isWhole: boolean) =>
  Type.Object({
    messaging_product: Type.Literal('whatsapp'),
    block_users: Type.Object({
      [name]: Type.Array(Person),
      ...(!isWhole && { failed_users: Type.Array(Failed) }),
    }),
    ...(!isWhole && { error: GraphFailure.properties.error }),
  });

/** Returns the people whom the body names. Throws 400 unless all of them are texts. */
function usersIn({ body }: GraphCall): string[] {
  requireProduct(body);
  const users = Array.isArray(body.block_users) ? body.block_users : [];
  const named = users.map((one) => (isFields(one) ? one.user : undefined));
  if (named.length < 1 || named.length > USERS_MAX)
    throw refusedAs(100, `block_users must be a list of 1-${USERS_MAX} people`);
  if (!named.every((user) => typeof user === 'string'))
    throw refusedAs(100, 'every entry of block_users must have user, a text');
  return named;
}

interface Outcome {
  readonly done: { readonly input: string; readonly wa_id: string }[];
  readonly failed: { readonly input: string; readonly error: AppError }[];
}

/** Throws if the first change fails for a reason that is not about the person, such as a closed connection. */
async function changeEach(call: GraphCall, status: 'block' | 'unblock'): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [] };
  for (const input of usersIn(call)) {
    const number = readAddressee(input);
    if (number instanceof UnreadableAddress) {
      outcome.failed.push({
        input,
        error: refusedAs(100, `user ${withSentence(number.problem).message}`),
      });
      continue;
    }
    try {
      await call.ask('POST /chat/updateBlockStatus/:instanceName', { number, status });
      outcome.done.push({ input, wa_id: number.replace(/@.*$/, '') });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isOwn = kindOf(error) === 'unknown_number';
      if (!isOwn && outcome.done.length === 0) throw error;
      outcome.failed.push({ input, error });
    }
  }
  return outcome;
}

/** Meta's code if some people could not be blocked or unblocked. */
const SOME_FAILED = 139100;

const failedUser = ({ input, error }: Outcome['failed'][number]) => {
  const code = graphCodeOf(error);
  const { title: message } = metaErrorOf(code);
  return { input, errors: [{ message, code, error_data: { details: error.message } }] };
};

const changing =
  (status: 'block' | 'unblock', name: 'added_users' | 'removed_users') =>
  async (call: GraphCall) => {
    const { done, failed } = await changeEach(call, status);
    const whole = { messaging_product: 'whatsapp', block_users: { [name]: done } };
    if (failed.length === 0) return whole;
    const message = `${failed.length} of ${done.length + failed.length} people failed: see failed_users`;
    const refusal = { code: SOME_FAILED, details: '' };
    const kind = { status: 400, code: 'BAD_REQUEST', reason: 'invalid' } as const;
    const facts = { ...kind, message };
    const block_users = { ...whole.block_users, failed_users: failed.map(failedUser) };
    const { error } = graphError({ ...facts, platform: refusal }, call);
    return Response.json({ ...whole, block_users, error }, { status: facts.status });
  };

interface BlockedContact {
  readonly jid: string;
}

async function list(call: GraphCall) {
  const blocked = await call.ask<readonly BlockedContact[]>(
    'GET /chat/fetchBlocklist/:instanceName',
  );
  const { data, ...paging } = pageOf(blocked, call, { keyOf: ({ jid }) => jid });
  const people = data.map(({ jid }) => ({
    messaging_product: 'whatsapp',
    wa_id: jid.replace(/@s\.whatsapp\.net$/, ''),
  }));
  return { data: people, ...paging };
}

const changeRow = (
  status: 'block' | 'unblock',
  name: 'added_users' | 'removed_users',
  summary: string,
): GraphRow => ({
  names: 'number',
  scope: 'send',
  summary,
  description: `Returns an outcome for each person: if some failed, the answer is 400 with code ${SOME_FAILED}, and \`failed_users\` names them.`,
  body: {
    messaging_product: messagingProduct,
    block_users: Type.Array(
      Type.Object({
        user: Type.String({ description: 'A phone number, or a JID', examples: ['5511888880000'] }),
      }),
      { description: `People to block or unblock, at most ${USERS_MAX}` },
    ),
  },
  answer: outcomeOf(name, true),
  failures: { 400: Type.Union([GraphFailure, outcomeOf(name, false)]) },
  example: { body: { messaging_product: 'whatsapp', block_users: [{ user: NUMBER }] } },
  run: atMetaIfThere('block_users', changing(status, name)),
});

export const BLOCK_USERS: GraphRows = {
  'GET /:id/block_users': {
    names: 'number',
    scope: 'read',
    summary: 'List the users whom a number has blocked',
    query: PAGE,
    answer: Type.Object({
      data: Type.Array(
        Type.Object({
          messaging_product: Type.Literal('whatsapp'),
          wa_id: Type.String({
            description: 'The number in digits, or the address that hides it',
          }),
        }),
      ),
      paging: Paging,
    }),
    run: atMetaIfThere('block_users', list),
  },
  'POST /:id/block_users': changeRow('block', 'added_users', 'Block people'),
  'DELETE /:id/block_users': changeRow('unblock', 'removed_users', 'Unblock users'),
};
