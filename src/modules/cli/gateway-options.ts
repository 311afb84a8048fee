/** The options of commands that talk to a service. */
import type { Option } from './command.ts';

/** For every command that talks to a service. */
export const GATEWAY_OPTIONS: readonly Option[] = [
  {
    name: 'url',
    value: 'URL',
    about: 'URL of the service. Default: GATEHOUSE_URL, or the service of this machine.',
  },
  {
    name: 'key',
    value: 'KEY',
    about:
      'API key of the service. Prefer GATEHOUSE_KEY, which other users of the machine cannot see.',
  },
];
export const INSTANCE_OPTION: Option = {
  name: 'instance',
  value: 'NAME',
  about: 'Name of the instance. Default: the only one that the key opens.',
};
