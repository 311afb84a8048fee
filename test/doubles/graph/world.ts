/** What the double knows: accounts, their numbers, and which token opens which account. */
import { randomInt } from 'node:crypto';

export interface GraphNumber {
  readonly id: string;
  readonly accountId: string;
  /** The fields as the Graph API answers them; tests change them as Meta would. */
  readonly fields: Record<string, unknown>;
}

export interface GraphAccount {
  readonly id: string;
  readonly name: string;
  /** Apps that get its webhooks, by the token that subscribed them. */
  readonly subscribed: Set<string>;
}

export interface GraphWorld {
  readonly accounts: Map<string, GraphAccount>;
  readonly numbers: Map<string, GraphNumber>;
  /** Each token and the accounts it opens; take one out and it is dead. */
  readonly tokens: Map<string, Set<string>>;
  /** A new account with one connected number and a token that opens it. `digits` is the number itself. */
  addAccount(digits?: string): AddedAccount;
  /** Another number of an account; its id. */
  addNumber(accountId: string, digits?: string): string;
  /** Another token of an account. */
  addToken(accountId: string): string;
}

export interface AddedAccount {
  readonly businessAccountId: string;
  readonly phoneNumberId: string;
  readonly accessToken: string;
  /** Of the number: digits alone. */
  readonly number: string;
}

export function createWorld(): GraphWorld {
  const world: GraphWorld = {
    accounts: new Map(),
    numbers: new Map(),
    tokens: new Map(),
    addAccount(digits = randomDigits(11, '4479')) {
      const id = randomDigits(15, '10');
      world.accounts.set(id, { id, name: `Account ${id}`, subscribed: new Set() });
      return {
        businessAccountId: id,
        phoneNumberId: world.addNumber(id, digits),
        accessToken: world.addToken(id),
        number: digits,
      };
    },
    addNumber(accountId, digits = randomDigits(11, '4479')) {
      const id = randomDigits(15, '11');
      world.numbers.set(id, { id, accountId, fields: numberFields(id, digits) });
      return id;
    },
    addToken(accountId) {
      const token = `EAAG${randomDigits(40, 'x')}`;
      world.tokens.set(token, new Set([accountId]));
      return token;
    },
  };
  return world;
}

const numberFields = (id: string, digits: string): Record<string, unknown> => ({
  id,
  display_phone_number: `+${digits.slice(0, 2)} ${digits.slice(2, 6)} ${digits.slice(6)}`,
  verified_name: 'Corner Shop',
  status: 'CONNECTED',
  code_verification_status: 'EXPIRED',
  quality_rating: 'GREEN',
  platform_type: 'CLOUD_API',
  throughput: { level: 'STANDARD' },
  name_status: 'APPROVED',
  is_pin_enabled: true,
});

const randomDigits = (length: number, start: string): string =>
  start + Array.from({ length: length - start.length }, () => randomInt(10)).join('');

/** Whether the token of a request opens an account. */
export const opens = (world: GraphWorld, token: string, accountId: string): boolean =>
  world.tokens.get(token)?.has(accountId) ?? false;
