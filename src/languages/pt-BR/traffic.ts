/** Deliveries and tests of webhooks in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('pt-BR');

export const traffic: Language['traffic'] = {
  deliveries: 'Entregas',
  state: 'Estado',
  anyState: 'qualquer estado',
  event: 'Evento',
  outcome: 'Resultado',
  at: 'Quando',
  none: 'Não há nenhuma.',
  newer: 'Mais novas',
  older: 'Mais antigas',
  attempts: 'Tentativas',
  attemptCount: (attempts) => count(attempts, { one: '# tentativa', other: '# tentativas' }),
  noAttempts: 'Nenhuma ainda',
  attempt: (time, ms, result) => `${time}, ${ms} ms: ${result}`,
  noOutcome: 'sem resultado',
  status: (status) => `status ${status}`,
  next: (time) => `próxima em ${time}`,
  redeliver: 'Reenviar',
  onItsWay: 'A caminho de novo',
  onItsWayAlready: 'Já está a caminho',
  tryIt: 'Testar',
  tryHint: 'Envia uma vez um evento de exemplo, marcado com "test": true.',
  test: 'Testar',
  noAnswer: (ms, error) => `Não entregue: sem resposta, ${ms} ms. ${error}`,
  answered: (isDelivered, status, ms) =>
    `${isDelivered ? 'Entregue' : 'Não entregue'}: status ${status}, ${ms} ms`,
  sent: 'O que foi enviado',
  answer: 'O que o receptor respondeu',
};
