/** The ways out of the service, in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('es');

export const channels: Language['channels'] = {
  title: 'Canales',
  names: {
    webhook: 'Webhook',
    'global-webhook': 'Webhook de todas las instancias',
    amqp: 'RabbitMQ',
    'global-amqp': 'RabbitMQ de todas las instancias',
    nats: 'NATS',
    'global-nats': 'NATS de todas las instancias',
    websocket: 'WebSocket',
    s3: 'Bucket de archivos',
  },
  states: { up: 'activo', down: 'caído', off: 'apagado' },
  unused: (names) => `Apagados: ${names}`,
  changed: 'último cambio',
  readers: (readers) =>
    count(readers, { one: '# conexión abierta', other: '# conexiones abiertas' }),
  late: (seconds) => `, la más antigua desde hace ${seconds} s`,
  waiting: (waiting, late, sending) => `${waiting} en espera${late} · ${sending} enviándose`,
  refusing: (instances, place, time, error) =>
    `${count(instances, { one: 'Hay eventos de # instancia en espera', other: 'Hay eventos de # instancias en espera' })}. ${place} los rechaza desde ${time}: ${error}`,
  lastFailure: (time, error) => `Último fallo ${time}: ${error}`,
};
