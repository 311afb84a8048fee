/** The header that proves to another node that a request came in at a node, from whom, and that it is not a replay. */
import type { Vault } from '../../core/shared/crypto.ts';
import { newId } from '../../core/shared/ids.ts';

export const HOP_HEADER = 'x-gatehouse-hop';

/** The content of the header. `at` is in ms since 1970 by the database's clock. */
interface Hop {
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly nonce: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly client: string;
}

const VALID_MS = 10_000;
/** The limit for one node in that time. */
const NONCES_MAX = 200_000;
const PLACE = ['hop', 'header'] as const;

/** The content of a valid header. */
interface VerifiedHop {
  readonly client: string;
  /** False if the request was sent to an earlier node at the same address. */
  readonly isForThisNode: boolean;
}

export interface Hops {
  /** Returns the header for one request to the node `to`. */
  seal(hop: Omit<Hop, 'nonce' | 'from'>): string;
  /**
   * Returns `forged` when the header is forged, made for another request, or was seen before, and `late` when it is too
   * old, or too many others were opened to tell whether it was seen: another one may be believed.
   */
  open(
    header: string,
    request: Pick<Hop, 'method' | 'path' | 'at'>,
  ): VerifiedHop | 'forged' | 'late';
}

interface HopsDeps {
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly node: string;
}

export function createHops({ vault, node }: HopsDeps): Hops {
  let seen = new Set<string>();
  let before = new Set<string>();
  let since = 0;

  /** Remembers the nonces of the last ten to twenty seconds. */
  function judge(nonce: string, at: number): 'new' | 'forged' | 'late' {
    if (at - since >= VALID_MS) {
      before = at - since >= 2 * VALID_MS ? new Set() : seen;
      seen = new Set();
      since = at;
    }
    if (seen.has(nonce) || before.has(nonce)) return 'forged';
    if (seen.size >= NONCES_MAX) return 'late';
    seen.add(nonce);
    return 'new';
  }

  return {
    seal: (hop) => vault.seal(JSON.stringify({ ...hop, from: node, nonce: newId() }), [...PLACE]),
    open(header, { method, path, at }) {
      const hop = read(vault, header);
      if (hop === null || hop.method !== method || hop.path !== path) return 'forged';
      if (Math.abs(at - hop.at) > VALID_MS) return 'late';
      const judgement = judge(hop.nonce, at);
      if (judgement !== 'new') return judgement;
      return { client: hop.client, isForThisNode: hop.to === node };
    },
  };
}

function read(vault: Pick<Vault, 'open'>, header: string): Hop | null {
  try {
    // Only `seal` makes such texts.
    return JSON.parse(vault.open(header, [...PLACE])) as Hop;
  } catch {
    return null;
  }
}
