/** Variables of the command `gatehouse`: the service that it talks to. The service itself reads neither. */
import { publicUrl } from '../shared/variables/addresses.ts';
import { credential, optional } from '../shared/variables/kinds.ts';

export const COMMAND_VARIABLES = {
  commandUrl: optional({
    name: 'GATEHOUSE_URL',
    kind: publicUrl,
    defaultText: '`http://localhost:PORT`',
    secret: 'in-address',
    about: 'Service that the [command](command.md) uses.',
  }),
  commandKey: optional({
    name: 'GATEHOUSE_KEY',
    kind: credential,
    defaultText: 'of a service on this machine its global key',
    secret: 'whole',
    about: 'The `apikey` that the [command](command.md) sends to it.',
  }),
};
