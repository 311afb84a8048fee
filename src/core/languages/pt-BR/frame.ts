import type { frame as english } from '../en/frame.ts';

export const frame: typeof english = {
  skip: 'Ir para o conteúdo',
  navigation: 'Páginas do Gatehouse',
  home: 'Início',
  docs: 'Docs',
  api: 'API',
  manager: 'Manager',
  language: 'Idioma',
  copy: 'Copiar',
  copied: 'Copiado',
};
