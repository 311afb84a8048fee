import type { Module } from '../../module.ts';

export const PORTAL: Module = {
  name: 'portal',
  about: 'Links to a page on which a customer manages the endpoints of one instance.',
  needs: ['gateway', 'manager'],
  variables: ['PORTAL_FRAME_ANCESTORS'],
  coreTables: ['portal_links'],
  load: async () => (await import('./portal.ts')).PORTAL_PARTS,
};
