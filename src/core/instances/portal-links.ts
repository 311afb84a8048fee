/**
 * Links to the page of a customer. The code of a link opens the page once, and is exchanged for a credential that ends
 * when the link does. Both are rows with hashes, so a restart ends none, and every node of one database knows all.
 */
import type { Database, Row } from '../db/client.ts';
import { PORTAL_PREFIX } from '../shared/chosen-keys.ts';
import type { Clock } from '../shared/clock.ts';
import { derivedSecret, randomSecret, sha256 } from '../shared/crypto.ts';
import { failure } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { PortalScope } from './scopes.ts';

/** A link, opened or not. Times are in ms since 1970. */
interface PortalLink {
  readonly id: string;
  readonly instanceId: string;
  readonly scopes: readonly PortalScope[];
  readonly isOpened: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}

interface NewLink extends Pick<PortalLink, 'instanceId' | 'scopes' | 'expiresAt'> {}

/** They reject as the database does. */
export interface PortalLinks {
  /** Throws `conflict` when the instance has as many links as it may have. */
  add(link: NewLink): Promise<{ readonly id: string; readonly code: string }>;
  /** Returns the link with this code, whether it has been opened or has ended, or null. */
  byCode(code: string): Promise<PortalLink | null>;
  /**
   * Opens a link. Throws `gone` if it was opened before or has expired. A repeated call with the same random `key`
   * returns the same credential, because the first answer may have been lost.
   */
  open(
    code: string,
    key: string | null,
  ): Promise<{ readonly link: PortalLink; readonly credential: string }>;
  /** Returns the link that was opened with this credential, or null for an unknown credential or an ended link. */
  byCredential(credential: string): Promise<PortalLink | null>;
  /** Returns the links of an instance that have not ended, the newest first. */
  of(instanceId: string): Promise<readonly PortalLink[]>;
  /** Removes links that have ended, a part of them at a time. Returns how many it has removed. */
  prune(): Promise<number>;
  /** Ends a link. Returns whether there was one. */
  remove(instanceId: string, id: string): Promise<boolean>;
}

export const LINKS_PER_INSTANCE = 100;
/** How many requests a minute one link allows, by its code and by its page. The page makes about 150. */
export const REQUESTS_PER_LINK = 600;
/** Each new link removes at most this many that have ended. */
const REMOVED_AT_ONCE = 1_000;

/** The form of `randomSecret`; anything else is not looked up. */
const CODE = /^[\w-]{43}$/;
const CREDENTIAL = new RegExp(`^${PORTAL_PREFIX}[\\w-]{43}$`);

/** Returns whether a text is of the form of a page's credential, which no key has. */
export const isPortalCredential = (text: string): boolean => CREDENTIAL.test(text);

const COLUMNS = 'id, instance_id, scopes, credential_hash is not null, created_at, expires_at';
const REMOVE_ENDED = `delete from portal_links where id in
  (select id from portal_links where expires_at <= ? order by expires_at limit ${REMOVED_AT_ONCE}) returning id`;
const INSERT = `insert into portal_links (id, instance_id, scopes, code_hash, created_at, expires_at)
  select ?, ?, ?, ?, ?, ? where (select count(*) from portal_links where instance_id = ?) < ${LINKS_PER_INSTANCE}
  returning id`;
const BY_CODE = `select ${COLUMNS} from portal_links where code_hash = ?`;
const OPEN = `update portal_links set credential_hash = ?
  where code_hash = ? and credential_hash is null and expires_at > ? returning ${COLUMNS}`;
const BY_CREDENTIAL = `select ${COLUMNS} from portal_links where credential_hash = ? and expires_at > ?`;
const OF_INSTANCE = `select ${COLUMNS} from portal_links where instance_id = ? and expires_at > ?
  order by created_at desc, id desc limit ${LINKS_PER_INSTANCE}`;
const REMOVE = 'delete from portal_links where instance_id = ? and id = ? returning id';

interface PortalLinksDeps {
  readonly db: Pick<Database, 'query' | 'batch'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createPortalLinks({ db, clock }: PortalLinksDeps): PortalLinks {
  const first = async (sql: string, ...params: readonly (string | number)[]) => {
    const [row] = await db.query(sql, [...params]);
    return row === undefined ? null : toLink(row);
  };
  return {
    async add({ instanceId, scopes, expiresAt }) {
      const [id, code, now] = [newId(), randomSecret(), clock.now()];
      const row = [id, instanceId, JSON.stringify(scopes), sha256(code), now, expiresAt];
      const [, inserted = []] = await db.batch([
        { sql: REMOVE_ENDED, params: [now] },
        { sql: INSERT, params: [...row, instanceId] },
      ]);
      if (inserted.length > 0) return { id, code };
      throw failure('too_many_links', { max: LINKS_PER_INSTANCE });
    },
    byCode: async (code) => (CODE.test(code) ? first(BY_CODE, sha256(code)) : null),
    async open(code, key) {
      const credential = PORTAL_PREFIX + (key === null ? randomSecret() : derivedSecret(code, key));
      const hash = sha256(credential);
      const link =
        (await first(OPEN, hash, sha256(code), clock.now())) ??
        (await first(BY_CREDENTIAL, hash, clock.now()));
      if (link !== null) return { link, credential };
      const found = await first(BY_CODE, sha256(code));
      throw failure(
        found?.isOpened ? 'link_opened' : 'link_ended',
        {},
        { hint: 'ask the person who gave you the link for a new one' },
      );
    },
    byCredential: async (credential) =>
      isPortalCredential(credential) ? first(BY_CREDENTIAL, sha256(credential), clock.now()) : null,
    of: async (instanceId) => (await db.query(OF_INSTANCE, [instanceId, clock.now()])).map(toLink),
    prune: async () => (await db.query(REMOVE_ENDED, [clock.now()])).length,
    remove: async (instanceId, id) => (await db.query(REMOVE, [instanceId, id])).length > 0,
  };
}

/** The scopes were written by `add`. */
const toLink = ([id, instanceId, scopes, isOpened, createdAt, expiresAt]: Row): PortalLink => ({
  id: String(id),
  instanceId: String(instanceId),
  scopes: JSON.parse(String(scopes)) as PortalScope[],
  isOpened: Boolean(isOpened),
  createdAt: Number(createdAt),
  expiresAt: Number(expiresAt),
});
