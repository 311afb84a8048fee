import type { Module } from '../../module.ts';

export const DOCS: Module = {
  name: 'docs',
  about: 'The pages at /docs with their search, and Swagger UI.',
  needs: [],
  variables: [],
  load: async () => (await import('./docs.ts')).DOCS_PARTS,
};
