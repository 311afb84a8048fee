/** Lists the commands in the order of the help. */
import type { Command } from './command.ts';
import { GATEWAY_OPTIONS, INSTANCE_OPTION } from './gateway-options.ts';
import { SECRET_OPTION } from './secret.ts';

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'Starts the service.',
    about: 'It reads its settings from the environment (docs/variables.md), and ends on SIGTERM.',
    operands: [],
    options: [],
    example: 'PORT=8080 gatehouse start',
    load: null,
  },
  {
    name: 'demo',
    summary: 'Shows the whole of it in a few seconds, and leaves nothing behind.',
    about:
      'A service, an instance of the sandbox, its QR code, and a receiver that refuses a delivery twice, on free ports\nand in a temporary folder. Exit code 0 only when every step was seen.',
    operands: [],
    options: [],
    example: 'gatehouse demo',
    load: () => import('./commands/demo.ts'),
  },
  {
    name: 'probe',
    summary: 'Tries your receiver with everything that can come, and grades it.',
    about:
      'A sample of every event type, repeats, another order, slow, large and cut bodies; with --secret also\nforged, changed and old deliveries. Each failed point says why. Exit code 0 only for grade A.',
    operands: [{ name: 'URL', about: 'Where the receiver takes deliveries.' }],
    options: [SECRET_OPTION],
    example:
      'gatehouse probe http://localhost:9000/hook --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    load: () => import('./commands/probe.ts'),
  },
  {
    name: 'listen',
    summary: 'Posts the events of an instance to an application on this machine.',
    about:
      'By the WebSocket of the service, wherever that is: nothing here is opened to the outside. In order, each until\nit is taken (5 attempts), signed with a secret that stays the same. A lost connection goes on where it was.',
    operands: [],
    options: [
      { name: 'forward-to', value: 'URL', about: 'Where your application takes deliveries.' },
      INSTANCE_OPTION,
      { name: 'events', value: 'NAMES', about: 'Only these, with commas between. Default: ALL.' },
      {
        name: 'after',
        value: 'SEQUENCE',
        about: 'First what came after this one. Default: from now.',
      },
      SECRET_OPTION,
      ...GATEWAY_OPTIONS,
    ],
    example:
      'gatehouse listen --forward-to http://localhost:9000/hook --instance shop --events Message,Receipt',
    load: () => import('./commands/listen.ts'),
  },
  {
    name: 'trigger',
    summary: 'Makes an event happen.',
    about:
      'In an instance of the sandbox it really happens; of other instances, and of events that the sandbox does not\nmake by itself, a sample is posted to the webhook. Exit code 1 when that does not take it.',
    operands: [{ name: 'EVENT', about: 'An event type, such as Message; in any case.' }],
    options: [
      { name: 'sample', about: 'A sample, in the sandbox too.' },
      INSTANCE_OPTION,
      ...GATEWAY_OPTIONS,
    ],
    example: 'gatehouse trigger Message --instance shop',
    load: () => import('./commands/trigger.ts'),
  },
  {
    name: 'tail',
    summary: 'Shows deliveries, and why they fail, as they happen.',
    about: 'It looks once a second, until it is stopped.',
    operands: [],
    options: [
      { name: 'failures', about: 'Only what has failed at least once.' },
      INSTANCE_OPTION,
      ...GATEWAY_OPTIONS,
    ],
    example: 'gatehouse tail --instance shop --failures',
    load: () => import('./commands/tail.ts'),
  },
  {
    name: 'resend',
    summary: 'Sends deliveries once more.',
    about: 'By their ids, or by state and time; event ids stay the same.',
    operands: [{ name: 'ID...', about: 'Ids of deliveries.', isOptional: true, isMany: true }],
    options: [
      { name: 'state', value: 'STATE', about: 'All that are discarded, waiting or delivered.' },
      {
        name: 'since',
        value: 'TIME',
        about: 'Created since then: 30m, 2h, 7d, or an ISO 8601 time.',
      },
      INSTANCE_OPTION,
      ...GATEWAY_OPTIONS,
    ],
    example: 'gatehouse resend --state discarded --since 2h --instance shop',
    load: () => import('./commands/resend.ts'),
  },
  {
    name: 'doctor',
    summary: 'Looks for what would keep the service from working here, each with its cure.',
    about:
      'Variables, versions, database, keys, port, data folder, room on the disk, time of a sync, clock, and the servers\nthat the variables name. It changes nothing; the service may be running. Exit code 1 when something fails.',
    operands: [],
    options: [],
    example: 'gatehouse doctor',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'health',
    summary: 'Asks the service of this machine whether it lives: the health check of a container.',
    about: 'Exit code 1 when it does not answer within 3 seconds, or otherwise than with 200.',
    operands: [],
    options: [],
    example: 'PORT=8080 gatehouse health',
    load: () => import('./commands/health.ts'),
  },
  {
    name: 'backup',
    summary: 'Copies the database while the service runs, and checks the copy.',
    about:
      'To a folder or a bucket, where the name appears only when the copy is whole. A bucket is one of the store that\nBACKUP_S3_ENDPOINT or S3_ENDPOINT names; the copy is downloaded again and opened.',
    operands: [
      { name: 'PLACE', about: 'A folder, made when it is missing, or s3://BUCKET/PREFIX.' },
    ],
    options: [
      { name: 'keep', value: 'COUNT', about: 'Then remove all but so many of the newest there.' },
    ],
    example: 'gatehouse backup s3://backups/shop --keep 14',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'backup list',
    summary: 'Lists the backups in a folder or bucket, the oldest first.',
    about: '',
    operands: [{ name: 'PLACE', about: 'As `gatehouse backup` takes it.' }],
    options: [],
    example: 'gatehouse backup list s3://backups/shop',
    load: () => import('./commands/backup-list.ts'),
  },
  {
    name: 'restore',
    summary: 'Puts a backup in the place of the database; the service must be stopped.',
    about: 'The backup is checked first; what was there stays beside it under another name.',
    operands: [
      { name: 'BACKUP', about: 'A file or s3:// address that `gatehouse backup` has made.' },
    ],
    options: [],
    example: 'gatehouse restore ./backups/gatehouse-20270131T090000000Z.db',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'import',
    summary: 'Takes over instances, sessions and messages of another system.',
    about: 'Without --apply it only says what would be taken.',
    operands: [
      { name: 'evolution-api', about: 'The system that it comes from; the only one so far.' },
      { name: 'SOURCE', about: 'Its PostgreSQL URL, or the file of a dump.' },
    ],
    options: [
      { name: 'keys', value: 'KEYS', about: 'Its folder `instances`, or its Redis URL.' },
      { name: 'without-keys', about: 'Take sessions without the keys of their conversations.' },
      { name: 'messages', about: 'Take messages too.' },
      { name: 'apply', about: 'Write it.' },
    ],
    example: 'gatehouse import evolution-api evolution.jsonl --keys ./instances --apply',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'admin token',
    summary: 'Makes a new access token that opens every account, and prints it once.',
    about:
      'For when none works, or there is no user yet: then it makes the first one. The service may be running.',
    operands: [],
    options: [],
    example: 'gatehouse admin token',
    load: () => import('./commands/admin-token.ts'),
  },
  {
    name: 'audit verify',
    summary: 'Checks that no row of the audit was changed or removed.',
    about: 'The service may be running. Exit code 1 when something is wrong.',
    operands: [{ name: 'HEAD', about: 'A head noted before, as ID:HASH.', isOptional: true }],
    options: [],
    example: 'gatehouse audit verify',
    load: () => import('./commands/audit-verify.ts'),
  },
];
