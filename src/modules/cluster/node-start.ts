/** Checks whether a node may start beside the nodes that already use the database. */

import type { Config } from '../../core/config/config.ts';
import type { Executor } from '../../core/db/client.ts';
import { refuseForeignSchema } from '../../core/db/open.ts';
import { StartRefused } from '../../core/process/refusal.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { sha256, type Vault } from '../../core/shared/crypto.ts';
import { TIMING } from './beat.ts';
import { OTHER_GLOBAL_KEY, sharesGlobalKey } from './global-keys.ts';
import type { Membership } from './membership.ts';
import { isNameFree, isSecond, nameTaken } from './name.ts';

interface NodeStartDeps {
  readonly config: Pick<Config, 'globalApiKeys'>;
  readonly db: Executor;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly membership: Pick<Membership, 'node' | 'nodes'>;
  readonly name: string;
}

/** Both reject with `StartRefused`, or as the database does. */
interface NodeStart {
  /** Must be called before the first beat. Waits up to the length of a lease for nodes that may have ended. */
  check(): Promise<void>;
  /** Must be called after the first beat, for what other nodes have begun at the same time. */
  checkAgain(): Promise<void>;
}

export function nodeStart(deps: NodeStartDeps): NodeStart {
  const { config, db, clock, vault, membership, name } = deps;
  const node = { id: membership.node, name };
  const keys = { db, clock, vault, node, hashes: config.globalApiKeys.map(sha256) };
  return {
    async check() {
      refuseIf(!(await isNameFree({ db, clock }, name)), nameTaken(name));
      refuseIf(!(await sharesGlobalKey(keys, TIMING.leaseMs)), OTHER_GLOBAL_KEY);
    },
    async checkAgain() {
      // From its first beat on no migration is applied that it cannot work with; one may have been until then.
      await refuseForeignSchema(db);
      refuseIf(isSecond(membership.nodes, membership.node), nameTaken(name));
      refuseIf(!(await sharesGlobalKey(keys, 0)), OTHER_GLOBAL_KEY);
    },
  };
}

function refuseIf(isWrong: boolean, why: string): void {
  if (isWrong) throw new StartRefused(why);
}
