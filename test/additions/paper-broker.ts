/** A channel that appends events to a file: this literal, and its place among the brokers. */
import { appendFile } from 'node:fs/promises';
import { type Broker, brokerVariables } from '../../src/core/channels/broker.ts';
import { Link } from '../../src/core/channels/broker-link.ts';

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
