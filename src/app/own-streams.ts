import type { ClusterNode } from '../modules/cluster/node.ts';

/** Tells which instances belong to this node, and which stream row a new instance gets. */
export const streamsOf = (node: ClusterNode | null) => ({
  owns: (id: string) => node === null || node.owns(id),
  firstRows: (id: string) => (node === null ? [] : [node.firstStream(id)]),
  catchUp: async () => node?.nodes.catchUp(),
});
