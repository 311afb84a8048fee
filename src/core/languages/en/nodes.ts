/** The nodes of the service, in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const nodes = {
  title: 'Nodes',
  states: { up: 'up', draining: 'draining', lapsed: 'expired' },
  version: (version: string) => `version ${version}`,
  isThis: 'this node',
  streams: (streams: number) =>
    count(streams, { one: '# instance or account', other: '# instances and accounts' }),
  started: 'started',
  lease: (seconds: number) => `lease of ${seconds} s`,
  counts: (takenOver: number, fenced: number) =>
    `${takenOver} taken over since then · ${fenced} writes refused after another node took over`,
  itsUrl: 'its NODE_URL',
  unreachable: (names: string, url: string) =>
    `${names} cannot reach this node. Check that ${url} is reachable from there.`,
};
