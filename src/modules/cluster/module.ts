import type { Module } from '../../module.ts';

export const CLUSTER: Module = {
  name: 'cluster',
  about: 'This process as one node of several on a database server.',
  needs: [],
  variables: ['NODE_URL', 'NODE_NAME'],
  tables: ['nodes', 'rate_counts'],
  isUsed: ({ databaseUrl }) => !databaseUrl.startsWith('file:'),
  whyNeeded: 'DATABASE_URL is a server, which other nodes may use too',
  load: async () => (await import('./cluster.ts')).CLUSTER_PARTS,
};
