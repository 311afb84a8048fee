/** All instances at a glance, in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('es');

export const overview: Language['overview'] = {
  title: 'Todas las instancias',
  search: 'Buscar',
  show: 'Mostrar',
  more: (left) =>
    count(left, { one: '# más: busca para filtrar.', other: '# más: busca para filtrar.' }),
  showMore: 'Mostrar más',
  totals: {
    instances: 'Instancias',
    open: 'Conectadas',
    connecting: 'Conectando',
    close: 'Desconectadas',
    needAttention: 'Necesitan atención',
    messagesPerMinute: 'Mensajes/min',
    waiting: 'Entregas en espera',
    discarded: 'Descartadas',
  },
  reason: 'Motivo',
  lastActivity: 'Última actividad',
  messagesPerDay: 'Mensajes/24 h',
  endpoints: 'Endpoints',
  failing: (endpoints) => count(endpoints, { one: '# con fallos', other: '# con fallos' }),
  disabled: (endpoints) => count(endpoints, { one: '# desactivado', other: '# desactivados' }),
  waiting: 'En espera',
  waitingAgain: (waiting, retrying) => `${waiting}, ${retrying} en reintento`,
  discardedOf: (discarded, name) => `${discarded} entregas descartadas de ${name}`,
};
