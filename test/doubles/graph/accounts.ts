/** Numbers and accounts: what each is, the numbers of an account, and which apps get its webhooks. */
import { type GraphAnswer, ok, success } from './answers.ts';
import type { GraphRequest } from './server.ts';
import { type GraphAccount, type GraphNumber, type GraphWorld, opens } from './world.ts';

const DEFAULT_FIELDS =
  'id,display_phone_number,verified_name,quality_rating,code_verification_status';

export function accountsPart(request: GraphRequest, world: GraphWorld): GraphAnswer | null {
  const [id = '', edge, more] = request.parts;
  if (more !== undefined) return null;
  const number = world.numbers.get(id);
  if (number !== undefined && opens(world, request.token, number.accountId))
    return edge === undefined && request.method === 'GET' ? ok(shown(number, request)) : null;
  const account = world.accounts.get(id);
  if (account === undefined || !opens(world, request.token, id)) return null;
  return ofAccount(account, edge, request, world);
}

function ofAccount(
  account: GraphAccount,
  edge: string | undefined,
  request: GraphRequest,
  world: GraphWorld,
): GraphAnswer | null {
  const { method, token } = request;
  if (edge === undefined && method === 'GET') return ok({ id: account.id, name: account.name });
  if (edge === 'phone_numbers' && method === 'GET') {
    const numbers = [...world.numbers.values()].filter(({ accountId }) => accountId === account.id);
    return ok({ data: numbers.map((number) => shown(number, request)) });
  }
  if (edge !== 'subscribed_apps') return null;
  if (method === 'POST') account.subscribed.add(token);
  if (method === 'DELETE') account.subscribed.delete(token);
  if (method !== 'GET') return success();
  const data = [...account.subscribed].map((_, index) => ({
    whatsapp_business_api_data: { id: String(index + 1), name: 'App', link: 'https://app.example' },
  }));
  return ok({ data });
}

/** Only the fields that were asked for, as the Graph API answers. */
function shown({ id, fields }: GraphNumber, { query }: GraphRequest): Record<string, unknown> {
  const names = (query.get('fields') ?? DEFAULT_FIELDS).split(',');
  const asked = names.filter((name) => name in fields).map((name) => [name, fields[name]]);
  return { ...Object.fromEntries(asked), id };
}
