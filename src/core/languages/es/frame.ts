import type { frame as english } from '../en/frame.ts';

export const frame: typeof english = {
  skip: 'Ir al contenido',
  navigation: 'Páginas de Gatehouse',
  home: 'Inicio',
  docs: 'Docs',
  api: 'API',
  manager: 'Manager',
  language: 'Idioma',
  copy: 'Copiar',
  copied: 'Copiado',
};
