import { describe, expect, test } from 'bun:test';
import type { Database, Statement } from '../../../src/core/db/client.ts';
import { DatabaseError } from '../../../src/core/db/client.ts';
import { createGroupCommit } from '../../../src/core/events/publish/group-commit.ts';
import { soleOwnership } from '../../../src/core/events/publish/ownership.ts';
import { createSequences } from '../../../src/core/events/publish/sequences.ts';
import { newId } from '../../../src/core/shared/ids.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import {
  type AuditedWrite,
  createAuditedCommitter,
  Stale,
} from '../../../src/modules/crm/audited-commit.ts';
import type { Access } from '../../../src/modules/crm/guard.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { crmBench } from '../../helpers/crm.ts';

/** Over the engine's own group commit. */
function committerOf(db: Pick<Database, 'batch' | 'tryOut'>) {
  const clock = manualClock();
  const log = createLog('error', clock.now, () => {});
  const ownership = soleOwnership('p1');
  const sequences = createSequences({ query: async () => [] }, ownership, () => {});
  const deps = { db, sequences, ownership, clock, log, number: null, joinable: new Map() };
  const commits = createGroupCommit({ ...deps, outcomeKnown: () => {} });
  return createAuditedCommitter((_, statements) => commits.write(statements), clock);
}

async function bench() {
  const { db, accountId, userId, rows } = await crmBench();
  const access: Access = {
    accountId,
    userId,
    tokenId: newId(),
    boundTo: null,
    isOwn: true,
    expiresAt: null,
    scopes: null,
    role: { id: newId(), key: 'super_admin', name: '' },
    permissions: [],
    requestId: 'r1',
  };
  const batches: number[] = [];
  const counting: Pick<Database, 'batch' | 'tryOut'> = {
    ...db,
    batch(list: readonly Statement[]) {
      batches.push(list.length);
      return db.batch(list);
    },
  };
  const commits = committerOf(counting);
  const insert = (name: string, id = newId()): AuditedWrite => ({
    write: {
      sql: `insert into mcp_servers (id, account_id, name, config_type, type, created_at, updated_at)
        values (?, ?, ?, 'sse', 'community', 1, 1) returning name`,
      params: [id, accountId, name],
    },
    audit: {
      action: 'create',
      resource: 'mcp_servers',
      resourceId: id,
      before: null,
      after: { name },
    },
  });
  const names = async () => (await rows('select name from mcp_servers order by name')).flat();
  const audits = async () => (await rows('select count(*) from audit_logs'))[0]?.[0];
  return { commits, access, insert, names, audits, rows, batches, db };
}

describe('the audited committer', () => {
  test('writes the row and its audit row, and gives back what the write returned', async () => {
    const { commits, access, insert, names, audits } = await bench();
    expect(await commits.commit(access, [insert('a'), insert('b')])).toEqual([[['a']], [['b']]]);
    expect([await names(), await audits()]).toEqual([['a', 'b'], 2]);
  });

  test('takes an audit value that only the database knows', async () => {
    const { commits, access, insert, rows } = await bench();
    const step = insert('a');
    const after = { sql: "json_set(?, '$.length', length('four'))", params: ['{"name":"a"}'] };
    await commits.commit(access, [{ ...step, audit: { ...step.audit, after } }]);
    expect(await rows('select after from audit_logs')).toEqual([['{"name":"a","length":4}']]);
  });

  test('is Stale, and nothing happens, when a write touches no row or two', async () => {
    const { commits, access, insert, names, audits } = await bench();
    const nothing: AuditedWrite = {
      ...insert('x'),
      write: { sql: "update mcp_servers set type = 'official' where name = 'nobody'", params: [] },
    };
    await expect(commits.commit(access, [insert('a'), nothing])).rejects.toBeInstanceOf(Stale);
    expect([await names(), await audits()]).toEqual([[], 0]);
    await commits.commit(access, [insert('a'), insert('b')]);
    const both = { ...nothing, write: { sql: 'delete from mcp_servers', params: [] } };
    await expect(commits.commit(access, [both])).rejects.toBeInstanceOf(Stale);
    expect(await names()).toEqual(['a', 'b']);
  });

  test('runs what comes first and what comes after with it, however many rows they touch', async () => {
    const { commits, access, insert, names } = await bench();
    await commits.commit(access, [insert('a')]);
    const all = { sql: "update mcp_servers set name = name || '!'", params: [] };
    await commits.commit(access, [{ ...insert('b'), first: [all], also: [all] }]);
    expect(await names()).toEqual(['a!!', 'b!']);
  });

  test('writes that arrive together share a transaction', async () => {
    const { commits, access, insert, audits, batches } = await bench();
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => commits.commit(access, [insert(`n${n}`)])),
    );
    expect([await audits(), batches]).toEqual([50, [100]]);
  });

  test('one that fails does not take the others along', async () => {
    const { commits, access, insert, names } = await bench();
    const work = ['a', 'b', 'a', 'c'].map((name) => commits.commit(access, [insert(name)]));
    const settled = await Promise.allSettled(work);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  test('all of them fail, once, when the database is out of reach', async () => {
    const { access, insert } = await bench();
    let batches = 0;
    const commits = committerOf({
      batch: async () => {
        batches++;
        throw new DatabaseError('unreachable', 'away');
      },
      tryOut: () => expect.unreachable(),
    });
    const work = ['a', 'b'].map((name) => commits.commit(access, [insert(name)]));
    const settled = await Promise.allSettled(work);
    expect([settled.map(({ status }) => status), batches]).toEqual([['rejected', 'rejected'], 1]);
  });
});
