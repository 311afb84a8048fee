/**
 * Which account a request acts in, and what its user may do there.
 * Owns: naming the account (header, query, token, the only one) and the refusals around it.
 */
import type { Database, Row } from '../db/client.ts';
import { AppError, forbidden, notFound } from '../shared/errors.ts';
import { isUuid } from '../shared/ids.ts';
import type { Caller } from './caller.ts';
import { isPermission, type Permission, permissionsOfRole } from './permissions/catalogue.ts';

export interface Role {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A user's place in an account, seen through a token. */
export interface Seat {
  readonly accountId: string;
  readonly isSuspended: boolean;
  readonly role: Role;
  /** Role ∩ scopes, sorted. */
  readonly permissions: readonly Permission[];
}

const invalidAccount = (text: string): AppError =>
  new AppError('invalid', `account-id ${text}`, { details: { account_id: [text] } });

/** The account that header and query name, in lower case, or null; 400 when malformed or at odds. */
export function namedAccount(request: Request): string | null {
  const { url, headers } = request;
  const query = url.includes('account_id') ? url.slice(url.indexOf('?') + 1) : '';
  const given = new URLSearchParams(query).getAll('account_id');
  const header = headers.get('account-id');
  if (header !== null) given.push(header);
  const ids = new Set(given.map((id) => id.toLowerCase()));
  if (![...ids].every(isUuid)) throw invalidAccount('must be a UUID');
  if (ids.size > 1) throw invalidAccount('is given twice, with different values');
  const [id] = ids;
  return id ?? null;
}

const SEATS = `select m.account_id, a.status, r.id, r.key, r.name, r.is_system, r.permissions
  from memberships m join accounts a on a.id = m.account_id join roles r on r.id = m.role_id
  where m.user_id = ?`;

/** The seat in this account, or null. A token bound elsewhere has none. */
export async function seatIn(db: Queries, caller: Caller, accountId: string): Promise<Seat | null> {
  if (caller.boundTo !== null && caller.boundTo !== accountId) return null;
  const [row] = await db.query(`${SEATS} and m.account_id = ?`, [caller.userId, accountId]);
  return row ? toSeat(row, caller.scopes) : null;
}

/** The user's own place in an account, whatever token is used. */
export const seatOfUser = (db: Queries, userId: string, accountId: string): Promise<Seat | null> =>
  seatIn(db, { userId, tokenId: '', boundTo: null, scopes: null }, accountId);

/** Every seat of the token, oldest account first; at most `limit`. */
export async function seatsOf(db: Queries, caller: Caller, limit: number): Promise<Seat[]> {
  if (caller.boundTo !== null) {
    const seat = await seatIn(db, caller, caller.boundTo);
    return seat ? [seat] : [];
  }
  const rows = await db.query(`${SEATS} order by m.account_id limit ?`, [caller.userId, limit]);
  return rows.map((row) => toSeat(row, caller.scopes));
}

/** The seat in a named account: 404 no such account, 403 not open to this token or suspended. */
export async function seatInNamed(db: Queries, caller: Caller, accountId: string): Promise<Seat> {
  const seat = await seatIn(db, caller, accountId);
  if (seat) return unlessSuspended(seat);
  const [known] = await db.query('select 1 from accounts where id = ?', [accountId]);
  if (!known) throw notFound('account');
  const isBoundElsewhere = caller.boundTo !== null && caller.boundTo !== accountId;
  throw forbidden(
    isBoundElsewhere
      ? 'This token is bound to another account'
      : 'The user is not a member of this account',
  );
}

/** The seat a request acts from; 400 when several are possible and none is named. */
export async function actingSeat(db: Queries, caller: Caller, request: Request): Promise<Seat> {
  const named = namedAccount(request) ?? caller.boundTo;
  if (named !== null) return seatInNamed(db, caller, named);
  const [only, another] = await seatsOf(db, caller, 2);
  if (!only) throw forbidden('The user is not a member of any account');
  if (another) throw invalidAccount('is required: the user has several accounts');
  return unlessSuspended(only);
}

function unlessSuspended(seat: Seat): Seat {
  if (seat.isSuspended) throw forbidden('The account is suspended');
  return seat;
}

type Queries = Pick<Database, 'query'>;

function toSeat(row: Row, scopes: string | null): Seat {
  const [accountId, status, id, key, name, isSystem, permissions] = row;
  const role = { id: String(id), key: String(key), name: String(name) };
  return {
    accountId: String(accountId),
    isSuspended: status === 'suspended',
    role,
    permissions: effective(role.key, isSystem === 1, String(permissions), scopes),
  };
}

/** Few different results exist beside many requests. Keyed by everything they depend on. */
const known = new Map<string, readonly Permission[]>();
const KNOWN_MAX = 1_000;

function effective(key: string, isSystem: boolean, permissions: string, scopes: string | null) {
  const slot = `${isSystem} ${key} ${permissions} ${scopes}`;
  const found = known.get(slot);
  if (found) return found;
  const held = permissionsOfRole({ key, isSystem, permissions });
  const made = scopes === null ? held : held.filter((one) => scopesIn(scopes).includes(one));
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(slot, made);
  return made;
}

/** The permissions in a token's `scopes` column. */
export const scopesIn = (scopes: string): readonly Permission[] =>
  // Written by this zone alone, as an array of texts.
  (JSON.parse(scopes) as string[]).filter(isPermission);
