/** The ways out of the service, in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('pt-BR');

export const channels: Language['channels'] = {
  title: 'Canais',
  names: {
    webhook: 'Webhook',
    'global-webhook': 'Webhook de todas as instâncias',
    amqp: 'RabbitMQ',
    'global-amqp': 'RabbitMQ de todas as instâncias',
    nats: 'NATS',
    'global-nats': 'NATS de todas as instâncias',
    websocket: 'WebSocket',
    s3: 'Bucket de mídia',
  },
  states: { up: 'no ar', down: 'fora do ar', off: 'desligado' },
  unused: (names) => `Desligados: ${names}`,
  changed: 'última mudança',
  readers: (readers) => count(readers, { one: '# conexão aberta', other: '# conexões abertas' }),
  late: (seconds) => `, a mais antiga há ${seconds} s`,
  waiting: (waiting, late, sending) => `${waiting} aguardando${late} · ${sending} sendo enviadas`,
  refusing: (instances, place, time, error) =>
    `${count(instances, { one: 'Eventos de # instância estão aguardando', other: 'Eventos de # instâncias estão aguardando' })}. ${place} os recusa desde ${time}: ${error}`,
  lastFailure: (time, error) => `Última falha em ${time}: ${error}`,
};
