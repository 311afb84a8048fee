import type { docs as english } from '../en/docs.ts';

export const docs: typeof english = {
  pages: 'Páginas da documentação',
  contents: 'Nesta página',
  firstDay: 'Seu primeiro dia',
  developers: 'Para quem desenvolve',
  operators: 'Para quem opera',
  previous: 'Anterior',
  next: 'Próxima',
  neighbours: 'Página anterior e próxima página',
  onlyEnglish: 'Esta página só existe em inglês.',
  inEnglish: 'Ler esta página em inglês',
  search: 'Buscar',
  searchFor: 'Buscar na documentação e na API',
  closeSearch: 'Fechar',
  nothingFound: 'Nada encontrado',
  searchKeys: 'As setas movem, Enter abre, Esc fecha',
  searchFailed: 'Não foi possível carregar a busca',
  operations: 'API',
  callouts: {
    note: 'Nota',
    tip: 'Dica',
    important: 'Importante',
    warning: 'Atenção',
    caution: 'Cuidado',
  },
};
