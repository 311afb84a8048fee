import type { search as english } from '../en/search.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('es');

export const search: typeof english = {
  title: 'Buscar',
  field: 'Buscar instancias, chats, endpoints, entregas, ajustes y documentación',
  hint: 'Instancia, chat, endpoint, ID de entrega, ajuste, documentación',
  nothing: 'No se encontró nada',
  found: (places) => count(places, { one: '# resultado', other: '# resultados' }),
  keys: 'Las flechas mueven, Enter abre, Esc cierra',
  view: 'Sección',
  delivery: 'Entrega',
  docs: 'Documentación',
  amongDeliveries: (text) => `Entregas con “${text}”`,
};
