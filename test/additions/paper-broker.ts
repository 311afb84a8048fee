/** A channel that appends events to a file: its declaration among the brokers, and the module that has it. */
import { appendFile } from 'node:fs/promises';
import { type Broker, type BrokerOpener, brokerVariables } from '../../src/core/channels/broker.ts';
import { Link } from '../../src/core/channels/broker-link.ts';
import type { Module } from '../../src/module.ts';

export const PAPER: Broker<'paper'> = {
  name: 'paper',
  field: 'paper',
  title: 'Paper',
  place: 'page',
  ports: { 'paper:': 1 },
  variables: brokerVariables('paper', {
    schemes: ['paper'],
    aboutUrl: 'The file that events are appended to.',
    aboutGlobal: 'The pages receive the events of every instance.',
  }),
};

const OPENER: BrokerOpener<object> = {
  name: 'paper',
  open(url, _settings, deps) {
    const gone = new AbortController();
    const close = async () => gone.abort(new Error('closed'));
    const open = async () => ({ gone: gone.signal, close });
    const link = new Link({ ...deps, name: 'paper', open });
    return {
      link,
      isDown: () => link.condition.state === 'down',
      whenUp: (listener) => link.whenUp(listener),
      async send({ body }, { address }) {
        await appendFile(new URL(url).pathname, `${address} ${body}\n`);
        return { kind: 'delivered', status: null, responseBody: null };
      },
    };
  },
};

export const PAPER_MODULE: Module = {
  name: 'paper',
  about: 'The way out to paper.',
  needs: [],
  variables: ['PAPER_URL'],
  load: async () => ({ broker: OPENER }),
};
