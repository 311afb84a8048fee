/** All instances at a glance, in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('pt-BR');

export const overview: Language['overview'] = {
  title: 'Todas as instâncias',
  search: 'Buscar',
  show: 'Mostrar',
  more: (left) =>
    count(left, { one: 'Mais #: busque para filtrar.', other: 'Mais #: busque para filtrar.' }),
  showMore: 'Mostrar mais',
  totals: {
    instances: 'Instâncias',
    open: 'Conectadas',
    connecting: 'Conectando',
    close: 'Desconectadas',
    needAttention: 'Precisam de atenção',
    messagesPerMinute: 'Mensagens/min',
    waiting: 'Entregas em espera',
    discarded: 'Descartadas',
  },
  reason: 'Motivo',
  lastActivity: 'Última atividade',
  messagesPerDay: 'Mensagens/24 h',
  endpoints: 'Endpoints',
  failing: (endpoints) => count(endpoints, { one: '# com falhas', other: '# com falhas' }),
  disabled: (endpoints) => count(endpoints, { one: '# desativado', other: '# desativados' }),
  waiting: 'Em espera',
  waitingAgain: (waiting, retrying) => `${waiting}, ${retrying} em nova tentativa`,
  discardedOf: (discarded, name) => `${discarded} entregas descartadas de ${name}`,
};
