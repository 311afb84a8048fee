import type { Module } from '../../module.ts';

export const MCP: Module = {
  name: 'mcp',
  about: 'Tools for agents, made of the operations of both zones.',
  needs: [],
  variables: ['MCP_ENABLED'],
  load: async () => (await import('./mcp.ts')).MCP_PARTS,
};
