/** The options of commands that talk to a service. */
import type { Option } from './command.ts';

/** For every command that talks to a service. */
export const GATEWAY_OPTIONS: readonly Option[] = [
  {
    name: 'url',
    value: 'URL',
    about: 'The service. Default: GATEHOUSE_URL, or that of this machine.',
  },
  {
    name: 'key',
    value: 'KEY',
    about: 'Its apikey; better in GATEHOUSE_KEY, where no other user of the machine sees it.',
  },
];
export const INSTANCE_OPTION: Option = {
  name: 'instance',
  value: 'NAME',
  about: 'The instance. Default: the only one that the key opens.',
};
