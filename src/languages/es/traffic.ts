/** Deliveries and tests of webhooks in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('es');

export const traffic: Language['traffic'] = {
  deliveries: 'Entregas',
  state: 'Estado',
  anyState: 'cualquier estado',
  event: 'Evento',
  outcome: 'Resultado',
  at: 'Cuándo',
  none: 'No hay ninguna.',
  newer: 'Más nuevas',
  older: 'Más antiguas',
  attempts: 'Intentos',
  attemptCount: (attempts) => count(attempts, { one: '# intento', other: '# intentos' }),
  noAttempts: 'Ninguno todavía',
  attempt: (time, ms, result) => `${time}, ${ms} ms: ${result}`,
  noOutcome: 'sin resultado',
  status: (status) => `estado ${status}`,
  next: (time) => `el próximo: ${time}`,
  redeliver: 'Reenviar',
  onItsWay: 'Otra vez en camino',
  onItsWayAlready: 'Ya está en camino',
  tryIt: 'Probar',
  tryHint: 'Envía una vez un evento de ejemplo, marcado con "test": true.',
  test: 'Probar',
  noAnswer: (ms, error) => `Sin entregar: no hubo respuesta, ${ms} ms. ${error}`,
  answered: (isDelivered, status, ms) =>
    `${isDelivered ? 'Entregado' : 'Sin entregar'}: estado ${status}, ${ms} ms`,
  sent: 'Lo que se envió',
  answer: 'Lo que respondió el receptor',
};
