import type { ClusterNode } from './node.ts';

/** What instances are to this node: which are its own, and the stream that a new one begins with. */
export const streamsOf = (node: ClusterNode | null) => ({
  owns: (id: string) => node === null || node.owns(id),
  firstRows: (id: string) => (node === null ? [] : [node.firstStream(id)]),
  catchUp: async () => node?.nodes.catchUp(),
});
