import type { Module } from '../../module.ts';

export const GRAPH: Module = {
  name: 'graph',
  about: "The paths of Meta's Graph API, for instances of any provider.",
  needs: ['gateway', 'templates'],
  variables: ['GRAPH_AT_ROOT', 'GRAPH_PASS_THROUGH'],
  coreTables: ['uploaded_files'],
  checks: async () => (await import('./checks.ts')).CHECKS,
  load: async () => (await import('./graph.ts')).GRAPH_PARTS,
};
