/** Nodes that do not keep one of the rules, each made by putting something else in the place of a port. */

import type { Executor, Statement } from '../../../src/core/db/client.ts';
import type { Ownership } from '../../../src/core/events/publish/ownership.ts';
import type { Membership } from '../../../src/modules/cluster/membership.ts';
import type { MovableParts } from '../../../src/offers.ts';
import type { Mutant } from './node.ts';

type Rewrite = (statement: Statement) => Statement;

/** Another text for what the node sends, with the parameters that it then has. */
const rewriting =
  (rewrite: Rewrite) =>
  (link: Executor): Executor => ({
    ...link,
    query(sql, params) {
      const changed = rewrite({ sql, params });
      return link.query(changed.sql, changed.params);
    },
    batch: (list) => link.batch(list.map(rewrite)),
  });

const replacing = (from: string, to: string): NonNullable<Mutant['database']> =>
  rewriting(({ sql, params }) => ({ sql: sql.replace(from, to), params }));

/** Publishes whoever owns the stream, and whatever was counted on. */
const withoutFence = rewriting(({ sql, params }) => {
  if (!sql.startsWith('update streams set last_sequence')) return { sql, params };
  const [, , , to = null, id = null] = params;
  return {
    sql: 'update streams set last_sequence = max(last_sequence, ?) where id = ?',
    params: [to, id],
  };
});

/** Never finds what only the table says that it has leased. */
const withoutStrays = rewriting(({ sql, params }) => ({
  sql: sql.startsWith('select id, holder from deliveries') ? `${sql} and false` : sql,
  params,
}));

/** Gives a stream back whoever has it by then. */
const givingWhatIsNotItsOwn = rewriting(({ sql, params }) => {
  if (!sql.startsWith('update streams set owner = null')) return { sql, params };
  return { sql: 'update streams set owner = null where id = ?', params: params.slice(0, 1) };
});

/** Of the streams that it owns, the table names those alone that it knows of. */
const withoutAdoption = (link: Executor, membership: () => Membership): Executor => ({
  ...link,
  async query(sql, params) {
    const rows = await link.query(sql, params);
    if (!sql.startsWith('select id, term from streams')) return rows;
    return rows.filter(([id, term]) => membership().grantOf(String(id))?.term === term);
  },
});

/** Trusts its lease for ever. */
const withoutDeadline = (membership: Membership): Ownership =>
  new Proxy<Ownership>(membership, {
    get(_, name) {
      if (name === 'isCertain') return true;
      const value = Reflect.get(membership, name, membership);
      return typeof value === 'function' ? value.bind(membership) : value;
    },
  });

type Grants = Membership['grants'];

const withGrants =
  (change: (grants: Grants) => void): NonNullable<Mutant['membership']> =>
  ({ grants }) =>
    change(grants);

/** The engine or the service with some of its operations replaced. */
const withEngine =
  (
    changed: (engine: MovableParts['engine']) => Partial<MovableParts['engine']>,
  ): NonNullable<Mutant['parts']> =>
  (parts) => ({ ...parts, engine: { ...parts.engine, ...changed(parts.engine) } });
const withService =
  (changed: Partial<MovableParts['service']>): NonNullable<Mutant['parts']> =>
  (parts) => ({ ...parts, service: { ...parts.service, ...changed } });

interface FoundMutant extends Mutant {
  /** A seed at which it breaks a promise, unless runs have changed since. */
  readonly from: number;
  /** Whether only the longer runs find it soon. */
  readonly isLong?: boolean;
}

/** By what such a node does. */
export const MUTANTS: Readonly<Record<string, FoundMutant>> = {
  'publishes whoever owns the stream': { from: 7, database: withoutFence },
  'never stops by itself': { from: 10, ownership: withoutDeadline },
  'takes streams with the term they had': {
    ...{ from: 41, isLong: true },
    database: replacing('term = term + 1', 'term = max(term, 1)'),
  },
  'does not look for what it leased without knowing': { from: 77, database: withoutStrays },
  'does not adopt what it took without knowing': { from: 4, database: withoutAdoption },
  'renews its lease behind its other work': { from: 1, sharesConnection: true },
  // Hand-over and drain.
  'hands over without waiting for attempts under way': {
    from: 4,
    parts: withEngine(() => ({ attemptsEnded: async () => {} })),
  },
  'begins attempts for what it is handing over': {
    from: 6,
    membership: withGrants((grants) => {
      grants.retire = () => {};
    }),
  },
  'stays logged in for what it hands over': {
    from: 4,
    parts: withService({ close: async () => {} }),
  },
  'gives back a stream that another node has by then': {
    from: 43,
    database: givingWhatIsNotItsOwn,
  },
  'takes streams while it drains': { from: 24, database: replacing('and me.draining = 0', '') },
  // Streams of accounts.
  'numbers events of an account by what it has counted, whatever others have': {
    from: 4,
    database: replacing(
      'case when last_sequence = ? then excluded.last_sequence end',
      'max(last_sequence, excluded.last_sequence) where ? >= 0',
    ),
  },
  'does not note what it has published for another owner': {
    from: 4,
    database: rewriting((statement) =>
      statement.sql.startsWith('insert into changes')
        ? { sql: 'select ?', params: [''] }
        : statement,
    ),
  },
  // Streams that come and go.
  'does not look for what waits of a stream it has gained': {
    from: 3,
    parts: withEngine(() => ({ findWaiting: async () => {} })),
  },
  'sends for a stream it has gained before it has read it': {
    from: 437,
    membership: withGrants((grants) => {
      grants.mustBeRead = () => {};
    }),
    parts: (parts) => ({
      ...parts,
      memories: [{ forget: (ids) => void parts.engine.findWaiting([...ids]) }],
    }),
  },
  'does not read what others have changed': {
    from: 1,
    parts: (parts) => ({ ...parts, tables: [] }),
  },
  'stays logged in when its lease has ended': {
    from: 2,
    parts: withService({ abandon() {} }),
  },
  'does not log in for what it has gained': {
    from: 1,
    parts: withService({ open: async () => {} }),
  },
};
