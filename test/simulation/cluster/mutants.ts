/** Nodes that do not keep one of the rules, each made by putting something else in the place of a port. */
import type { Membership } from '../../../src/cluster/membership.ts';
import type { Executor, Statement } from '../../../src/db/client.ts';
import type { Ownership } from '../../../src/events/publish/ownership.ts';
import type { Mutant } from './node.ts';

/** Another text for what the node sends, with the parameters that it then has. */
const rewriting = (link: Executor, rewrite: (statement: Statement) => Statement): Executor => ({
  ...link,
  query(sql, params) {
    const changed = rewrite({ sql, params });
    return link.query(changed.sql, changed.params);
  },
  batch: (list) => link.batch(list.map(rewrite)),
});

/** Publishes whoever owns the stream, and whatever was counted on. */
function withoutFence({ sql, params }: Statement): Statement {
  if (!sql.startsWith('update streams set last_sequence')) return { sql, params };
  const [, , , to = null, id = null] = params;
  return {
    sql: 'update streams set last_sequence = max(last_sequence, ?) where id = ?',
    params: [to, id],
  };
}

const withoutTokens = ({ sql, params }: Statement): Statement => ({
  sql: sql.replace('token = token + 1', 'token = max(token, 1)'),
  params,
});

/** Never finds what only the table says that it has leased. */
const withoutStrays = ({ sql, params }: Statement): Statement => ({
  sql: sql.startsWith('select id, owner from deliveries') ? `${sql} and false` : sql,
  params,
});

/** Of the streams that it owns, the table names those alone that it knows of. */
const withoutAdoption = (link: Executor, membership: () => Membership): Executor => ({
  ...link,
  async query(sql, params) {
    const rows = await link.query(sql, params);
    if (!sql.startsWith('select id, token from streams')) return rows;
    return rows.filter(([id, token]) => membership().grantOf(String(id))?.token === token);
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

/** By what such a node does; `from`: a seed at which it breaks a promise, unless runs have changed since. */
export const MUTANTS: Readonly<Record<string, Mutant & { readonly from: number }>> = {
  'publishes whoever owns the stream': {
    from: 2,
    database: (link) => rewriting(link, withoutFence),
  },
  'never stops by itself': { from: 2, ownership: withoutDeadline },
  'takes streams with the token they had': {
    from: 35,
    database: (link) => rewriting(link, withoutTokens),
  },
  'does not look for what it leased without knowing': {
    from: 4,
    database: (link) => rewriting(link, withoutStrays),
  },
  'does not adopt what it took without knowing': { from: 48, database: withoutAdoption },
};
