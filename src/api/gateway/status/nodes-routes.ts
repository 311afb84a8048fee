/** The route of /nodes: which processes share the database, and what each of them has. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { Time } from '../../../http/time.ts';
import { needsGlobal } from '../../../instances/scopes.ts';
import { iso } from '../../../shared/clock.ts';
import type { NodeStatus } from './nodes.ts';

const Node = NamedObject('Node', {
  id: Type.String({ description: 'Made anew for each start of a process' }),
  name: Type.String({ description: 'NODE_NAME, or the name of its host' }),
  url: Type.Union([Type.String(), Type.Null()], {
    description: 'Where it says that other nodes reach it; null: nowhere',
  }),
  version: Type.String(),
  startedAt: Time(),
  leaseSeconds: Type.Union([Type.Number(), Type.Null()], {
    description:
      'For how long it lives without another sign of life, as far as the node that answers knows; 0: that node has heard of none for so long that it may be dead, such as while the database cannot be reached; null: it needs none, alone on a file',
  }),
  draining: Type.Boolean({ description: 'It ends, and others take what it has' }),
  streams: Type.Integer({ description: 'Instances and accounts whose events it sends' }),
  unreachableFrom: Type.Array(Type.String(), {
    description:
      'Names of the nodes whose last request to its address failed, within the last minute: what is asked of them for its instances is answered 503',
  }),
  takenOver: Type.Integer({
    description:
      'Instances and accounts that it has taken since its start, from nodes that ended or handed them over, or as the first',
  }),
  fencedWrites: Type.Integer({
    description:
      'Writes of it that the database refused since its start, because another node had taken the instance or account: such as when it had stood still',
  }),
  isThis: Type.Boolean({ description: 'It is the one that answers' }),
});

const Nodes = NamedObject('Nodes', { nodes: Type.Array(Node) });

interface NodesDeps {
  /** Null: alone on a file. */
  readonly node: Pick<NodeStatus, 'now'> | null;
  readonly all: NodeStatus['all'];
}

export const nodesRoute = ({ node, all }: NodesDeps) =>
  new Elysia({ name: 'nodes' }).get(
    '/nodes',
    async () => {
      const own = node?.now().id ?? null;
      return {
        nodes: (await all()).map(({ url, startedAt, leaseMs, fenced, ...shown }) => ({
          ...shown,
          unreachableFrom: [...shown.unreachableFrom],
          url: url === '' ? null : url,
          startedAt: iso(startedAt),
          leaseSeconds: leaseMs === null ? null : leaseMs / 1_000,
          fencedWrites: fenced,
          isThis: own === null || shown.id === own,
        })),
      };
    },
    {
      response: { 200: Nodes, ...failures('UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR') },
      detail: {
        tags: ['Status'],
        security: needsGlobal,
        summary: 'The nodes that share the database; global key only',
        description:
          'Those that lived when the node that answers last said that it lives, which it does every 3 seconds. On a database file there is one.',
      },
    },
  );
