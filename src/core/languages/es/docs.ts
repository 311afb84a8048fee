import type { docs as english } from '../en/docs.ts';

export const docs: typeof english = {
  pages: 'Páginas de la documentación',
  contents: 'En esta página',
  firstDay: 'Tu primer día',
  developers: 'Para quien desarrolla',
  operators: 'Para quien opera',
  previous: 'Anterior',
  next: 'Siguiente',
  neighbours: 'Página anterior y siguiente',
  onlyEnglish: 'Esta página solo existe en inglés.',
  inEnglish: 'Leer esta página en inglés',
  search: 'Buscar',
  searchFor: 'Buscar en la documentación y la API',
  closeSearch: 'Cerrar',
  nothingFound: 'No se encontró nada',
  searchKeys: 'Las flechas mueven, Enter abre, Esc cierra',
  searchFailed: 'No se pudo cargar la búsqueda',
  operations: 'API',
  callouts: {
    note: 'Nota',
    tip: 'Consejo',
    important: 'Importante',
    warning: 'Atención',
    caution: 'Cuidado',
  },
};
