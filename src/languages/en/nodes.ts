/** The nodes of the service, in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const nodes = {
  title: 'Nodes',
  states: { up: 'up', draining: 'draining', lapsed: 'lapsed' },
  version: (version: string) => `version ${version}`,
  isThis: 'shows this page',
  streams: (streams: number) =>
    count(streams, { one: '# instance or account', other: '# instances and accounts' }),
  lease: (seconds: number, since: string) => `lease of ${seconds} s · since ${since}`,
  counts: (takenOver: number, fenced: number) =>
    `${takenOver} taken over since then · ${fenced} writes refused, since another node had taken over`,
  itsUrl: 'its NODE_URL',
  unreachable: (names: string, url: string) =>
    `Not reached by ${names}: see that ${url} can be reached from there.`,
};
