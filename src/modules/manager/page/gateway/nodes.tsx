/**
 * The nodes of the service: their instances, their leases, and the nodes that cannot reach them.
 */
import type { AnswerTo } from '../api.ts';
import { Card } from '../components/layout.tsx';
import { Badge, Time } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { useGlobalKeyQuery } from './global-key.ts';

type Node = AnswerTo<'GET', '/nodes'>['nodes'][number];

/** With `isTrouble` it shows only those that end, lapse or cannot be reached, and nothing while all work. */
export function Nodes({ isTrouble = false }: { isTrouble?: boolean }) {
  const value = useGlobalKeyQuery((api, signal) => api.call('GET', '/nodes', { signal }));
  const shown = value?.nodes.filter((one) => !isTrouble || isBroken(one)) ?? [];
  if (shown.length === 0) return null;
  return (
    <Card title={texts().nodes.title}>
      <ul class="rows">
        {shown.map((node) => (
          <NodeRow key={node.id} node={node} />
        ))}
      </ul>
    </Card>
  );
}

function NodeRow({ node }: { node: Node }) {
  const { nodes } = texts();
  const { name, isThis, version, streams, leaseSeconds, startedAt } = node;
  const { takenOver, fencedWrites, unreachableFrom, url } = node;
  const state = stateOf(node);
  return (
    <li>
      <p>
        <strong class="address">{name}</strong> <Badge state={state}>{nodes.states[state]}</Badge>{' '}
        <span class="hint">{nodes.version(version)}</span>{' '}
        {isThis && <span class="hint">{nodes.isThis}</span>}
      </p>
      <p>{nodes.streams(streams)}</p>
      <p class="hint">
        {nodes.started} <Time iso={startedAt} isAgo />
        {leaseSeconds !== null && ` · ${nodes.lease(Math.round(leaseSeconds))}`}
      </p>
      {leaseSeconds !== null && <p class="hint">{nodes.counts(takenOver, fencedWrites)}</p>}
      {unreachableFrom.length > 0 && (
        <p class="status" data-kind="failed">
          {nodes.unreachable(unreachableFrom.join(', '), url ?? nodes.itsUrl)}
        </p>
      )}
    </li>
  );
}

const isBroken = (node: Node): boolean => stateOf(node) !== 'up' || node.unreachableFrom.length > 0;

function stateOf({ draining, leaseSeconds }: Node): 'lapsed' | 'draining' | 'up' {
  if (leaseSeconds === 0) return 'lapsed';
  return draining ? 'draining' : 'up';
}
