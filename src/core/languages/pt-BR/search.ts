import type { search as english } from '../en/search.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('pt-BR');

export const search: typeof english = {
  title: 'Buscar',
  field: 'Buscar instâncias, conversas, endpoints, entregas, configurações e documentação',
  hint: 'Instância, conversa, endpoint, ID de entrega, configuração, documentação',
  nothing: 'Nada encontrado',
  found: (places) => count(places, { one: '# resultado', other: '# resultados' }),
  keys: 'As setas movem, Enter abre, Esc fecha',
  view: 'Seção',
  delivery: 'Entrega',
  docs: 'Documentação',
  amongDeliveries: (text) => `Entregas com “${text}”`,
};
